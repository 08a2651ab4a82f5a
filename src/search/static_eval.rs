// SPDX-License-Identifier: MIT OR Apache-2.0
//! The static evaluation of a node, in three forms: raw as the table keeps it, corrected and damped for
//! decisions, and replaced by the table's value where that is more precise.

use super::order::ContinuationKeys;
use super::worker::Worker;
use crate::tt::TtEntry;
use crate::types::Value;
use crate::types::value::is_decisive;

/// Evaluations of positions that the endgame tables know as draws are divided by this.
const TABLE_DRAW_SCALE: Value = 16;

impl Worker<'_> {
    /// Returns the static value as the table keeps it: without the damping, since rule60 is not part of the
    /// key.
    #[inline]
    pub fn raw_eval(&mut self, entry: Option<TtEntry>) -> Value {
        entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.undamped())
    }

    /// Returns the static value for decisions, of the position reached by the moves `keys`: with the
    /// correction history, and damped.
    #[inline]
    pub fn corrected(&self, raw_eval: Value, keys: ContinuationKeys) -> Value {
        let correction =
            if self.pruning.corrections { self.histories.corrections.get(&self.position, keys) } else { 0 };
        self.beside_draw(self.settings.damped(raw_eval + correction, &self.position))
    }

    /// Returns the static value for the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Value {
        let value = self.undamped();
        self.beside_draw(self.settings.damped(value, &self.position))
    }

    /// Returns `value`, or, if it equals that of a draw, the value one unit better for the side to move at
    /// the root. The table keeps no bound for a draw's value, since a draw may depend on the path; and in
    /// dead endings most positions evaluate to it. (A table kept while the root changes sides has them one
    /// unit the other way, which does no harm.)
    #[inline]
    fn beside_draw(&self, value: Value) -> Value {
        if value != self.draw_value() {
            value
        } else if self.position.side_to_move() == self.root_side {
            value + 1
        } else {
            value - 1
        }
    }

    /// Evaluates the position, which the endgame tables may know as a draw.
    #[inline]
    fn undamped(&mut self) -> Value {
        let value = self.evaluator.evaluate_undamped(&self.position);
        if self.is_drawn_by_endgame_tables() { value / TABLE_DRAW_SCALE } else { value }
    }
}

/// Returns the table's value if its bound makes it more precise than the static value, otherwise the static
/// value. Wins and losses must be searched out, or lines would end in the middle.
#[inline]
pub fn trust_tt(eval: Value, entry: Option<TtEntry>) -> Value {
    match entry {
        Some(entry) if entry.bound.decides(entry.value, eval) && !is_decisive(entry.value) => entry.value,
        _ => eval,
    }
}
