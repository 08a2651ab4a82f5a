// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts of a review, in English and Chinese.

use super::verdict::{Mark, MoveVerdict, Remark};
use crate::notation::Notation;
use crate::position::Position;
use crate::types::{Color, Language, Move, text};

impl Mark {
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

impl MoveVerdict {
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

/// A fraction of a point in whole percent.
pub fn percent(points: f64) -> String {
    format!("{:.0}", 100.0 * points)
}

/// Rounds a number to four decimals.
pub fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

/// Writes the moves of a line that begins in `position`.
pub fn line_in(notation: Notation, position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let write = |&mv: &Move| {
        let word = notation.write(&position, mv);
        position.play_unchecked(mv);
        word
    };
    line.iter().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn lines_are_written_move_by_move() {
        let line = ["h2e2", "h9g7", "e2e6"].map(|mv| mv.parse().unwrap());
        let words = line_in(Notation::Chinese, &Position::startpos(), &line);
        assert_eq!(words, ["炮二平五", "马８进７", "炮五进四"]);
    }
}
