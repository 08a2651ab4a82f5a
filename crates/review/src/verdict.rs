// SPDX-License-Identifier: MIT OR Apache-2.0
//! Verdicts on moves by their loss of expected score, and their words.

use super::evaluation::{PositionEvaluation, before_the_move, expected};
use chuhe::eval::wdl::WdlModel;
use xiangqi::position::Position;
use xiangqi::text;
use xiangqi::types::{Color, Language, Move, Score};

/// Limit to which scores are capped, in centipawns.
const MAX_CENTIPAWNS: i32 = 1000;

/// Tolerance for losses that are differences of floating-point numbers: 0.7 - 0.4 is a loss of 0.3.
const TOLERANCE: f64 = 1e-9;

/// Loss of expected score that halves the accuracy of a move.
const HALF_ACCURACY: f64 = 0.3;

/// The severity of a bad move.
///
/// It depends on the loss of [expected score](PositionEvaluation::expected) compared with the best move.
/// Lichess marks losses of 0.05, 0.1 and 0.15 of such points, by a curve fitted to games of humans; chuhe's
/// curve, fitted to self-play games, is 2.4 times as steep in a balanced middle game. With doubled thresholds
/// the marks fall on about the same moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// A loss of at least 0.1 points, `?!`
    Inaccuracy,
    /// A loss of at least 0.2 points, `?`
    Mistake,
    /// A loss of at least 0.3 points, `??`
    Blunder,
}

impl Mark {
    /// All marks, the worst one last.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the minimum loss for this mark.
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Inaccuracy => 0.1,
            Self::Mistake => 0.2,
            Self::Blunder => 0.3,
        }
    }

    /// Returns the mark for a loss, if it is large enough for one.
    pub fn of(loss: f64) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|mark| loss + TOLERANCE >= mark.threshold())
    }

    /// Returns the symbol written after a move.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the numeric annotation glyph (NAG) of PGN.
    pub const fn glyph(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Returns the name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// Returns the name of the mark. 缓着, a slow move, is Xiangqi's word for a move that wastes a chance.
    pub fn word(self, language: Language) -> &'static str {
        let chinese = match self {
            Self::Inaccuracy => "缓着",
            Self::Mistake => "错着",
            Self::Blunder => "漏着",
        };
        language.pick(self.name(), chinese)
    }
}

/// A remark on a move in addition to its loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remark {
    /// An opening book has the move: it is not judged.
    BookMove,
    /// There was no other legal move: nothing to judge.
    OnlyMove,
    /// A mate in this many moves was missed, and the game is no longer won.
    MissesMate(u32),
    /// The opponent now has a mate in this many moves.
    AllowsMate(u32),
    /// A win by the rules of repetition was missed.
    MissesRuleWin,
    /// The game is now lost by the rules of repetition.
    AllowsRuleLoss,
    /// The endgame that the move leads to is a draw by the endgame tables.
    TableDraw,
}

impl Remark {
    /// Returns the remark in words, about the side that moved.
    pub fn words(self, language: Language) -> String {
        match self {
            Self::BookMove => language.pick("book move", "库着").to_owned(),
            Self::OnlyMove => language.pick("only move", "唯一着法").to_owned(),
            Self::MissesMate(moves) => text!(language, "misses a mate in {moves}", "错过{moves}步杀"),
            Self::AllowsMate(moves) => text!(language, "allows a mate in {moves}", "被对方{moves}步杀"),
            Self::MissesRuleWin => {
                language.pick("misses a win by the rules of repetition", "错过按循环规则取胜").to_owned()
            }
            Self::AllowsRuleLoss => {
                language.pick("allows a loss by the rules of repetition", "将按循环规则作负").to_owned()
            }
            Self::TableDraw => language.pick("theoretical draw", "理论和棋").to_owned(),
        }
    }
}

/// The verdict on a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveVerdict {
    /// Loss of expected score, from 0 to 1; 0 for the best move.
    pub loss: f64,
    /// Loss in centipawns, with scores capped at 1000; 0 for the best move.
    pub centipawns: i32,
    /// The mark, if the move is bad.
    pub mark: Option<Mark>,
    /// Further remarks.
    pub remarks: Vec<Remark>,
}

impl MoveVerdict {
    /// The verdict on a move between two searches. `model` are those of the position before it: both scores
    /// are measured by them, for the same score means another chance after an exchange, and that is nothing
    /// that the move lost.
    pub fn of(mv: Move, before: &PositionEvaluation, after: &PositionEvaluation, model: WdlModel) -> Self {
        if before.line.first() == Some(&mv) {
            return Self::without_loss(Vec::new());
        }
        let (best, played) = (before.score, before_the_move(after.score));
        let worth = |score| expected(model.per_mille(score));
        let loss = (worth(best) - worth(played)).max(0.0);
        let centipawns = (capped(best) - capped(played)).max(0);
        Self { loss, centipawns, mark: Mark::of(loss), remarks: remarks(best, played) }
    }

