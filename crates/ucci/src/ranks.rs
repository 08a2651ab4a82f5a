// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves as words, with ranks from 0 to 9 (the rule) or from 1 to 10 (some UCI programs).

use core::fmt::Display;
use core::str::FromStr;

/// The number of the lowest rank. UCCI counts ranks from 0, and so do most Xiangqi programs in UCI; those of
/// Fairy-Stockfish's family count from 1.
///
/// ```
/// use ucci::RankBase;
/// assert_eq!(RankBase::One.read("h10g8"), Some("h9g7".to_owned()));
/// assert_eq!(RankBase::One.write("h9g7"), "h10g8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RankBase {
    /// Ranks 0 to 9: `h2e2`.
    #[default]
    Zero,
    /// Ranks 1 to 10: `h3e3`, `a10a9`.
    One,
}

impl RankBase {
    /// Reads a move, in either case and with or without a hyphen. It is parsed as `M` after its rewriting in
    /// lower case with ranks from 0: as a `String`, or as a type for moves. Returns `None` if it is not a
    /// move in this base.
    pub fn read<M: FromStr>(self, word: &str) -> Option<M> {
        let word = word.to_ascii_lowercase();
        let second = 1 + word.get(1..)?.find(|c: char| c.is_ascii_alphabetic() || c == '-')?;
        let (from, to) = word.split_at(second);
        let from = self.read_square(from)?;
        let to = self.read_square(to.strip_prefix('-').unwrap_or(to))?;
        if from == to { None } else { (from + &to).parse().ok() }
    }

    /// Writes a move or a square whose ranks count from 0, such as `h2e2`, in this base.
    pub fn write(self, zero_based: impl Display) -> String {
        let text = zero_based.to_string();
        if self == Self::Zero {
            return text;
        }
        let ranks = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
        let rank = |c: char| c.to_digit(10).map(|digit| ranks[digit as usize]);
        text.chars().map(|c| rank(c).map_or_else(|| c.to_string(), str::to_owned)).collect()
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
        self.read::<String>(word).is_some() && self.other().read::<String>(word).is_none()
    }

    /// Reads a square in lower case and returns it with ranks from 0.
    fn read_square(self, text: &str) -> Option<String> {
        let file = text.chars().next().filter(|file| ('a'..='i').contains(file))?;
        let rank = &text[1..];
        let is_number = rank.bytes().all(|c| c.is_ascii_digit()) && (rank == "0" || !rank.starts_with('0'));
        let lowest = u8::from(self == Self::One);
        let rank = rank.parse::<u8>().ok()?.checked_sub(lowest)?;
        (is_number && rank <= 9).then(|| format!("{file}{rank}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back_in_both_bases() {
        let squares = || ('a'..='i').flat_map(|file| (0..=9).map(move |rank| format!("{file}{rank}")));
        for from in squares() {
            for to in squares().filter(|to| *to != from) {
                let mv = format!("{from}{to}");
                for base in [RankBase::Zero, RankBase::One] {
                    assert_eq!(base.read(&base.write(&mv)), Some(mv.clone()));
                    assert_eq!(base.read(&base.write(&mv).to_ascii_uppercase()), Some(mv.clone()));
                }
            }
        }
        assert_eq!(RankBase::One.write("a9a8"), "a10a9");
        assert_eq!(RankBase::One.read("H10-G8"), Some("h9g7".to_owned()));
    }

    #[test]
    fn nonsense_is_not_a_move_in_either_base() {
        for bad in ["", "a", "a1", "a0a1x", "a1a1", "a01a2", "a1a+2", "a1a11", "j1a1", "é1a1", "a1é1", "a--b"]
        {
            assert_eq!(RankBase::One.read::<String>(bad), None, "{bad}");
        }
        assert_eq!(RankBase::One.read::<String>("a0a1"), None);
        assert_eq!(RankBase::Zero.read::<String>("a10a9"), None);
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
