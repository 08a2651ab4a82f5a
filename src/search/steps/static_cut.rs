// SPDX-License-Identifier: MIT OR Apache-2.0
//! Steps: cuts before any move is searched.
//!
//! **Mate distance pruning**: the best outcome of a node is a mate with the next move, the worst is to be
//! mated here. If a shorter mate is already known, nothing below this node matters.
//!
//! **Reverse futility pruning** (static null move): near the leaves, a static value far above beta is
//! trusted. Like the null move it assumes that the side to move is not in zugzwang. The margin is wide, since
//! a cannon behind a screen can change the value by a rook.

use crate::search::node::NodeContext;
use crate::search::params;
use crate::search::worker::Worker;
use crate::types::value::{is_decisive, mate_in, mated_in};
use crate::types::{Depth, Value};

/// Narrows the window to the values that are possible at this ply; `Err` with the value if the window becomes
/// empty.
#[inline]
pub fn mate_distance(alpha: Value, beta: Value, ply: usize) -> Result<(Value, Value), Value> {
    let alpha = alpha.max(mated_in(ply));
    let beta = beta.min(mate_in(ply + 1));
    if alpha >= beta { Err(alpha) } else { Ok((alpha, beta)) }
}

impl Worker<'_> {
    /// Reverse futility pruning.
    #[inline]
    pub fn reverse_futility(&self, eval: Value, beta: Value, node: &NodeContext) -> Option<Value> {
        let margin = params::reverse_futility_margin() * (node.depth.whole() - i32::from(node.improving));
        let trusted = self.pruning.static_cuts
            && node.depth <= Depth::plies(params::reverse_futility_depth())
            && eval - margin >= beta
            && !is_decisive(beta)
            && !is_decisive(eval)
            && self.position.has_major(self.position.side_to_move());
        trusted.then_some(i32::midpoint(eval, beta))
    }
}
