// SPDX-License-Identifier: MIT OR Apache-2.0
//! Correction history: what the search has found the static evaluation to err by in positions of a like structure.
//!
//! Each table keeps a running mean of (value searched - static value), by the key of some of the men and the side to
//! move. Pawns, guards with kings, horses with cannons, and rooks each have one; what they say is added up. The idea
//! is Caissa's (2023), now in all strong programs.

use super::order::update;
use crate::position::Position;
use crate::search::params;
use crate::types::{PieceKind, Value};

/// Entries of a table.
const SIZE: usize = 1 << 15;
/// Structures told apart.
const STRUCTURES: usize = 4;
/// Bound of every entry.
const MAX: i32 = 16_384;
/// Entries count in 1/`GRAIN` of a value's unit.
const GRAIN: i32 = 64;

/// One thread's corrections: the tables a slot for each structure and side to move.
pub struct Corrections(Box<[[i16; SIZE]; STRUCTURES]>);

impl Corrections {
    pub fn new() -> Self {
        Self(bytemuck::zeroed_box())
    }

    pub fn clear(&mut self) {
        self.0.as_flattened_mut().fill(0);
    }

    /// What to add to the static value of `position`.
    #[inline]
    pub fn of(&self, position: &Position) -> Value {
        let sum: i32 = self.0.iter().zip(slots(position)).map(|(table, slot)| i32::from(table[slot])).sum();
        (sum / GRAIN).clamp(-params::correction_limit(), params::correction_limit())
    }

    /// Learns that the position was worth `error` more than its static value, by a search of so many plies.
    #[inline]
    pub fn learn(&mut self, position: &Position, error: Value, depth: i32) {
        let bonus = (error * depth * GRAIN / params::correction_divisor()).clamp(-MAX / 4, MAX / 4);
        for (table, slot) in self.0.iter_mut().zip(slots(position)) {
            update(&mut table[slot], bonus);
        }
    }
}

/// Where each table keeps what it knows of the position.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the lower bits of a key will do")]
fn slots(position: &Position) -> [usize; STRUCTURES] {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    let board = position.board();
    let key = |kinds: &[PieceKind]| kinds.iter().fold(0, |key, &kind| key ^ board.kind_key(kind)) as usize;
    let structures = [key(&[Pawn]), key(&[King, Advisor, Elephant]), key(&[Horse, Cannon]), key(&[Rook])];
    let side = position.side_to_move() as usize;
    structures.map(|key| key % (SIZE / 2) * 2 + side)
}