    /// The verdict on a move that loses nothing.
    pub(crate) fn without_loss(remarks: Vec<Remark>) -> Self {
        Self { loss: 0.0, centipawns: 0, mark: None, remarks }
    }

    /// Returns the accuracy of the move, from 0 to 1.
    pub fn accuracy(&self) -> f64 {
        0.5_f64.powf(self.loss / HALF_ACCURACY)
    }

    /// Returns the verdict in words, if there is anything to say: `mistake, 24 % lost: better h2e2; misses a
    /// mate in 3`. `best` is the text of the best move.
    pub fn words(&self, best: &str, language: Language) -> Option<String> {
        let percent = percent(self.loss);
        let mark = self.mark.map(|mark| {
            let mark = mark.word(language);
            text!(language, "{mark}, {percent} % lost: better {best}", "{mark}，损失{percent}%：应走{best}")
        });
        let parts: Vec<_> =
            mark.into_iter().chain(self.remarks.iter().map(|remark| remark.words(language))).collect();
        (!parts.is_empty()).then(|| parts.join(language.pick("; ", "；")))
    }
}

/// Converts any score to centipawns, capped.
fn capped(score: Score) -> i32 {
    match score {
        Score::Cp(centipawns) => centipawns.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
        _ if is_won(score) => MAX_CENTIPAWNS,
        _ => -MAX_CENTIPAWNS,
    }
}

fn is_won(score: Score) -> bool {
    matches!(score, Score::Mate(1..) | Score::Rule(0..) | Score::Tb(0..))
}

fn is_lost(score: Score) -> bool {
    matches!(score, Score::Mate(..=0) | Score::Rule(..0) | Score::Tb(..0))
}

/// Remarks on the scores of the best and the played move, both from the mover's perspective.
fn remarks(best: Score, played: Score) -> Vec<Remark> {
    let own_moves = |plies: i32| plies.unsigned_abs().div_ceil(2);
    let missed = match best {
        Score::Mate(plies) if is_won(best) => Some(Remark::MissesMate(own_moves(plies))),
        Score::Rule(_) if is_won(best) => Some(Remark::MissesRuleWin),
        _ => None,
    };
    let allowed = match played {
        Score::Mate(plies) if is_lost(played) => Some(Remark::AllowsMate(own_moves(plies + 1))),
        Score::Rule(_) if is_lost(played) => Some(Remark::AllowsRuleLoss),
        _ => None,
    };
    let missed = missed.filter(|_| !is_won(played));
    let allowed = allowed.filter(|_| !is_lost(best));
    missed.into_iter().chain(allowed).collect()
}

/// A note that the moves from `position` on cannot be read: `not reviewed from 12... on: line 9: …`.
pub fn unread(position: &Position, problem: &str, language: Language) -> String {
    let number = move_number(position);
    text!(language, "not reviewed from {number} on: {problem}", "从{number}起未复盘：{problem}")
}

/// The number of the next move, with one dot for Red's moves and three for Black's.
pub fn move_number(position: &Position) -> String {
    let dots = if position.side_to_move() == Color::Red { "." } else { "..." };
    format!("{}{dots}", position.full_move())
}

/// A fraction of a point in whole percent, rounded down: a loss below the threshold of a [`Mark`] is shown
/// so.
pub fn percent(points: f64) -> String {
    format!("{:.0}", (100.0 * (points + TOLERANCE)).floor())
}

