// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bitboards: sets of squares, one bit each in a `u128`.
//!
//! The type behaves as a set: `|` union, `&` intersection, `-` difference, `^` symmetric difference, `!`
//! complement within the board. Invariant: only the low ninety bits may be set.

use crate::types::square::Square;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of [`Square`]s.
///
/// ```
/// use xiangqi::types::{Bitboard, Square};
/// let set = Bitboard::from(Square::E0) | Bitboard::from(Square::E9);
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Square::E9));
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::E0, Square::E9]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// All ninety squares.
    pub const ALL: Self = Self((1 << 90) - 1);

    /// Creates the set with these bits; bits from 90 on are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Self(bits & Self::ALL.0)
    }

    /// Returns the bits: bit `n` is set if the square of index `n` is in the set.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Creates the set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        // Shifting 128 bits by a variable amount takes three times as many instructions as a look-up.
        const SINGLE: [Bitboard; Square::COUNT] = {
            let mut table = [Bitboard::EMPTY; Square::COUNT];
            let mut i = 0;
            while i < Square::COUNT {
                table[i] = Bitboard(1 << i);
                i += 1;
            }
            table
        };
        SINGLE[square as usize]
    }

    /// Returns true if `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns true if the set has more than one square.
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns true if the two sets have a square in common.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns true if every square of this set is in `other`.
    #[inline]
    pub const fn is_subset_of(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the square of the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(self.first_or_last()) }
    }

    /// Returns the square of the lowest index; of an empty set, the board's last square. The bit set there
    /// changes nothing for other sets, but lets the compiler see that the result is a square.
    #[inline]
    pub const fn first_or_last(self) -> Square {
        Square::clamped((self.0 | 1 << (Square::COUNT - 1)).trailing_zeros() as usize)
    }

    /// Returns this set without its lowest square.
    #[inline]
    #[must_use]
    pub const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// Combines both halves in one word: bit `i` is set if the square of index `i` or `i + 64` is in the set.
    #[inline]
    pub const fn fold(self) -> u64 {
        self.0 as u64 | (self.0 >> 64) as u64
    }

    /// Returns the squares of this set whose index modulo 64 is a bit of `word`. This undoes
    /// [`fold`](Self::fold) if the squares of this set differ modulo 64.
    #[inline]
    #[must_use]
    pub const fn unfold(self, word: u64) -> Self {
        Self(self.0 & (word as u128 | (word as u128) << 64))
    }

    /// Rotates the set by 180°.
    #[must_use]
    pub const fn rotate(self) -> Self {
        Self(self.0.reverse_bits() >> (128 - 90))
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident |$a:ident, $b:ident| $body:expr) => {
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Self($body)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

operator!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
operator!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
operator!(BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
operator!(Sub sub SubAssign sub_assign |a, b| a & !b);

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0 & Self::ALL.0)
    }
}

/// Iterates over the squares of a set, lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first();
        self.0 = self.0.without_first();
        first
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl fmt::Display for Bitboard {
    /// Ten lines of nine, rank 9 first, `X` for a square in the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..10).rev() {
            for file in 0..9 {
                let mark = if self.0 >> (rank * 9 + file) & 1 == 1 { 'X' } else { '.' };
                write!(f, "{mark}{}", if file == 8 { '\n' } else { ' ' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// Creates a bitboard from a picture, rank 9 first: `X` is in the set, `.` is not.
///
/// ```
/// use xiangqi::types::{Bitboard, Square};
/// let heart = xiangqi::bitboard! {
///     . . . . . . . . .
///     . . . . X . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . X . . . .
///     . . . . . . . . .
/// };
/// assert_eq!(heart, Bitboard::from(Square::E1) | Bitboard::from(Square::E8));
/// ```
#[macro_export]
macro_rules! bitboard {
    ($($mark:tt)*) => {{
        const MARKS: &[u8] = concat!($(stringify!($mark)),*).as_bytes();
        const {
            assert!(MARKS.len() == 90, "a picture has ten ranks of nine squares");
            let mut bits = 0u128;
            let mut i = 0;
            while i < 90 {
                assert!(MARKS[i] == b'X' || MARKS[i] == b'.', "squares are drawn as X or .");
                if MARKS[i] == b'X' {
                    bits |= 1 << ((9 - i / 9) * 9 + i % 9);
                }
                i += 1;
            }
            $crate::types::Bitboard::from_bits(bits)
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_set() {
        let a: Bitboard = [Square::A0, Square::E4, Square::I9].into_iter().collect();
        let b: Bitboard = [Square::E4, Square::B3].into_iter().collect();
        assert_eq!(a & b, Square::E4.into());
        assert_eq!((a | b).len(), 4);
        assert_eq!((a - b).into_iter().collect::<Vec<_>>(), [Square::A0, Square::I9]);
        assert_eq!((a ^ b).len(), 3);
        assert_eq!(!!a, a);
        assert_eq!((!Bitboard::EMPTY).len(), 90);
        assert!((a & b).is_subset_of(a) && a.meets(b) && a.has_several() && !(a & b).has_several());
        assert_eq!(Bitboard::EMPTY.first(), None);
        assert_eq!(a.rotate(), [Square::I9, Square::E5, Square::A0].into_iter().collect());
    }
}
