// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: moves not worth searching near the leaves.
//!
//! **Late moves**: after enough quiet moves the rest is skipped. **Futility**: a quiet move cannot lift a hopeless
//! static value by more than a margin. **History**: a quiet move that keeps failing. **Exchange**: moves that lose
//! material at once.
//!
//! All hold only once a line that is not lost was found, and while the side has a rook, horse or cannon: else the one
//! move that averts mate or stalemate might be skipped. Checks are exempt from the quiet rules.

use crate::search::node::{Best, MoveFacts, NodeContext};
use crate::search::order::MovePicker;
use crate::search::params;
use crate::search::worker::Worker;
use crate::types::Depth;
use crate::types::value::is_decisive;

impl Worker<'_> {
    /// Should this move be skipped? May also tell `picker` that no more quiet moves are wanted, and `best` what the
    /// moves skipped are worth at most.
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