/// Rounds a number to four decimals.
pub fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An evaluation with this score, whose best move is h2e2.
    fn evaluation(score: Score) -> PositionEvaluation {
        let line = vec!["h2e2".parse().unwrap()];
        PositionEvaluation { score, wdl: [0; 3], depth: 1, nodes: 1, line }
    }

    /// The verdict on a move with the best score before it, and the opponent's behind it.
    fn verdict(mv: &str, before: Score, after: Score) -> MoveVerdict {
        // Even at 300 of the search's units, as in a middle game.
        let model = WdlModel { a: 300.0, b: 160.0 };
        MoveVerdict::of(mv.parse().unwrap(), &evaluation(before), &evaluation(after), model)
    }

    #[test]
    fn marks_follow_the_loss() {
        for (loss, mark) in [
            (0.0, None),
            (0.099, None),
            (0.1, Some(Mark::Inaccuracy)),
            (0.2, Some(Mark::Mistake)),
            (0.299, Some(Mark::Mistake)),
            (0.3, Some(Mark::Blunder)),
            (0.7 - 0.4, Some(Mark::Blunder)),
            (1.0, Some(Mark::Blunder)),
        ] {
            assert_eq!(Mark::of(loss), mark, "{loss}");
        }
    }

    #[test]
    fn percentages_agree_with_the_marks() {
        for (points, text) in [
            (0.0, "0"),
            (0.0995, "9"),
            (0.196, "19"),
            (0.29, "29"),
            (0.7 - 0.4, "30"),
            (0.999, "99"),
            (1.0, "100"),
        ] {
            assert_eq!(percent(points), text, "{points}");
        }
        for mark in Mark::ALL {
            let shown: f64 = percent(mark.threshold()).parse().unwrap();
            assert!((shown / 100.0 - mark.threshold()).abs() < TOLERANCE);
        }
    }

    #[test]
    fn a_loss_is_a_loss_of_expected_score() {
        let lost = |before, after| verdict("a0a1", Score::Cp(before), Score::Cp(after));
        assert!(lost(50, -50).loss < 1e-9);
        assert_eq!((lost(20, -90).loss, lost(20, -90).centipawns), (0.0, 0));
        // A hundred centipawns in an equal position, and where the game is decided.
        assert_eq!((lost(0, 100).centipawns, lost(0, 100).mark), (100, Some(Mark::Inaccuracy)));
        assert_eq!((lost(900, -700).centipawns, lost(900, -700).mark), (200, None));
        assert_eq!((lost(-600, 800).centipawns, lost(-600, 800).mark), (200, None));
        assert_eq!(lost(300, 300).mark, Some(Mark::Blunder));
        assert_eq!(lost(5000, -1200).centipawns, 0);
    }

    #[test]
    fn the_best_move_loses_nothing() {
        let verdict = verdict("h2e2", Score::Mate(3), Score::Mate(9));
        assert_eq!((verdict.loss, verdict.centipawns, verdict.mark), (0.0, 0, None));
        assert!(verdict.remarks.is_empty());
        assert!((verdict.accuracy() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn mates_and_rules_are_remarked() {
        use Remark::{AllowsMate, AllowsRuleLoss, MissesMate, MissesRuleWin};
        for (before, after, remarks, mark) in [
            (Score::Mate(5), Score::Cp(0), vec![MissesMate(3)], Some(Mark::Blunder)),
            // A slower mate.
            (Score::Mate(3), Score::Mate(-8), vec![], None),
            // Still won: a remark, but no mark.
            (Score::Mate(3), Score::Cp(-2000), vec![MissesMate(2)], None),
            (Score::Cp(10), Score::Mate(3), vec![AllowsMate(2)], Some(Mark::Blunder)),
            (Score::Mate(1), Score::Mate(1), vec![MissesMate(1), AllowsMate(1)], Some(Mark::Blunder)),
            (Score::Mate(-4), Score::Mate(1), vec![], None),
            (Score::Rule(6), Score::Cp(0), vec![MissesRuleWin], Some(Mark::Blunder)),
            (Score::Cp(0), Score::Rule(0), vec![AllowsRuleLoss], Some(Mark::Blunder)),
            // The opponent is mated, or has lost by the rules.
            (Score::Cp(500), Score::Mate(0), vec![], None),
            (Score::Cp(500), Score::Rule(-1), vec![], None),
        ] {
            let verdict = verdict("a0a1", before, after);
            assert_eq!((verdict.remarks, verdict.mark), (remarks, mark), "{before:?} {after:?}");
        }
    }

    #[test]
    fn accuracy_halves_with_a_blunder() {
        let accuracy = |loss| MoveVerdict { loss, centipawns: 0, mark: None, remarks: Vec::new() }.accuracy();
        assert!((accuracy(0.3) - 0.5).abs() < 1e-9 && (accuracy(0.6) - 0.25).abs() < 1e-9);
        assert!(accuracy(1.0) > 0.09);
    }

    #[test]
    fn verdicts_are_worded_in_both_languages() {
        let remarks = vec![Remark::MissesMate(3), Remark::AllowsRuleLoss];
        let bad = MoveVerdict { loss: 0.243, centipawns: 90, mark: Some(Mark::Mistake), remarks };
        let good = MoveVerdict { loss: 0.0, centipawns: 0, mark: None, remarks: Vec::new() };
        let slow = MoveVerdict { remarks: vec![Remark::MissesMate(2)], ..good.clone() };
        for (verdict, english, chinese) in [
            (
                bad,
                Some(
                    "mistake, 24 % lost: better X; misses a mate in 3; allows a loss by the rules of repetition",
                ),
                Some("错着，损失24%：应走X；错过3步杀；将按循环规则作负"),
            ),
            (good, None, None),
            (slow, Some("misses a mate in 2"), Some("错过2步杀")),
        ] {
            assert_eq!(verdict.words("X", Language::English).as_deref(), english);
            assert_eq!(verdict.words("X", Language::Chinese).as_deref(), chinese);
        }
    }
}
