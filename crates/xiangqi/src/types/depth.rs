// SPDX-License-Identifier: MIT OR Apache-2.0
//! Search depth in sixteenths of a ply.
//!
//! Extensions are fractions of a ply that add up along a line to whole plies; reductions are fractions as
//! well. A type of its own keeps depths (left to search) and plies (distance from the root) apart.

use core::ops::{Add, Sub};

/// Depth left to search, in 1/16 ply. May be negative in reductions and in quiescence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// Zero: the quiescence search begins.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE_PLY: Self = Self(16);
    /// Depth of the last iteration.
    pub const MAX: Self = Self::plies(100);

    /// Creates a depth of `n` whole plies.
    #[inline]
    pub const fn plies(n: i32) -> Self {
        Self(n * 16)
    }

    /// Creates a depth of `n` sixteenths of a ply.
    #[inline]
    pub const fn sixteenths(n: i32) -> Self {
        Self(n)
    }

    /// Returns the whole plies, rounded down.
    #[inline]
    pub const fn whole(self) -> i32 {
        self.0 >> 4
    }
}

impl Add for Depth {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_add_up_to_plies() {
        let two_thirds = Depth::sixteenths(11);
        assert_eq!(two_thirds.whole(), 0);
        assert_eq!((two_thirds + two_thirds).whole(), 1);
        assert_eq!((Depth::plies(3) - Depth::sixteenths(1)).whole(), 2);
        assert_eq!(Depth::sixteenths(-1).whole(), -1);
    }
}
