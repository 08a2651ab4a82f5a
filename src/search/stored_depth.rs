// SPDX-License-Identifier: MIT OR Apache-2.0
//! The depth scale of the transposition table, which puts quiescence below the main search.

use crate::tt::Entry;
use crate::types::Depth;

/// Depth of a table entry: 0 for quiescence over captures, 1 for quiescence with checks, then whole plies
/// plus one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct StoredDepth(u8);

impl StoredDepth {
    /// Quiescence over captures.
    pub const CAPTURES: Self = Self(0);
    /// Quiescence that begins with checks.
    pub const CHECKS: Self = Self(1);
    /// Added to the whole plies of the main search.
    const MAIN: u8 = 1;

    /// Returns the depth of an entry.
    #[inline]
    pub fn of(entry: &Entry) -> Self {
        Self(entry.depth)
    }

    /// The depth as stored in an entry.
    #[inline]
    pub fn stored(self) -> u8 {
        self.0
    }

    /// Converts an entry's depth into whole plies, for output.
    pub fn plies(stored: u8) -> u32 {
        u32::from(stored.saturating_sub(Self::MAIN))
    }
}

impl From<Depth> for StoredDepth {
    #[inline]
    fn from(depth: Depth) -> Self {
        Self(u8::try_from(depth.whole()).unwrap_or(0) + Self::MAIN)
    }
}
