// SPDX-License-Identifier: MIT OR Apache-2.0
//! The entry of a position: what the table tells the search.

use xiangqi::types::{Depth, Move, Value};

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

/// Depth of an entry: 0 for quiescence over captures, 1 for quiescence with checks, then whole plies of the
/// main search plus one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TtDepth(pub u8);

impl TtDepth {
    /// Quiescence over captures.
    pub const QS_CAPTURES: Self = Self(0);
    /// Quiescence that begins with checks.
    pub const QS_CHECKS: Self = Self(1);
    /// Added to the whole plies of the main search.
    const MAIN: u8 = 1;

    /// Returns the whole plies of the main search, for output.
    pub fn plies(self) -> u32 {
        u32::from(self.0.saturating_sub(Self::MAIN))
    }
}

impl From<Depth> for TtDepth {
    #[inline]
    fn from(depth: Depth) -> Self {
        Self(u8::try_from(depth.whole()).unwrap_or(0) + Self::MAIN)
    }
}

/// The entry of a position. Mate values count from this position, not from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move found.
    pub mv: Option<Move>,
    /// The value found; `bound` says on which side the true value lies.
    pub value: Value,
    /// The static evaluation, unless the side to move was in check.
    pub eval: Option<Value>,
    /// Depth of the search.
    pub depth: TtDepth,
    /// The bound that `value` is.
    pub bound: Bound,
    /// The position is or was on a principal variation.
    pub pv: bool,
}
