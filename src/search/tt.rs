// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table in the search: probes, cutoffs and stores of a node.
//!
//! Values that depend on the path (draws, and wins or losses by rule) are stored without a bound, so that
//! only the move is used; for this, no static evaluation equals the value of a draw
//! ([`Worker::corrected`]). Close to the natural limit no value is trusted, since rule60 is not part of the
//! key. Mates, and wins by the endgame tables, count from the node in the table and from the root outside.

use super::worker::Worker;
use crate::tt::{Bound, TtDepth, TtEntry};
use xiangqi::position::KingLines;
use xiangqi::types::value::{MATE, TB_WIN, is_by_rule, is_by_tb, is_mate};
use xiangqi::types::{Move, Value};

/// Plies before the natural limit in which stored values are not trusted.
const LIMIT_ZONE: Value = 8;

impl Worker<'_> {
    /// Returns the entry of the node, with mates counted from the root. Its move may be illegal: another
    /// position may share the key.
    #[inline]
    pub fn tt_probe(&self, ply: usize) -> Option<TtEntry> {
        let mut entry = self.shared.tt.probe(self.position.key())?;
        if let Some(plies) = plies_to_end(entry.value)
            && self.plies_to_limit().is_some_and(|left| plies > left)
        {
            // The natural limit comes first.
            entry.bound = Bound::None;
        }
        entry.value = value_from_tt(entry.value, ply);
        Some(entry)
    }

    /// Returns the entry's value if it cuts a node of this depth and of the null window below `beta`.
    #[inline]
    pub fn tt_cutoff(&self, entry: &TtEntry, beta: Value, depth: TtDepth) -> Option<Value> {
        let is_near_limit = self.plies_to_limit().is_some_and(|left| left <= LIMIT_ZONE);
        let is_cutoff = entry.depth >= depth && !is_near_limit && entry.bound.decides(entry.value, beta);
        is_cutoff.then_some(entry.value)
    }

    /// Returns the entry's move if it is legal here.
    #[inline]
    pub fn legal_tt_move(&self, entry: Option<TtEntry>, lines: &KingLines) -> Option<Move> {
        let mv = entry?.mv?;
        (self.position.is_pseudo_legal(mv) && self.position.is_safe(mv, lines)).then_some(mv)
    }

    /// Stores the result of a node.
    #[inline]
    pub fn tt_store(&self, ply: usize, mut entry: TtEntry) {
        if is_by_rule(entry.value) || entry.value == self.draw_value() {
            (entry.value, entry.bound) = (0, Bound::None);
        } else {
            entry.value = value_to_tt(entry.value, ply);
        }
        self.shared.tt.store(self.position.key(), entry);
    }

    /// Returns the number of plies until the natural limit draws.
    #[inline]
    fn plies_to_limit(&self) -> Option<Value> {
        self.settings.draw_plies.map(|limit| Value::from(limit) - Value::from(self.position.rule60_count()))
    }
}

/// Returns the plies to the mate, or to the capture that leads into an endgame table, of a value that counts
/// them.
#[inline]
fn plies_to_end(value: Value) -> Option<Value> {
    if is_mate(value) {
        Some(MATE - value.abs())
    } else if is_by_tb(value) {
        Some(TB_WIN - value.abs())
    } else {
        None
    }
}

#[inline]
fn value_to_tt(value: Value, ply: usize) -> Value {
    if plies_to_end(value).is_some() { value + value.signum() * ply as Value } else { value }
}

#[inline]
fn value_from_tt(value: Value, ply: usize) -> Value {
    if plies_to_end(value).is_some() { value - value.signum() * ply as Value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::types::value::{mate_in, mated_in};

    #[test]
    fn mates_count_from_the_node_in_the_table() {
        assert_eq!(value_to_tt(mate_in(9), 4), mate_in(5));
        assert_eq!(value_from_tt(mate_in(5), 4), mate_in(9));
        assert_eq!(value_from_tt(value_to_tt(mated_in(8), 6), 2), mated_in(4));
        assert_eq!(value_to_tt(TB_WIN - 9, 4), TB_WIN - 5);
        assert_eq!(value_to_tt(-135, 6), -135);
    }
}
