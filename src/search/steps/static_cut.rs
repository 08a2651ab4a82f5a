// SPDX-License-Identifier: MIT OR Apache-2.0
//! Steps: cuts before any move is searched.
//!
//! **Mate distance**: a line through this node cannot mate sooner than here, nor be mated later than here is known;
//! if a shorter mate is already known, nothing here matters.
//!
//! **Razoring**: a static value so far below alpha that quiet moves cannot mend it is handed to quiescence at once
//! (Birmingham and Kent 1977).
//!
//! **Reverse futility** (static null move): near the leaves, a static value so far above beta that even a bad
//! surprise leaves it there is trusted. Like the null move it supposes that having to move is no burden. The margin
//! is wide, for a cannon behind a screen can swing the value by a rook.

use crate::search::control::Stopped;
use crate::search::node::NodeContext;
use crate::search::params;
use crate::search::worker::Worker;
use crate::types::value::{is_decisive, mate_in, mated_in};
use crate::types::{Depth, Value};

/// The window cut down to what a mate from this ply allows; `Err` with the value if nothing is left of it.
#[inline]
pub fn mate_distance(alpha: Value, beta: Value, ply: usize) -> Result<(Value, Value), Value> {
    let alpha = alpha.max(mated_in(ply));
    let beta = beta.min(mate_in(ply + 1));
    if alpha >= beta { Err(alpha) } else { Ok((alpha, beta)) }
}

impl Worker<'_> {
    /// Razoring.
    #[inline]
    pub fn razoring(
        &mut self,
        eval: Value,
        alpha: Value,
        node: &NodeContext,
    ) -> Result<Option<Value>, Stopped> {
        let plies = node.depth.whole();
        let hopeless = self.pruning.static_cuts
            && plies <= params::razoring_depth()
            && eval + params::razoring_base() + params::razoring_factor() * plies * plies < alpha
            && !is_decisive(alpha);
        if !hopeless {
            return Ok(None);
        }
        let value = self.quiesce::<false>(alpha, alpha + 1, node.ply, 0)?;
        Ok((value <= alpha && !is_decisive(value)).then_some(value))
    }

    /// Reverse futility.
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
