// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table's entry for a position, in terms of that position.

use crate::position::Position;
use crate::tt::{Bound, TranspositionTable};
use crate::types::{Move, Value};

/// The entry of the transposition table for a position. Values count mates from this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableEntry {
    /// Best move.
    pub best_move: Option<Move>,
    /// Lower bound of the value, and its depth in plies.
    pub lower: Option<(Value, u32)>,
    /// Upper bound of the value, and its depth in plies.
    pub upper: Option<(Value, u32)>,
}

impl TableEntry {
    /// Looks `position` up. The best move is left out if it is illegal, which happens when keys collide.
    pub fn probe(table: &TranspositionTable, position: &Position) -> Option<Self> {
        let entry = table.probe(position.key())?;
        let bound = Some((entry.value, entry.depth.plies()));
        Some(Self {
            best_move: entry.mv.filter(|&mv| position.is_legal(mv)),
            lower: bound.filter(|_| matches!(entry.bound, Bound::Lower | Bound::Exact)),
            upper: bound.filter(|_| matches!(entry.bound, Bound::Upper | Bound::Exact)),
        })
    }
}
