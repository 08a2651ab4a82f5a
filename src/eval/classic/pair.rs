// SPDX-License-Identifier: MIT OR Apache-2.0
//! A middlegame and an endgame value in one integer, for the tapered evaluation (like `S(mg, eg)` in
//! Stockfish).
//!
//! Each has sixteen bits, the endgame in the upper half, so that one addition adds both. A borrow of the
//! lower half is compensated when the upper half is read. Sums stay far from the limits: fifteen rooks are
//! worth 15 000.

#![expect(clippy::cast_possible_truncation, reason = "each half has sixteen bits")]

use bytemuck::{Pod, Zeroable};
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Weight of the middlegame half when all majors are on the board.
pub const FULL_PHASE: i32 = 32;

/// A middlegame and an endgame value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct Pair(i32);

/// Creates a pair from its two halves.
pub const fn pair(middlegame: i32, endgame: i32) -> Pair {
    Pair((endgame << 16) + middlegame)
}

impl Pair {
    pub const ZERO: Self = Self(0);

    /// Returns the middlegame half.
    #[inline]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// Returns the endgame half.
    #[inline]
    pub const fn endgame(self) -> i32 {
        self.0.wrapping_add(0x8000) >> 16
    }

    /// Blends both halves by the phase, from 0 (endgame) to [`FULL_PHASE`]; the result is multiplied by
    /// [`FULL_PHASE`].
    #[inline]
    pub const fn blend(self, phase: i32) -> i32 {
        self.middlegame() * phase + self.endgame() * (FULL_PHASE - phase)
    }

    /// Negates the pair in constants.
    pub const fn negated(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Pair {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Pair {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Neg for Pair {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        self.negated()
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    #[inline]
    fn mul(self, factor: i32) -> Self {
        Self(self.0 * factor)
    }
}

impl Sum for Pair {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_arithmetic() {
        let values = [-15_000, -401, -1, 0, 1, 77, 15_000];
        for mg in values {
            for eg in values {
                let p = pair(mg, eg);
                assert_eq!((p.middlegame(), p.endgame()), (mg, eg));
                let q = p - pair(3, -9) + pair(3, -9);
                assert_eq!(q, p);
                assert_eq!(-(-p), p);
                let r = pair(mg / 50, eg / 50) * 30;
                assert_eq!((r.middlegame(), r.endgame()), (mg / 50 * 30, eg / 50 * 30));
            }
        }
    }

    #[test]
    fn the_blend_goes_from_endgame_to_middlegame() {
        assert_eq!(pair(100, -20).blend(FULL_PHASE) / FULL_PHASE, 100);
        assert_eq!(pair(100, -20).blend(0) / FULL_PHASE, -20);
        assert_eq!(pair(100, -20).blend(FULL_PHASE / 2) / FULL_PHASE, 40);
    }
}
