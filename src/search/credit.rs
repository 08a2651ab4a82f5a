// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a searched node teaches: which moves did well here, after the moves before them, and how far the static value
//! was off.

use super::node::{Best, Node};
use super::order::{Before, PieceTo, bonus};
use super::params;
use super::worker::Worker;
use crate::tt::{Bound, Entry};
use crate::types::value::is_decisive;
use crate::types::{Depth, Move};

/// From this clock on values are damped so much that they say little of the position.
const LATE: u16 = 40;

impl Worker<'_> {
    /// How well a move has done so far.
    #[inline]
    pub fn history_of(&self, mv: Move, is_capture: bool, before: Before) -> i32 {
        let Some(piece) = self.position.piece_on(mv.from()) else { return 0 };
        match self.position.piece_on(mv.to()) {
            Some(victim) if is_capture => self.histories.capture(piece, mv.to(), victim.kind()),
            _ => self.histories.quiet(piece.color(), mv, PieceTo::new(piece, mv.to()), before),
        }
    }

    /// The move that cut is praised, the ones tried before it are not.
    pub fn reward(&mut self, best: Move, node: &Node, quiets: &[Move], captures: &[Move]) {
        let bonus = bonus(node.depth);
        if self.position.is_capture(best) {
            self.histories.update_capture(&self.position, best, bonus);
        } else {
            self.stack.add_killer(node.ply, best);
            self.histories.set_counter_move(node.before[0], best);
            self.histories.update_quiet(&self.position, best, node.before, bonus);
            for &mv in quiets {
                self.histories.update_quiet(&self.position, mv, node.before, -bonus);
            }
        }
        for &mv in captures {
            self.histories.update_capture(&self.position, mv, -bonus);
        }
    }

    /// The table knows a quiet move that cuts.
    #[inline]
    pub fn credit_table_move(&mut self, entry: Option<Entry>, depth: Depth, ply: usize) {
        let known = entry.and_then(|entry| entry.mv);
        if let Some(mv) =
            known.filter(|&mv| self.position.is_pseudo_legal(mv) && !self.position.is_capture(mv))
        {
            let bonus = bonus(depth) * params::table_bonus_percent() / 100;
            self.histories.update_quiet(&self.position, mv, self.stack.moved_before(ply), bonus);
        }
    }

    /// A quiet move that no reply refutes was good.
    #[inline]
    pub fn credit_previous(&mut self, node: &Node) {
        let state = self.position.state();
        if let Some(mv) = state.last_move.filter(|_| state.captured.is_none()) {
            let bonus = bonus(node.depth) * params::previous_bonus_percent() / 100;
            let before = self.stack.moved_before(node.ply - 1);
            self.histories.update_continuation(node.before[0], before, bonus);
            self.histories.update_butterfly(!self.position.side_to_move(), mv, bonus);
        }
    }

    /// The search says better than the static value what the position is worth, unless a capture made the difference,
    /// the bound leaves open on which side it lies, or it is a matter of repetitions or of the natural limit's clock.
    #[inline]
    pub fn learn_correction(&mut self, node: &Node, best: &Best, bound: Bound) {
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
            self.histories.corrections.learn(&self.position, error, node.depth.whole());
        }
    }
}
