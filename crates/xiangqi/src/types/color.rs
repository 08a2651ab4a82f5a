// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two sides.

use crate::types::language::Language;
use core::fmt;
use core::ops::Not;

/// A side. Red moves first and sits at ranks 0 to 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Color {
    /// The side that moves first, in upper case in FEN.
    Red,
    /// The other side.
    Black,
}

impl Color {
    /// Both sides, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// Returns +1 for Red and -1 for Black, which converts a value from Red's perspective to this side's.
    #[inline]
    pub const fn sign(self) -> i32 {
        1 - 2 * (self as i32)
    }

    /// Returns `red` or `black` in a language.
    #[must_use]
    pub fn word(self, language: Language) -> &'static str {
        match self {
            Self::Red => language.pick("red", "红方"),
            Self::Black => language.pick("black", "黑方"),
        }
    }

    /// Returns `Red` or `Black`, as a heading or at the beginning of a sentence, in a language.
    #[must_use]
    pub fn title(self, language: Language) -> &'static str {
        match self {
            Self::Red => language.pick("Red", "红方"),
            Self::Black => language.pick("Black", "黑方"),
        }
    }
}

impl Not for Color {
    type Output = Self;
    /// The opponent.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word(Language::English))
    }
}
