// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: ProbCut (Buro 1995).
//!
//! A capture whose value is well above beta in a search four plies shallower will nearly always stay above
//! beta in the full search. Captures that win enough material by SEE are tried, first in quiescence, then at
//! the reduced depth.

use crate::position::KingLines;
use crate::search::control::Stopped;
use crate::search::node::{NodeContext, NodeResult};
use crate::search::order::MovePicker;
use crate::search::params;
use crate::search::worker::Worker;
use crate::tt::{Bound, TtDepth};
use crate::types::value::is_decisive;
use crate::types::{Depth, Value};

impl Worker<'_> {
    /// Returns the value of the node if a capture shows that it is above beta.
    #[inline]
    pub fn probcut(
        &mut self,
        node: &NodeContext,
        beta: Value,
        lines: &KingLines,
    ) -> Result<Option<Value>, Stopped> {
        let (depth, ply) = (node.depth, node.ply);
        let Some(static_eval) = node.static_eval else { return Ok(None) };
        let goal = beta + params::probcut_margin();
        let hopeless = node.entry.is_some_and(|entry| {
            entry.depth >= (depth - Depth::plies(3)).into()
                && entry.bound != Bound::None
                && entry.value < goal
        });
        let worth_trying = self.pruning.static_cuts
            && depth >= Depth::plies(params::probcut_depth())
            && !is_decisive(beta)
            && !hopeless;
        if !worth_trying {
            return Ok(None);
        }
        let mut picker = MovePicker::quiescence(&self.position, lines, node.tt_move, node.keys, false);
        let reduced = depth - Depth::plies(4);
        while let Some(mv) = picker.next(&self.position, self.histories) {
            if !self.position.see_ge(mv, (goal - static_eval).max(0)) {
                continue;
            }
            self.prefetch(mv);
            let extended = self.stack.before(ply, 1).extended;
            self.stack.at_mut(ply).extended = extended;
            let value = self.after_move(mv, ply, |worker| {
                let value = -worker.quiesce::<false>(-goal, 1 - goal, ply + 1, 0)?;
                if value < goal || reduced < Depth::ONE_PLY {
                    return Ok(value);
                }
                Ok(-worker.search::<false>(-goal, 1 - goal, reduced, ply + 1, !node.cut_node)?)
            })?;
            if value >= goal {
                let depth = TtDepth::from(depth - Depth::plies(3));
                let result = NodeResult {
                    best: Some(mv),
                    value,
                    bound: Bound::Lower,
                    eval: node.raw_eval,
                    depth,
                    pv: node.was_on_pv,
                };
                self.store(ply, &result);
                return Ok(Some(if is_decisive(value) { value } else { value - (goal - beta) }));
            }
        }
        Ok(None)
    }
}
