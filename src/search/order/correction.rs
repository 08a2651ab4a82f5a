// SPDX-License-Identifier: MIT OR Apache-2.0
//! Correction history: the error of the static evaluation in positions of the same structure, and after the
//! same moves.
//!
//! Each table adds up (value searched - corrected static value) with a bound, until the sum over the tables
//! leaves no error on average. Four are indexed by the Zobrist key of some of the pieces and by the side to
//! move: pawns, defenders with kings, horses with cannons, and rooks. A fifth is indexed by the last two
//! moves, as the continuation history is: what they threaten, the evaluation sees late; pairs of moves with
//! the same index share an entry. The correction is the sum over the tables. The idea is Caissa's (2023), now
//! in all strong programs.

use super::gravity::MAX_HISTORY;
use super::history::ContinuationKeys;
use super::sparse::SparseTable;
use crate::position::Position;
use crate::search::params;
use crate::types::{PieceKind, Value};
use core::array;

/// Entries of a table.
const SIZE: usize = 1 << 15;
/// Number of tables: one for each of four structures, one for the last two moves.
const TABLES: usize = 5;
/// Entries are in 1/`GRAIN` of the unit of a value.
const GRAIN: i32 = 64;

/// The correction tables of one thread, one after the other.
pub struct CorrectionHistory(SparseTable);

impl CorrectionHistory {
    pub fn new() -> Self {
        Self(SparseTable::new(TABLES * SIZE))
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the correction to add to the static value of `position`, reached by the moves `keys`.
    #[inline]
    pub fn get(&self, position: &Position, keys: ContinuationKeys) -> Value {
        let sum: i32 = slots(position, keys).map(|slot| i32::from(self.0.get(slot))).iter().sum();
        (sum / GRAIN).clamp(-params::correction_limit(), params::correction_limit())
    }

    /// Records that a search of `depth` plies valued the position `error` higher than the static evaluation.
    #[inline]
    pub fn update(&mut self, position: &Position, keys: ContinuationKeys, error: Value, depth: i32) {
        let largest = MAX_HISTORY / 4;
        let bonus = (error * depth * GRAIN / params::correction_divisor()).clamp(-largest, largest);
        for slot in slots(position, keys) {
            self.0.update(slot, bonus);
        }
    }
}

/// Returns the index of the entry in each table.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lower bits of a key suffice")]
fn slots(position: &Position, [last, before, _]: ContinuationKeys) -> [usize; TABLES] {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let board = position.board();
    let side = position.side_to_move() as usize;
    let structure = |kinds: &[PieceKind]| {
        let key = kinds.iter().fold(0, |key, &kind| key ^ board.kind_key(kind)) as usize;
        key % (SIZE / 2) * 2 + side
    };
    let slots = [
        structure(&[Pawn]),
        structure(&[King, Advisor, Elephant]),
        structure(&[Horse, Cannon]),
        structure(&[Rook]),
        before.pair(last) % SIZE,
    ];
    array::from_fn(|table| table * SIZE + slots[table])
}
