// SPDX-License-Identifier: MIT OR Apache-2.0
//! The squares that each side attacks, and its attacks on the enemy king.

use super::weights::Weights;
use xiangqi::attacks;
use xiangqi::position::Board;
use xiangqi::types::{Bitboard, Color, PieceKind};

/// Counts a set.
pub fn count(set: Bitboard) -> usize {
    set.len() as usize
}

/// The attacked squares by colour and attacker; own pieces on them are protected.
#[derive(Default)]
pub struct AttackSets {
    /// By the minors (pawns, advisors and elephants), which are worth less than a major.
    pub minors: [Bitboard; 2],
    pub horses: [Bitboard; 2],
    pub cannons: [Bitboard; 2],
    pub rooks: [Bitboard; 2],
    /// By any piece.
    pub all: [Bitboard; 2],
}

impl AttackSets {
    /// Computes the attacks of minors and kings; `add_mobility` adds those of the majors.
    pub fn new(board: &Board) -> Self {
        let mut sets = Self::default();
        for color in Color::ALL {
            let mut minors = Bitboard::EMPTY;
            for kind in [PieceKind::Pawn, PieceKind::Advisor, PieceKind::Elephant] {
                for from in board.pieces(kind, color) {
                    minors |= attacks::captures(kind, color, from, board.occupied());
                }
            }
            sets.minors[color] = minors;
            sets.all[color] = minors | attacks::king(board.king(color));
        }
        sets
    }
}

/// The attack of one side on the enemy king, as far as it is known.
#[derive(Default)]
pub struct KingAttack {
    /// Danger units, see [`DangerUnits`](super::weights::DangerUnits).
    pub units: i32,
    /// The number of attackers.
    pub attackers: i32,
    /// True if a piece other than a cannon takes part.
    pub is_mixed: bool,
}

impl KingAttack {
    /// Adds a piece of `kind` that attacks the palace.
    pub fn join(&mut self, kind: PieceKind, weights: &Weights) {
        self.units += weights.danger_units.attacker[kind];
        self.attackers += 1;
        self.is_mixed |= kind != PieceKind::Cannon;
    }
}
