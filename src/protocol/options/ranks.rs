// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves as words, with ranks from 0 to 9 (the rule) or from 1 to 10 (some UCI programs).

use crate::types::{Move, Square};

/// The number of the lowest rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RankBase {
    /// Ranks 0 to 9: `h2e2`.
    #[default]
    Zero,
    /// Ranks 1 to 10: `h3e3`, `a10a9`.
    One,
}

impl RankBase {
    /// Reads a move.
    pub fn read(self, word: &str) -> Option<Move> {
        if self == Self::Zero {
            return word.parse().ok();
        }
        let second = 1 + word.get(1..)?.find(|c: char| c.is_ascii_alphabetic() || c == '-')?;
        let (from, to) = (&word[..second], word[second..].trim_start_matches('-'));
        let (from, to) = (square_from_one(from)?, square_from_one(to)?);
        (from != to).then(|| Move::new(from, to))
    }

    /// Writes a move.
    pub fn write(self, mv: Move) -> String {
        self.write_square(mv.from()) + &self.write_square(mv.to())
    }

    /// Writes a square.
    pub fn write_square(self, square: Square) -> String {
        let text = square.to_string();
        match self {
            Self::Zero => text,
            Self::One => format!("{}{}", &text[..1], square.rank() as u8 + 1),
        }
    }

    /// Returns the other base.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Zero => Self::One,
            Self::One => Self::Zero,
        }
    }

    /// Returns true if this word is a move in this base and none in the other: it has a rank 0 or a rank 10.
    pub fn is_proved_by(self, word: &str) -> bool {
        self.read(word).is_some() && self.other().read(word).is_none()
    }
}

/// Reads a square from `a1` to `i10`.
fn square_from_one(text: &str) -> Option<Square> {
    let rank = text.get(1..).filter(|rank| !rank.starts_with(['0', '+']))?.parse::<u8>().ok()?;
    format!("{}{}", &text[..1], rank.checked_sub(1)?).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back_in_both_bases() {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                for base in [RankBase::Zero, RankBase::One] {
                    assert_eq!(base.read(&base.write(mv)), Some(mv));
                    assert_eq!(base.read(&base.write(mv).to_ascii_uppercase()), Some(mv));
                }
            }
        }
        assert_eq!(RankBase::One.write("a9a8".parse().unwrap()), "a10a9");
        assert_eq!(RankBase::One.read("H10-G8"), "h9g7".parse().ok());
    }

    #[test]
    fn nonsense_is_not_a_move_in_either_base() {
        for bad in ["", "a", "a1", "a0a1x", "a1a1", "a01a2", "a1a+2", "a1a11", "j1a1", "é1a1", "a1é1", "a--b"]
        {
            assert_eq!(RankBase::One.read(bad), None, "{bad}");
        }
        assert_eq!(RankBase::One.read("a0a1"), None);
        assert_eq!(RankBase::Zero.read("a10a9"), None);
        for (word, zero, one) in
            [("a10a9", false, true), ("a1b0", true, false), ("h2e2", false, false), ("0", false, false)]
        {
            assert_eq!(
                (RankBase::Zero.is_proved_by(word), RankBase::One.is_proved_by(word)),
                (zero, one),
                "{word}"
            );
        }
    }
}
