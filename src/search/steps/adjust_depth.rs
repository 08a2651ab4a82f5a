// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: second thoughts about a node's depth, before its moves are searched.
//!
//! **Hindsight**: the move that led here was reduced as unpromising. If it did its side good, the node deserves more; if it did
//! harm, less. **Internal iterative reduction**: without a table move the ordering is poor, so it is cheaper to look less deeply
//! and come back (Rebel's "internal iterative reductions", Ed Schroeder 2021; it takes the place of internal iterative deepening).

use crate::search::params;
use crate::search::pvs::Node;
use crate::search::worker::Worker;
use crate::types::{Depth, Value};

/// How much worse its side must stand for a reduced move to have done harm.
const HARM: Value = 100;

impl Worker<'_> {
    /// The depth, corrected by how the move that led here turned out.
    #[inline]
    pub(in crate::search) fn hindsight(&self, node: &Node) -> Depth {
        let depth = node.depth;
        let last = self.stack.before(node.ply, 1);
        let (Some(now), Some(before)) = (node.static_eval, last.eval) else { return depth };
        // Both are from the view of the side to move then: the sum is what that move lost.
        let loss = now + before;
        let reduced_by = |plies| last.reduction >= Depth::plies(plies);
        if reduced_by(params::hindsight_up_depth()) && loss <= 0 {
            depth + Depth::ONE_PLY
        } else if reduced_by(params::hindsight_down_depth()) && loss > HARM && depth >= Depth::plies(2) {
            depth - Depth::ONE_PLY
        } else {
            depth
        }
    }

    /// The depth of a node without a table move.
    #[inline]
    pub(in crate::search) fn internal_reduction(&self, depth: Depth) -> Depth {
        let deep = depth >= Depth::plies(params::internal_reduction_depth());
        if deep && self.pruning.reductions { depth - Depth::ONE_PLY } else { depth }
    }
}
