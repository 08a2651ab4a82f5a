// SPDX-License-Identifier: MIT OR Apache-2.0
//! Correction history: the average error of the static evaluation in positions of the same structure, and
//! after the same moves.
//!
//! Each table keeps a running mean of (value searched - static value). Four are indexed by the Zobrist key of
//! some of the pieces and by the side to move: pawns, defenders with kings, horses with cannons, and rooks. A
//! fifth is indexed by the last two moves, as the continuation history is: what they threaten, the evaluation
//! sees late. The correction is the sum over the tables. The idea is Caissa's (2023), now in all strong
//! programs.

use super::gravity::MAX_HISTORY;
use super::history::{ContinuationKeys, PieceTo};
use super::sparse::SparseTable;
use crate::position::Position;
use crate::search::params;
use crate::types::{PieceKind, Value};
use core::array;

/// Entries of a table.
const SIZE: usize = 1 << 15;
/// Number of tables, one for each structure.
const STRUCTURES: usize = 4;
/// Entries are in 1/`GRAIN` of the unit of a value.
const GRAIN: i32 = 64;

/// The correction tables of one thread.
pub struct CorrectionHistory {
    /// An entry for each structure and side to move.
    structures: SparseTable,
    /// An entry for each pair of moves.
    moves: SparseTable,
}

impl CorrectionHistory {
    pub fn new() -> Self {
        Self { structures: SparseTable::new(STRUCTURES * SIZE), moves: SparseTable::new(PieceTo::PAIRS) }
    }

    pub fn clear(&mut self) {
        self.structures.clear();
        self.moves.clear();
    }

    /// Returns the correction to add to the static value of `position`, reached by the moves `keys`.
    #[inline]
    pub fn get(&self, position: &Position, keys: ContinuationKeys) -> Value {
        let structures: i32 = slots(position).map(|slot| i32::from(self.structures.get(slot))).iter().sum();
        let moves = i32::from(self.moves.get(last_moves(keys)));
        ((structures + moves) / GRAIN).clamp(-params::correction_limit(), params::correction_limit())
    }

    /// Records that a search of `depth` plies valued the position `error` higher than the static evaluation.
    #[inline]
    pub fn update(&mut self, position: &Position, keys: ContinuationKeys, error: Value, depth: i32) {
        let largest = MAX_HISTORY / 4;
        let bonus = (error * depth * GRAIN / params::correction_divisor()).clamp(-largest, largest);
        for slot in slots(position) {
            self.structures.update(slot, bonus);
        }
        self.moves.update(last_moves(keys), bonus);
    }
}

/// Returns the index of the last two moves.
#[inline]
fn last_moves([last, before, _]: ContinuationKeys) -> usize {
    before.pair(last)
}

/// Returns the index of the position's entry in each table; the tables follow one another.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the lower bits of a key suffice")]
fn slots(position: &Position) -> [usize; STRUCTURES] {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let board = position.board();
    let key = |kinds: &[PieceKind]| kinds.iter().fold(0, |key, &kind| key ^ board.kind_key(kind)) as usize;
    let structures = [key(&[Pawn]), key(&[King, Advisor, Elephant]), key(&[Horse, Cannon]), key(&[Rook])];
    let side = position.side_to_move() as usize;
    array::from_fn(|index| index * SIZE + structures[index] % (SIZE / 2) * 2 + side)
}
