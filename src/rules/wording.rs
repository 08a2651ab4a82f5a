// SPDX-License-Identifier: MIT OR Apache-2.0
//! Explanations as text, in the languages that have a file of their own.
//!
//! The order of what is said is the same in every language and lives here; the words live there.

use super::explain::{Conduct, Deed, Explanation, Repetition};
use super::game::{GameOutcome, Termination};
use super::repetition::RuleSet;
use super::{chinese, english};
use crate::types::{Color, Language};

/// The words of a language.
pub struct Words {
    pub side: fn(Color) -> &'static str,
    /// What stands above the moves of a repetition that occurred so many times.
    pub heading: fn(u8) -> &'static str,
    pub deed: fn(&Deed) -> String,
    pub conduct: fn(&Conduct) -> String,
    /// What a side did.
    pub colon: &'static str,
    pub semicolon: &'static str,
    /// Why the game is over, the loser or the side that cannot move given.
    pub reason: fn(Termination, Color) -> String,
    /// The game goes on with this side's move.
    pub ongoing: fn(Color) -> String,
    /// Added to that if the position stands for the second time.
    pub warning: &'static str,
    /// Why a rule set draws a repetition in which someone offends by Asian rules; did anyone check?
    pub excuse: fn(RuleSet, bool) -> &'static str,
    /// The game was over after so many of its moves.
    pub earlier: fn(usize) -> String,
}

impl Language {
    fn words(self) -> &'static Words {
        match self {
            Self::English => &english::WORDS,
            Self::Chinese => &chinese::WORDS,
        }
    }

    /// That a game was over after so many of its moves, and how, for one that was played on.
    pub fn decided_earlier(self, moves: usize, outcome: GameOutcome) -> String {
        let words = self.words();
        // A draw has no loser, and its reason names none.
        let loser = outcome.winner.map_or(Color::Red, |winner| !winner);
        format!("{}{}{}", (words.earlier)(moves), words.colon, (words.reason)(outcome.termination, loser))
    }
}

impl Explanation {
    /// What happened in a repetition, a line a move, then a line for each side; nothing if there is none.
    pub fn lines(&self, language: Language) -> Vec<String> {
        let words = language.words();
        let Some(repetition) = &self.repetition else { return Vec::new() };
        let mut lines = vec![(words.heading)(repetition.occurrences).to_owned()];
        for deed in &repetition.deeds {
            let side = deed.man.piece.color();
            // A Chinese character takes two columns.
            let gap = if side == Color::Red && language == Language::English { "  " } else { "" };
            let text = (words.deed)(deed);
            lines.push(format!("{:>4}. {}{gap} {}  {text}", deed.number, (words.side)(side), deed.mv));
        }
        lines.extend(Color::ALL.map(|side| self.conduct_of(side, words).unwrap_or_default()));
        lines
    }

    /// `red wins`, `black wins`, `draw` or `ongoing`: English whatever the language, for programs to read.
    pub fn verdict(&self) -> &'static str {
        match self.outcome.map(|outcome| outcome.winner) {
            None => "ongoing",
            Some(None) => "draw",
            Some(Some(Color::Red)) => "red wins",
            Some(Some(Color::Black)) => "black wins",
        }
    }

    /// Why, in a line.
    pub fn reason(&self, language: Language) -> String {
        let words = language.words();
        let Some(outcome) = self.outcome else {
            let warning = if self.repetition.is_some() { words.warning } else { "" };
            return format!("{}{warning}", (words.ongoing)(self.to_move));
        };
        let mut parts =
            vec![(words.reason)(outcome.termination, outcome.winner.map_or(self.to_move, |side| !side))];
        let is_repetition = matches!(
            outcome.termination,
            Termination::Repetition | Termination::PerpetualCheck | Termination::PerpetualChase
        );
        if is_repetition {
            parts.extend(Color::ALL.into_iter().filter_map(|side| self.conduct_of(side, words)));
        }
        if outcome.termination == Termination::Repetition
            && let Some(repetition) = &self.repetition
            && repetition.has_offender()
        {
            let has_checks = repetition.deeds.iter().any(|deed| deed.checks);
            parts.push((words.excuse)(self.rules, has_checks).to_owned());
        }
        parts.join(words.semicolon)
    }

    fn conduct_of(&self, side: Color, words: &Words) -> Option<String> {
        let conduct = &self.repetition.as_ref()?.conduct[side];
        Some(format!("{}{}{}", (words.side)(side), words.colon, (words.conduct)(conduct)))
    }
}

