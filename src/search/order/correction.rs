// SPDX-License-Identifier: MIT OR Apache-2.0
//! Correction history: how far the static value has been off in positions of the same structure.
//!
//! When a search ends, the difference between its value and the static one is remembered under what the position has in
//! common with its neighbours: where the pawns stand, the guards and kings, the rooks, the horses and cannons. The next
//! static value of such a position is corrected by the mean of what was learned. For a hand-made evaluation this is
//! the cheapest way of learning there is. (Idea: Caissa, 2023; grown in many engines since.)

use crate::position::{Board, Position};
use crate::types::{PieceKind, Value};

/// Bound of every entry, in 1/16 centipawn a table.
const MAX: i32 = 1024;
/// Entries a table and side.
const SIZE: usize = 1 << 14;
/// Corrections never exceed this.
const MAX_CORRECTION: Value = 150;
const TABLES: usize = 4;

/// One thread's corrections, by side to move and structure.
pub(in crate::search) struct Corrections(Vec<[[i16; TABLES]; SIZE]>);

#[inline]
fn structures(board: &Board) -> [usize; TABLES] {
    let key = |kinds: &[PieceKind]| kinds.iter().fold(0, |key, &kind| key ^ board.kind_key(kind));
    [
        key(&[PieceKind::Pawn]),
        key(&[PieceKind::King, PieceKind::Advisor, PieceKind::Elephant]),
        key(&[PieceKind::Rook]),
        key(&[PieceKind::Horse, PieceKind::Cannon]),
    ]
    .map(|key| (key % SIZE as u64) as usize)
}

impl Corrections {
    pub(in crate::search) fn new() -> Self {
        Self(vec![[[0; TABLES]; SIZE]; 2])
    }

    /// Forgets everything.
    pub(in crate::search) fn clear(&mut self) {
        self.0.as_flattened_mut().fill([0; TABLES]);
    }

    /// What to add to the static value of `position`.
    #[inline]
    pub(in crate::search) fn get(&self, position: &Position) -> Value {
        let side = &self.0[position.side_to_move() as usize];
        let indices = structures(position.board());
        let sum: i32 = (0..TABLES).map(|table| i32::from(side[indices[table]][table])).sum();
        (sum / 16).clamp(-MAX_CORRECTION, MAX_CORRECTION)
    }

    /// Learns that a search to `depth` whole plies found the static value off by `error`.
    #[inline]
    pub(in crate::search) fn update(&mut self, position: &Position, error: Value, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MAX / 4, MAX / 4);
        let side = &mut self.0[position.side_to_move() as usize];
        for (table, index) in structures(position.board()).into_iter().enumerate() {
            let entry = &mut side[index][table];
            let old = i32::from(*entry);
            #[allow(clippy::cast_possible_truncation, reason = "the bound is below 2^15")]
            {
                *entry = (old + bonus - old * bonus.abs() / MAX) as i16;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_learned_for_the_side_to_move_and_bounded() {
        let mut corrections = Corrections::new();
        let position = Position::startpos();
        assert_eq!(corrections.get(&position), 0);
        for _ in 0..100 {
            corrections.update(&position, -80, 6);
        }
        let learned = corrections.get(&position);
        assert!((-MAX_CORRECTION..-40).contains(&learned), "{learned}");
        assert_eq!(corrections.get(&position.color_flipped()), 0);
        corrections.clear();
        assert_eq!(corrections.get(&position), 0);
    }
}
