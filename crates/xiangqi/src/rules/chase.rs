// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perpetual chase: the enemy pieces that a side chases anew with every one of its moves.
//!
//! A move *chases* the pieces that are threatened after it and were not before it. An attack that stood
//! already does not count, and neither does one that the target ran into. A side chases *perpetually* if one
//! and the same piece is chased by every one of its moves in the span. Which piece attacks, and whether it is
//! the piece that moved, does not matter: uncovering an attack, removing a screen or pinning a protector
//! chases as well.
//!
//! The span is rolled back move by move on a copy of the board. It holds no capture, so each piece can be
//! followed: a set of targets is a set of squares that travels with the pieces on them.

use crate::attacks;
use crate::position::{Board, Position};
use crate::rules::history::moves_back;
use crate::rules::threat::{piece_at, possible_targets, threatened};
use crate::types::{Bitboard, Color, Move, PieceKind};

/// The enemy pieces that a side chased with every move of a span, on their squares before the span.
#[derive(Clone, Copy)]
pub struct Chase {
    /// All pieces chased.
    pub targets: Bitboard,
    /// The rooks among them that a horse of the chaser pinned to their king all the while.
    pub pinned_rooks: Bitboard,
}

impl Chase {
    /// Follows the pieces one move back.
    fn roll_back(&mut self, mv: Move) {
        for set in [&mut self.targets, &mut self.pinned_rooks] {
            if set.contains(mv.to()) {
                *set = (*set - mv.to().into()) | mv.from().into();
            }
        }
    }
}

/// Returns the pieces that each side chased perpetually in the last `span` plies. Only sides marked in
/// `suspected` are judged: a check does not count as a chase, so a side that checked in the span must not be
/// among them.
pub fn perpetual_chases(position: &Position, span: usize, suspected: [bool; 2]) -> [Chase; 2] {
    let mut board = position.board().clone();
    let mut chases = Color::ALL.map(|side| {
        let targets = if suspected[side] { possible_targets(&board, !side) } else { Bitboard::EMPTY };
        Chase { targets, pinned_rooks: targets & board.kind(PieceKind::Rook) }
    });
    for (side, state) in moves_back(position, span) {
        if chases.iter().all(|chase| chase.targets.is_empty()) {
            break;
        }
        let mv = state.last_move.expect("no repetition reaches across a null move");
        let chase = &mut chases[side];
        chase.targets = threatened(&board, side, chase.targets);
        chase.pinned_rooks &= chase.targets & rooks_pinned_by_horses(&board, side);

        board.shift(piece_at(&board, mv.to()), mv.to(), mv.from());
        chase.targets -= threatened(&board, side, chase.targets);
        chase.pinned_rooks &= chase.targets;
        chases[!side].roll_back(mv);
    }
    chases
}

/// Returns the enemy rooks that stand on the leg of a horse of `side` aimed at their king.
fn rooks_pinned_by_horses(board: &Board, side: Color) -> Bitboard {
    let king = board.king(!side);
    let horses = board.pieces(PieceKind::Horse, side) & attacks::horse_ring(king);
    let legs: Bitboard = horses.into_iter().map(|horse| attacks::horse_leg(horse, king)).collect();
    board.pieces(PieceKind::Rook, !side) & legs
}