impl Repetition {
    /// Is one side the graver offender by Asian rules?
    fn has_offender(&self) -> bool {
        self.conduct[0].gravity() != self.conduct[1].gravity()
    }
}

impl Conduct {
    /// How grave an offence it is under the Asian rules: the side that offends more gravely loses.
    pub fn gravity(&self) -> u8 {
        match self {
            Self::Allowed { .. } => 0,
            Self::PerpetualChase(_) => 1,
            Self::ChaseOfPinnedRook(_) => 2,
            Self::PerpetualCheck => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    fn explain(fen: &str, moves: &str, rules: RuleSet) -> Explanation {
        let mut position = Position::from_fen(fen).unwrap();
        for mv in moves.split_whitespace() {
            position.play(mv.parse().unwrap()).unwrap();
        }
        Explanation::of(&position, rules, Some(120))
    }

    #[test]
    fn every_ending_has_its_reason_in_both_languages() {
        for (fen, moves, verdict, english, chinese) in [
            ("3k5/1R7/9/9/9/9/R8/9/9/4K4 w", "a3a9", "red wins", "black is checkmated", "黑方被将死"),
            (
                "5k3/9/9/9/9/9/9/9/r8/3K5 b",
                "a1e1",
                "black wins",
                "red has no legal move, which loses",
                "红方困毙",
            ),
            (
                "3k5/9/9/9/9/9/9/R8/9/4K4 w - - 119 90",
                "a2a3",
                "draw",
                "no capture for too long (the natural limit)",
                "自然限着内未吃子，和棋",
            ),
            (
                "4k4/9/9/9/9/9/9/9/3p5/3K1A3 w",
                "d0d1",
                "draw",
                "neither side has a man that can cross the river",
                "双方均无可过河的子，和棋",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/R2K5 w",
                "a0a1",
                "ongoing",
                "the game goes on with black's move",
                "对局继续，轮到黑方走棋",
            ),
        ] {
            let explanation = explain(fen, moves, RuleSet::Asian);
            assert_eq!(explanation.verdict(), verdict, "{fen}");
            assert_eq!(explanation.reason(Language::English), english);
            assert_eq!(explanation.reason(Language::Chinese), chinese);
            assert!(explanation.lines(Language::Chinese).is_empty());
        }
    }

    #[test]
    fn a_repetition_is_told_move_by_move() {
        let fen = "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b";
        let moves = "g6h6 g2h2 h6g6 h2g2";
        let second = explain(fen, moves, RuleSet::Asian);
        assert!(second.reason(Language::English).ends_with("; its position stands for the second time"));
        let third = explain(fen, &format!("{moves} {moves}"), RuleSet::Asian);
        let english = third.lines(Language::English);
        assert_eq!(english.len(), 1 + 8 + 2);
        assert_eq!(english[1], "   1. black g6h6  idle");
        assert_eq!(english[2], "   2. red   g2h2  rook h2 chases cannon h6 (not protected)");
        assert_eq!(english[9..], ["red: perpetual chase of cannon g6", "black: idle moves"]);
        let chinese = third.lines(Language::Chinese);
        assert_eq!(chinese[2], "   2. 红方 g2h2  车h2捉炮h6（无根）");
        assert_eq!(chinese[9..], ["红方：长捉炮g6", "黑方：闲着"]);
        assert_eq!(third.reason(Language::Chinese), "红方长捉作负；红方：长捉炮g6；黑方：闲着");
    }

    #[test]
    fn lenient_rules_say_why_they_draw() {
        let chase = ("3k5/9/9/6c2/9/9/9/6R2/9/5K3 b", "g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6 h2g2");
        for (rules, end) in [
            (RuleSet::CheckBan, "black: idle moves; these rules ban perpetual check alone"),
            (RuleSet::AlwaysDraw, "black: idle moves; these rules draw every repetition"),
        ] {
            let reason = explain(chase.0, chase.1, rules).reason(Language::English);
            assert!(
                reason.starts_with("repetition; red: perpetual chase") && reason.ends_with(end),
                "{reason}"
            );
        }
        let harmless = "h0g2 h9g7 g2h0 g7h9 h0g2 h9g7 g2h0 g7h9";
        let reason =
            explain(&Position::startpos().to_fen(), harmless, RuleSet::CheckBan).reason(Language::English);
        assert_eq!(reason, "repetition; red: idle moves; black: idle moves");
    }

    #[test]
    fn languages_have_their_usual_codes() {
        assert_eq!("ZH".parse(), Ok(Language::Chinese));
        assert!("fr".parse::<Language>().is_err());
    }
}
