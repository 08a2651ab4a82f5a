// SPDX-License-Identifier: MIT OR Apache-2.0
//! The entry of a position in the transposition table, unpacked.

use crate::types::{Move, Value};

/// The kind of bound that a stored value is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// No bound: the entry only keeps a move or a static value.
    None,
    /// The value is at most this (all moves failed low).
    Upper,
    /// The value is at least this (a move failed high).
    Lower,
    /// The value itself.
    Exact,
}

impl Bound {
    /// Returns the bound of a search that returned `value` for a window up to `beta`. Below beta the value is
    /// exact if a move raised the alpha of an open window (`is_exact`), otherwise an upper bound.
    #[inline]
    pub fn of(value: Value, beta: Value, is_exact: bool) -> Self {
        if value >= beta {
            Self::Lower
        } else if is_exact {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Returns true if a value of this bound proves on which side of `beta` the true value lies.
    #[inline]
    pub fn decides(self, value: Value, beta: Value) -> bool {
        if value >= beta { self as u8 & Self::Lower as u8 != 0 } else { self as u8 & Self::Upper as u8 != 0 }
    }
}

/// The entry of a position. Mate values count from this position, not from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found.
    pub mv: Option<Move>,
    /// The value found, as far as `bound` says.
    pub value: Value,
    /// The static value, if the side to move was not in check.
    pub eval: Option<Value>,
    /// Depth of the search, in whole plies above the shallowest kind.
    pub depth: u8,
    /// The bound that `value` is.
    pub bound: Bound,
    /// The position is or was on a principal variation.
    pub pv: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_decide_what_they_should() {
        assert!(Bound::Lower.decides(50, 40) && !Bound::Lower.decides(30, 40));
        assert!(Bound::Upper.decides(30, 40) && !Bound::Upper.decides(50, 40));
        assert!(Bound::Exact.decides(30, 40) && Bound::Exact.decides(50, 40));
        assert!(!Bound::None.decides(30, 40) && !Bound::None.decides(50, 40));
    }
}
