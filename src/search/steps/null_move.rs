// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: null-move pruning (Beal 1989; Donninger 1993) with verification.
//!
//! If a reduced search stays at or above beta even after passing, some move will too: cut. The reduction
//! adapts to the depth and to the distance of the static value from beta (after Heinz 1999). The assumption
//! fails in zugzwang, which is rare in xiangqi while a side has a rook, horse or cannon, but common in
//! endings, since *stalemate loses*. Therefore a side without such a piece tries no null move, and cutoffs at
//! high depth or with only one such piece are verified by a search without null moves (after Tabibi and
//! Netanyahu 2002), which enters the same node a second time.
//!
//! If passing is answered by mate, the node is under a *mate threat* and its moves are extended.

use crate::search::control::Stopped;
use crate::search::node::NodeContext;
use crate::search::params;
use crate::search::pruning::Verification;
use crate::search::worker::Worker;
use crate::types::value::{MATE_BAND, is_decisive};
use crate::types::{Depth, Value};

/// The result of a null move.
pub enum NullMove {
    /// The value of the node is at or above beta.
    Cutoff(Value),
    /// Passing is answered by mate.
    MateThreat,
    /// Neither, or no null move was tried.
    Nothing,
}

impl Worker<'_> {
    /// Tries a null move at a null-window node.
    #[inline]
    pub fn null_move(&mut self, node: &NodeContext, beta: Value) -> Result<NullMove, Stopped> {
        let (Some(eval), Some(static_eval)) = (node.eval, node.static_eval) else {
            return Ok(NullMove::Nothing);
        };
        let (depth, ply) = (node.depth, node.ply);
        let side = self.position.side_to_move();
        let worth_trying = self.pruning.null_move
            && depth >= Depth::plies(params::null_move_depth())
            && self.verification.is_none_or(|verification| ply >= verification.until)
            && !self.stack.before(ply, 1).is_null_move
            && eval >= beta
            && static_eval >= beta + params::null_move_margin() - params::null_move_factor() * depth.whole()
            && !is_decisive(beta)
            && self.position.has_major(side);
        if !worth_trying {
            return Ok(NullMove::Nothing);
        }
        let surplus = ((eval - beta) / params::null_move_eval_divisor()).min(3);
        let reduction = params::null_move_base() + depth.whole() / params::null_move_divisor() + surplus;
        let reduced = depth - Depth::plies(reduction);

        self.stack.at_mut(ply).extended = self.stack.before(ply, 1).extended;
        let value = -self.after_null_move(ply, |worker| {
            worker.search::<false>(-beta, 1 - beta, reduced, ply + 1, false)
        })?;
        if value < beta {
            return Ok(if value <= -MATE_BAND { NullMove::MateThreat } else { NullMove::Nothing });
        }

        let value = if is_decisive(value) { beta } else { value };
        let majors = self.position.board().majors(side).len();
        let thin = majors <= params::null_move_verification_majors().unsigned_abs();
        let deep = depth >= Depth::plies(params::null_move_verification_depth());
        if self.verification.is_some() || !(deep || thin) {
            return Ok(NullMove::Cutoff(value));
        }
        // Verification: the same reduced search of this node, without null moves for some plies and without
        // the other cuts at this node.
        let reduced = reduced.max(Depth::ONE_PLY);
        let span = usize::try_from(reduced.whole() * 3 / 4).unwrap_or(0).max(1);
        self.verification = Some(Verification { at: ply, until: ply + span });
        let verified = self.search::<false>(beta - 1, beta, reduced, ply, false);
        self.verification = None;
        Ok(if verified? >= beta { NullMove::Cutoff(value) } else { NullMove::Nothing })
    }
}
