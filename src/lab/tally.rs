// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is counted while an algorithm searches.

use core::ops::AddAssign;
use std::time::Duration;

/// Counts of one search or of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Positions visited, the root included.
    pub nodes: u64,
    /// Those of them that were valued as they stood: at the horizon, or because the game was over.
    pub leaves: u64,
    /// Those whose moves were looked at.
    pub expanded: u64,
    /// The moves they had, looked at or not.
    pub children: u64,
    /// Positions that the table gave the value of.
    pub exact_hits: u64,
    /// Positions of which the table knew something that did not suffice, but it may have known a good move.
    pub partial_hits: u64,
}

impl Tally {
    /// A position was valued as it stands.
    #[inline]
    pub fn leaf(&mut self) {
        self.nodes += 1;
        self.leaves += 1;
    }

    /// The moves of a position are going to be looked at.
    #[inline]
    pub fn expand(&mut self, moves: usize) {
        self.nodes += 1;
        self.expanded += 1;
        self.children += moves as u64;
    }

    /// The share of all positions that so many of them are.
    #[allow(clippy::cast_precision_loss, reason = "a share")]
    pub fn share(&self, positions: u64) -> f64 {
        positions as f64 / self.nodes.max(1) as f64
    }

    /// The time for a position, in nanoseconds, if all took so long.
    #[allow(clippy::cast_precision_loss, reason = "a mean")]
    pub fn nanoseconds_a_node(&self, time: Duration) -> f64 {
        time.as_nanos() as f64 / self.nodes.max(1) as f64
    }

    /// The mean number of moves.
    #[allow(clippy::cast_precision_loss, reason = "a mean")]
    pub fn branching(&self) -> f64 {
        self.children as f64 / self.expanded.max(1) as f64
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        let Self { nodes, leaves, expanded, children, exact_hits, partial_hits } = other;
        self.nodes += nodes;
        self.leaves += leaves;
        self.expanded += expanded;
        self.children += children;
        self.exact_hits += exact_hits;
        self.partial_hits += partial_hits;
    }
}
