// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: adjusting the depth of a node before its moves are searched.
//!
//! **Hindsight** (Stockfish 2021): the move that led here was reduced as unpromising. If it lost nothing by
//! the static value, the node is searched a ply deeper; if it lost something, a ply shallower. **Internal
//! iterative reduction** (IIR; Ed Schröder, Rebel): without a table move the ordering is poor, so a shallower
//! search now, which leaves a table move for the next one, is cheaper. It has replaced internal iterative
//! deepening.

use crate::search::node::NodeContext;
use crate::search::params;
use crate::search::worker::Worker;
use crate::types::Depth;

impl Worker<'_> {
    /// Returns the depth, adjusted by what the move that led here lost or gained.
    #[inline]
    pub fn hindsight(&mut self, node: &NodeContext) -> Depth {
        let depth = node.depth;
        let last = *self.stack.before(node.ply, 1);
        let (Some(now), Some(before)) = (node.static_eval, last.eval) else { return depth };
        // Each value is from the perspective of its side to move, so the sum is what that move lost.
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

    /// Returns the depth, reduced by a ply in PV and cut nodes without a table move.
    #[inline]
    pub fn internal_reduction<const PV: bool>(&self, node: &NodeContext) -> Depth {
        let lacks_table_move = node.tt_move.is_none() && (PV || node.cut_node);
        let deep = node.depth >= Depth::plies(params::internal_reduction_depth());
        if lacks_table_move && deep && self.pruning.reductions {
            node.depth - Depth::ONE_PLY
        } else {
            node.depth
        }
    }
}
