// SPDX-License-Identifier: MIT OR Apache-2.0
//! Step: the transposition table.
//!
//! A stored value cuts the node if its depth suffices and its bound decides the window; otherwise the stored
//! move is tried first. Values that depend on the path (draws, and wins or losses by rule) are stored without
//! a bound, so that only the move is used; for this, no static value equals that of a draw (`static_eval`).
//! Close to the natural limit no value is trusted, since rule60 is not part of the key. Mates, and wins by
//! the endgame tables, count from the node in the table and from the root outside.

use crate::search::node::NodeResult;
use crate::search::worker::Worker;
use crate::tt::{Bound, TtDepth, TtEntry};
use crate::types::value::{MATE, TB_WIN, is_by_rule, is_by_tb, is_mate};
use crate::types::{Depth, Value};

/// Plies before the natural limit in which stored values are not trusted.
const LIMIT_ZONE: Value = 8;

impl Worker<'_> {
    /// Returns the table entry of the node, with mates counted from the root. Its move may be illegal:
    /// another position may share the key.
    #[inline]
    pub fn probe(&self, ply: usize) -> Option<TtEntry> {
        let mut entry = self.shared.tt.probe(self.position.key())?;
        if let Some(plies) = plies_to_end(entry.value)
            && self.plies_to_limit().is_some_and(|left| plies > left)
        {
            // The natural limit comes first.
            entry.bound = Bound::None;
        }
        entry.value = from_table(entry.value, ply);
        Some(entry)
    }

    /// Returns the number of plies until the natural limit draws.
    #[inline]
    pub fn plies_to_limit(&self) -> Option<Value> {
        self.settings.draw_plies.map(|limit| Value::from(limit) - Value::from(self.position.rule60_count()))
    }

    /// Returns the stored value if it cuts a node of this window and depth.
    #[inline]
    pub fn tt_cutoff(&self, entry: &TtEntry, beta: Value, depth: TtDepth) -> Option<Value> {
        let deep_enough = entry.depth >= depth;
        let near_limit = self.plies_to_limit().is_some_and(|left| left <= LIMIT_ZONE);
        (deep_enough && !near_limit && entry.bound.decides(entry.value, beta)).then_some(entry.value)
    }

    /// Cuts a node of the main search by the table. A quiet table move gets a bonus for it.
    #[inline]
    pub fn cut_by_tt(
        &mut self,
        entry: Option<TtEntry>,
        beta: Value,
        depth: Depth,
        ply: usize,
    ) -> Option<Value> {
        let value = self.tt_cutoff(&entry?, beta, depth.into())?;
        if value >= beta {
            self.add_tt_bonus(entry, depth, ply);
        }
        Some(value)
    }

    /// Stores the result of a node.
    #[inline]
    pub fn store(&self, ply: usize, result: &NodeResult) {
        let depends_on_path = is_by_rule(result.value) || result.value == self.draw_value();
        let entry = TtEntry {
            mv: result.best,
            value: if depends_on_path { 0 } else { to_table(result.value, ply) },
            eval: result.eval,
            depth: result.depth,
            bound: if depends_on_path { Bound::None } else { result.bound },
            pv: result.pv,
        };
        self.shared.tt.store(self.position.key(), entry);
    }
}

#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "plies are below 200")]
fn to_table(value: Value, ply: usize) -> Value {
    if plies_to_end(value).is_some() { value + value.signum() * ply as Value } else { value }
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
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "plies are below 200")]
fn from_table(value: Value, ply: usize) -> Value {
    if plies_to_end(value).is_some() { value - value.signum() * ply as Value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::value::{mate_in, mated_in};

    #[test]
    fn mates_count_from_the_node_in_the_table() {
        assert_eq!(to_table(mate_in(9), 4), mate_in(5));
        assert_eq!(from_table(mate_in(5), 4), mate_in(9));
        assert_eq!(from_table(to_table(mated_in(8), 6), 2), mated_in(4));
        assert_eq!(to_table(TB_WIN - 9, 4), TB_WIN - 5);
        assert_eq!(to_table(-135, 6), -135);
    }
}
