// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: second thoughts about a node's depth, before its moves are searched.
//!
//! **Hindsight** (Stockfish 2021): the move that led here was reduced as unpromising. If it did its side good, the node
//! deserves more; if it did harm, less. **Internal iterative reduction** (Ed Schröder, Rebel): without a table move the
//! ordering is poor, so it is cheaper to look less deeply and come back; it has taken the place of internal iterative
//! deepening.

use crate::search::node::NodeContext;
use crate::search::params;
use crate::search::worker::Worker;
use crate::types::Depth;

impl Worker<'_> {
    /// The depth, corrected by how the move that led here turned out.
    #[inline]
    pub fn hindsight(&mut self, node: &NodeContext) -> Depth {
        let depth = node.depth;
        let last = *self.stack.before(node.ply, 1);
        let (Some(now), Some(before)) = (node.static_eval, last.eval) else { return depth };
        // Both are from the view of the side to move then: the sum is what that move lost.
        let loss = now + before;
        let reduced_by = |plies| last.reduction >= Depth::plies(plies);
        if reduced_by(params::hindsight_up_depth()) && loss <= 0 && self.may_extend(last.extended) {
            self.stack.at_mut(node.ply - 1).extended = last.extended + Depth::ONE_PLY;
            depth + Depth::ONE_PLY
        } else if reduced_by(params::hindsight_down_depth())
            && loss > params::hindsight_margin()
            && depth >= Depth::plies(2)
        {
            depth - Depth::ONE_PLY
        } else {
            depth
        }
    }

    /// The depth, less if there is no table move where one is needed most.
    #[inline]
    pub fn internal_reduction<const PV: bool>(&self, node: &NodeContext) -> Depth {
        let unprepared = node.table_move.is_none() && (PV || node.cut_node);
        let deep = node.depth >= Depth::plies(params::internal_reduction_depth());
        if unprepared && deep && self.pruning.reductions { node.depth - Depth::ONE_PLY } else { node.depth }
    }
}
