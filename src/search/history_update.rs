// SPDX-License-Identifier: MIT OR Apache-2.0
//! History updates after a node was searched: bonus and malus for moves, and the correction of the static
//! evaluation.

use super::node::{Best, NodeContext};
use super::order::{ContinuationKeys, PieceTo, history_bonus};
use super::params;
use super::worker::Worker;
use crate::tt::{Bound, TtEntry};
use crate::types::value::is_decisive;
use crate::types::{Depth, Move};

/// From this rule60 count on, values are damped so much that they say little about the position.
const LATE: u16 = 40;

impl Worker<'_> {
    /// Returns the history score of a move.
    #[inline]
    pub fn history_of(&self, mv: Move, is_capture: bool, keys: ContinuationKeys) -> i32 {
        let Some(piece) = self.position.piece_on(mv.from()) else { return 0 };
        match self.position.piece_on(mv.to()) {
            Some(victim) if is_capture => self.histories.capture(piece, mv.to(), victim.kind()),
            _ => self.histories.quiet(piece.color(), mv, PieceTo::new(piece, mv.to()), keys),
        }
    }

    /// Gives the move that caused a cutoff a bonus, and the moves tried before it a malus.
    pub fn update_histories(&mut self, best: Move, node: &NodeContext, quiets: &[Move], captures: &[Move]) {
        let bonus = history_bonus(node.depth);
        if self.position.is_capture(best) {
            self.histories.update_capture(&self.position, best, bonus);
        } else {
            self.stack.add_killer(node.ply, best);
            self.histories.set_counter_move(node.keys[0], best);
            self.histories.update_quiet(&self.position, best, node.keys, bonus);
            for &mv in quiets {
                self.histories.update_quiet(&self.position, mv, node.keys, -bonus);
            }
        }
        for &mv in captures {
            self.histories.update_capture(&self.position, mv, -bonus);
        }
    }

    /// Gives the table's quiet move a bonus for a cutoff by the table.
    #[inline]
    pub fn add_tt_bonus(&mut self, entry: Option<TtEntry>, depth: Depth, ply: usize) {
        let known = entry.and_then(|entry| entry.mv);
        if let Some(mv) =
            known.filter(|&mv| self.position.is_pseudo_legal(mv) && !self.position.is_capture(mv))
        {
            let bonus = history_bonus(depth) * params::tt_bonus_percent() / 100;
            self.histories.update_quiet(&self.position, mv, self.stack.continuation_keys(ply), bonus);
        }
    }

    /// Gives the quiet move that led to a node a bonus if no reply refuted it (the node failed low).
    #[inline]
    pub fn add_previous_bonus(&mut self, node: &NodeContext) {
        let state = self.position.state();
        if let Some(mv) = state.last_move.filter(|_| state.captured.is_none()) {
            let bonus = history_bonus(node.depth) * params::previous_bonus_percent() / 100;
            let keys = self.stack.continuation_keys(node.ply - 1);
            self.histories.update_continuation(node.keys[0], keys, bonus);
            self.histories.update_butterfly(!self.position.side_to_move(), mv, bonus);
        }
    }

    /// Updates the correction history with the difference between the searched and the static value, unless a
    /// capture made the difference, the bound leaves its sign open, or the value comes from a repetition or
    /// from rule60.
    #[inline]
    pub fn update_corrections(&mut self, node: &NodeContext, best: &Best, bound: Bound) {
        let Some(static_eval) = node.static_eval else { return };
        let informative = match bound {
            Bound::Lower => best.value > static_eval,
            Bound::Upper => best.value < static_eval,
            Bound::Exact | Bound::None => true,
        };
        let by_capture = best.mv.is_some_and(|mv| self.position.is_capture(mv));
        let by_path = is_decisive(best.value) || best.value == self.draw_value();
        if informative && !by_capture && !by_path && self.position.rule60_count() < LATE {
            let error = best.value - static_eval;
            self.histories.corrections.update(&self.position, node.keys, error, node.depth.whole());
        }
    }
}
