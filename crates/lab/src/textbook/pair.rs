// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pairs of a middlegame and an endgame value (`S(mg, eg)` in Stockfish).

use bytemuck::{Pod, Zeroable};
use core::ops::{Add, AddAssign, Mul, Sub, SubAssign};

/// Weight of the middlegame half when all majors are on the board.
pub const FULL_PHASE: i32 = 32;

/// A middlegame and an endgame value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Pair {
    pub middlegame: i32,
    pub endgame: i32,
}

/// Creates a pair from its two halves.
pub const fn pair(middlegame: i32, endgame: i32) -> Pair {
    Pair { middlegame, endgame }
}

/// Creates pairs from their middlegame and their endgame halves.
pub const fn pairs<const N: usize>(middlegame: [i32; N], endgame: [i32; N]) -> [Pair; N] {
    let (mut pairs, mut i) = ([Pair::ZERO; N], 0);
    while i < N {
        pairs[i] = pair(middlegame[i], endgame[i]);
        i += 1;
    }
    pairs
}

impl Pair {
    pub const ZERO: Self = pair(0, 0);

    /// Blends both halves by the phase, from 0 (endgame) to [`FULL_PHASE`]; the result is multiplied by
    /// [`FULL_PHASE`].
    pub const fn blend(self, phase: i32) -> i32 {
        self.middlegame * phase + self.endgame * (FULL_PHASE - phase)
    }
}

impl Add for Pair {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        pair(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl AddAssign for Pair {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pair {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + other * -1
    }
}

impl SubAssign for Pair {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Pair {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        pair(self.middlegame * factor, self.endgame * factor)
    }
}

impl core::iter::Sum for Pair {
    fn sum<I: Iterator<Item = Self>>(pairs: I) -> Self {
        pairs.fold(Self::ZERO, Add::add)
    }
}
