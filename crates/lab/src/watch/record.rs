// SPDX-License-Identifier: MIT OR Apache-2.0
//! The record of a search: its nodes, and what was known of each at every step.
//!
//! A step is the beginning of a node or its end; a node without children begins and ends in one. All values
//! and windows are Max's. A window that the algorithm does not tell follows from the values of the earlier
//! siblings of a node and of its ancestors.

use serde::Serialize;
use xiangqi::types::Value;

/// A bound of a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Bound {
    /// The value for Max.
    pub value: Value,
    /// The node whose value it is; none for infinity, and for the bound of a null window.
    pub holder: Option<usize>,
}

/// A move that rose in the history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rise {
    /// The move.
    pub mv: String,
    /// Its place in the list before and after, from 0.
    pub places: [usize; 2],
    /// The moves of the node in the order of the list, before and after.
    pub lists: [Vec<String>; 2],
}

/// A node of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Node {
    /// The node before; none for the root.
    pub parent: Option<usize>,
    /// The move that leads here; none for the root and after a null move.
    pub mv: Option<String>,
    /// The distance from the root.
    pub ply: usize,
    /// True if Max is to move.
    pub is_max: bool,
    /// The picture of its position.
    pub picture: String,
    /// The nodes after it that were searched.
    pub children: Vec<usize>,
    /// The moves that were not searched.
    pub unsearched: Vec<String>,
    /// Alpha and beta at its beginning.
    pub window: [Bound; 2],
    /// The value that the search returned.
    pub value: Value,
    /// The static value, if it was evaluated.
    pub static_value: Option<Value>,
    /// True if the value came from the table.
    pub is_hit: bool,
    /// True if the value was stored in the table.
    pub is_stored: bool,
    /// The move from the table, if the table had only that.
    pub known: Option<String>,
    /// The bound that the value reached, if moves were not searched for it: beta where Max moves, alpha where
    /// Min does.
    pub cutoff: Option<Bound>,
    /// The moves that rose in the history at its end.
    pub rises: Vec<Rise>,
    /// The steps of its beginning and its end.
    pub steps: [usize; 2],
}

/// A recorded search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Record {
    /// The nodes, each before its children.
    pub nodes: Vec<Node>,
    /// The node of each step.
    pub steps: Vec<usize>,
}

impl Record {
    /// Returns alpha and beta of a node at a step: those of its beginning, narrowed by the values of its
    /// moves. After a cutoff, which may pass the other bound, they are equal.
    pub fn window(&self, node: usize, step: usize) -> [Value; 2] {
        let Node { window: [alpha, beta], is_max, .. } = &self.nodes[node];
        let done = self.done(node, step);
        if *is_max {
            [done.fold(alpha.value, Value::max).min(beta.value), beta.value]
        } else {
            [alpha.value, done.fold(beta.value, Value::min).max(alpha.value)]
        }
    }

    /// Returns the value of a node at a step: the one it returned, or the best so far.
    pub fn value(&self, node: usize, step: usize) -> Option<Value> {
        let Node { steps: [begin, end], value, static_value, is_max, .. } = &self.nodes[node];
        if step >= *end {
            return Some(*value);
        }
        let known = static_value.filter(|_| step >= *begin);
        let better = if *is_max { Value::max } else { Value::min };
        known.into_iter().chain(self.done(node, step)).reduce(better)
    }

    /// Iterates over the values of the moves of a node whose searches have ended.
    fn done(&self, node: usize, step: usize) -> impl Iterator<Item = Value> {
        let children = self.nodes[node].children.iter().map(|&child| &self.nodes[child]);
        children.filter(move |child| child.steps[1] <= step && child.mv.is_some()).map(|child| child.value)
    }

    /// Returns the nodes from the root to a node.
    pub fn line(&self, node: usize) -> Vec<usize> {
        let mut line: Vec<usize> =
            core::iter::successors(Some(node), |&node| self.nodes[node].parent).collect();
        line.reverse();
        line
    }
}
