// SPDX-License-Identifier: MIT OR Apache-2.0
//! The traces that a search leaves at each position of a worked tree.

use super::tree::{Place, WorkedTree};
use crate::lab::game::INFINITE;
use crate::types::Value;

/// A position of a tree after a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The name; empty for leaves and where the text has none.
    pub name: String,
    /// Distance from the root. Max moves at even distances.
    pub ply: usize,
    /// True if it is a leaf.
    pub is_leaf: bool,
    /// True if it is the last move of its position.
    pub is_last: bool,
    /// The result of its search; `None` if it was cut.
    pub searched: Option<Searched>,
}

/// The result at a position that was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// Alpha and beta for Max.
    pub window: [Value; 2],
    /// The value for Max: the best of what was searched.
    pub value: Value,
    /// The cutoff, if moves of this position were not searched.
    pub cutoff: Option<Cutoff>,
}

/// A cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cutoff {
    /// The bound that the value reached: alpha where Min moves, beta where Max does.
    pub bound: Value,
    /// The ply of the position that has this bound: one ply before in a *shallow* cutoff, three, five or more
    /// in a *deep* one.
    pub ply: usize,
}

/// A bound of the window, for the side to move, and the ply of the position that has it.
type Bound = (Value, usize);

impl WorkedTree {
    /// Returns all positions, each before those after it, as the last [`watch`](Self::watch) left them.
    pub fn seen(&self) -> Vec<Seen> {
        let mut seen = Vec::with_capacity(self.places.len());
        self.visit(0, 0, [(-INFINITE, 0), (INFINITE, 0)], &mut seen);
        seen[0].is_last = true;
        seen
    }

    /// Appends a position and those after it. Returns the value for the side to move if it was searched.
    fn visit(&self, place: usize, ply: usize, window: [Bound; 2], seen: &mut Vec<Seen>) -> Option<Value> {
        let Place { name, children, value } = &self.places[place];
        let index = seen.len();
        let is_leaf = children.is_empty();
        seen.push(Seen { name: name.clone(), ply, is_leaf, is_last: false, searched: None });
        let for_max = if ply.is_multiple_of(2) { 1 } else { -1 };
        let [mut alpha, beta] = window;
        let (mut best, mut is_cut) = (if is_leaf { for_max * value } else { -INFINITE }, false);
        for &child in children {
            let after = seen.len();
            // One's bounds are the other's, negated.
            let bounds = [(-beta.0, beta.1), (-alpha.0, alpha.1)];
            let value = self.visit(child, ply + 1, bounds, seen).map(|value| -value);
            seen[after].is_last = Some(&child) == children.last();
            is_cut |= value.is_none();
            best = best.max(value.unwrap_or(best));
            if best > alpha.0 {
                alpha = (best, ply);
            }
        }
        if !self.is_reached[place] {
            return None;
        }
        let cutoff = is_cut.then_some(Cutoff { bound: for_max * beta.0, ply: beta.1 });
        let [low, high] = window.map(|(bound, _)| for_max * bound);
        let window = [low.min(high), low.max(high)];
        seen[index].searched = Some(Searched { window, value: for_max * best, cutoff });
        Some(best)
    }
}
