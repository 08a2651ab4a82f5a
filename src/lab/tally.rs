// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counters of a search.

use core::ops::AddAssign;
use std::time::Duration;

/// The counts of one search or of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeTally {
    /// Nodes: positions visited, including the root.
    pub nodes: u64,
    /// Leaves: nodes evaluated statically, at the horizon or because the game was over.
    pub leaves: u64,
    /// Nodes whose moves were generated.
    pub expanded: u64,
    /// The moves of these nodes, searched or not.
    pub children: u64,
    /// Nodes whose value came from the table.
    pub exact_hits: u64,
    /// Nodes for which the table supplied only a move.
    pub partial_hits: u64,
}

impl NodeTally {
    /// Counts a leaf.
    #[inline]
    pub fn leaf(&mut self) {
        self.nodes += 1;
        self.leaves += 1;
    }

    /// Counts a node whose moves are going to be searched.
    #[inline]
    pub fn expand(&mut self, moves: usize) {
        self.nodes += 1;
        self.expanded += 1;
        self.children += moves as u64;
    }

    /// Returns the share of `count` in all nodes.
    #[expect(clippy::cast_precision_loss, reason = "a share")]
    pub fn share(&self, count: u64) -> f64 {
        count as f64 / self.nodes.max(1) as f64
    }

    /// Returns the time per node in nanoseconds, given the total time.
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    pub fn nanoseconds_a_node(&self, time: Duration) -> f64 {
        time.as_nanos() as f64 / self.nodes.max(1) as f64
    }

    /// Returns the mean number of moves per expanded node.
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    pub fn branching(&self) -> f64 {
        self.children as f64 / self.expanded.max(1) as f64
    }
}

impl AddAssign for NodeTally {
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
