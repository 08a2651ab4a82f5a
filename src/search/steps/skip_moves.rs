// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: pruning moves before they are made.
//!
//! - **Late move pruning**: after enough moves the remaining quiet moves are skipped.
//! - **History pruning**: a quiet move with a bad history score is skipped.
//! - **Futility pruning**: a quiet move is skipped if the static value plus a margin does not reach alpha.
//! - **SEE pruning**: a move that loses too much material by static exchange evaluation is skipped.
//!
//! All require that a line that is not lost was found, and that the side has a rook, horse or cannon:
//! otherwise the one move that averts mate or stalemate might be skipped. Captures and checks handed out here
//! are only skipped by SEE: a side with two such pieces still gets its checks from the picker when the other
//! quiet moves are skipped, since many mates end with a quiet check that nothing has put first in the order.
//! In check there is one stage, and skipping the quiet moves there skips the checks among them too.

use crate::search::node::{Best, MoveFacts, NodeContext};
use crate::search::order::MovePicker;
use crate::search::params;
use crate::search::worker::Worker;
use crate::types::Depth;
use crate::types::value::is_decisive;

impl Worker<'_> {
    /// Returns true if the move should be skipped. May also make `picker` skip all quiet moves, and raise the
    /// value of `best` to the upper bound of the skipped moves.
    #[inline]
    pub fn skip_move(
        &self,
        facts: &MoveFacts,
        picker: &mut MovePicker<'_>,
        node: &NodeContext,
        best: &mut Best,
    ) -> bool {
        let plies = node.depth.whole();
        let reduced = (node.depth - Depth::ONE_PLY - facts.reduction).whole().max(0);
        if facts.is_capture || facts.gives_check {
            return !self.position.see_ge(facts.mv, -params::see_capture_margin() * plies);
        }
        let late = (params::late_move_base() + plies * plies) / if node.improving { 1 } else { 2 };
        if i32::try_from(facts.number).is_ok_and(|number| number > late) {
            picker.skip_quiets();
            return true;
        }
        if facts.history < -params::history_factor() * plies && plies <= params::history_depth() {
            return true;
        }
        if let Some(eval) = node.eval
            && reduced < params::futility_depth()
        {
            let history = facts.history / params::futility_history_divisor();
            let hoped_for = eval + params::futility_base() + params::futility_factor() * reduced + history;
            if hoped_for <= best.alpha {
                if !is_decisive(best.value) && !is_decisive(hoped_for) {
                    best.value = best.value.max(hoped_for);
                }
                picker.skip_quiets();
                return true;
            }
        }
        let tolerated = params::see_quiet_margin() * reduced.max(1) * reduced.max(1) / 2;
        reduced < params::see_quiet_depth() && !self.position.see_ge(facts.mv, -tolerated)
    }
}
