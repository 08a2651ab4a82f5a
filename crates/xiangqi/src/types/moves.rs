// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves: two squares in fourteen bits, never zero, so that `Option<Move>` takes two bytes.

use crate::types::square::Square;
use crate::types::{Language, text};
use arrayvec::ArrayVec;
use core::fmt;
use core::num::NonZeroU16;
use core::str::FromStr;
use thiserror::Error;

/// A move from one square to another. Xiangqi needs nothing more: no promotion, no castling.
///
/// ```
/// use xiangqi::types::{Move, Square};
/// let central_cannon: Move = "h2e2".parse()?;
/// assert_eq!(central_cannon.to(), Square::E2);
/// assert_eq!("H2-E2".parse::<Move>()?, central_cannon);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    /// Creates a move between two different squares.
    ///
    /// # Panics
    /// If `from` and `to` are both `a0`; in debug builds, if they are the same square.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        debug_assert!(from as u16 != to as u16);
        Self(
            NonZeroU16::new(from as u16 | (to as u16) << 7).expect("two different squares are never both a0"),
        )
    }

    /// Returns the square the move starts from.
    #[inline]
    pub const fn from(self) -> Square {
        Square::clamped((self.0.get() & 127) as usize)
    }

    /// Returns the square the move goes to.
    #[inline]
    pub const fn to(self) -> Square {
        Square::clamped((self.0.get() >> 7) as usize)
    }

    /// Returns the fourteen bits: from in the low seven, to in the high seven.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the move with these bits, if they are two different squares of the board.
    ///
    /// ```
    /// use xiangqi::{Move, types::Square};
    /// assert_eq!(Move::from_bits(1), Some(Move::new(Square::B0, Square::A0)));
    /// assert_eq!(Move::from_bits(0), None);
    /// ```
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let (from, to) = (bits & 127, bits >> 7);
        if from < 90 && to < 90 && from != to {
            match NonZeroU16::new(bits) {
                Some(bits) => Some(Self(bits)),
                None => None,
            }
        } else {
            None
        }
    }

    /// Returns the move with left and right exchanged.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self::new(self.from().mirror(), self.to().mirror())
    }
}

impl fmt::Display for Move {
    /// The wire form of the protocols: `h2e2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a move in coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct ParseMoveError(pub String);

crate::bilingual_errors!(ParseMoveError);

impl ParseMoveError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        text!(
            language,
            "'{name}' is not a move in coordinates (like h2e2)",
            "“{name}”不是坐标着法（如 h2e2）",
            name = self.0
        )
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads ICCS coordinates: `h2e2`, `H2-E2`, either case.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseMoveError(text.to_owned());
        let (from, to) = match text.len() {
            4 => (text.get(..2), text.get(2..)),
            5 if text.as_bytes()[2] == b'-' => (text.get(..2), text.get(3..)),
            _ => return Err(error()),
        };
        let square = |part: Option<&str>| part.and_then(|part| part.parse::<Square>().ok());
        match (square(from), square(to)) {
            (Some(from), Some(to)) if from != to => Ok(Self::new(from, to)),
            _ => Err(error()),
        }
    }
}

/// Upper bound of the moves in a position: fifteen rooks with 17 squares each and four king steps make 259.
pub const MAX_MOVES: usize = 260;

/// The moves of one position.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_reads_back() {
        for from in Square::ALL {
            for to in Square::ALL.into_iter().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                assert_eq!((mv.from(), mv.to()), (from, to));
                assert_eq!(mv.to_string().parse(), Ok(mv));
                assert_eq!(Move::from_bits(mv.bits()), Some(mv));
            }
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for bad in ["", "0000", "h2", "h2e2e", "h2-e", "h2+e2", "h2h2", "j0a0", "炮二平五", "h2é"] {
            assert!(bad.parse::<Move>().is_err(), "{bad}");
        }
        for bits in [0, 90, 91 << 7, u16::MAX, 5 | 5 << 7] {
            assert_eq!(Move::from_bits(bits), None);
        }
    }
}
