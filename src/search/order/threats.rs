// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threats by cheaper pieces, for the order of quiet moves: a rook, horse or cannon that leaves a threat goes
//! first, one that would move into it last.

use crate::attacks;
use crate::position::Position;
use crate::search::params;
use crate::types::{Bitboard, Move, PieceKind};

/// The squares that enemies of less value attack.
pub struct Threats {
    /// Attacked by pawns: for a horse or cannon.
    pawns: Bitboard,
    /// Attacked by pawns, horses and cannons: for a rook.
    minors: Bitboard,
}

impl Threats {
    /// Returns the threats to the side to move.
    #[inline]
    pub fn new(position: &Position) -> Self {
        let (board, enemy, occupied) = (position.board(), !position.side_to_move(), position.occupied());
        let squares = |kind| board.pieces(kind, enemy);
        let mut pawns = Bitboard::EMPTY;
        for square in squares(PieceKind::Pawn) {
            pawns |= attacks::pawn(enemy, square);
        }
        let mut minors = pawns;
        for square in squares(PieceKind::Horse) {
            minors |= attacks::horse(square, occupied);
        }
        for square in squares(PieceKind::Cannon) {
            minors |= attacks::cannon_captures(square, occupied);
        }
        Self { pawns, minors }
    }

    /// Returns the score of a quiet move for the threats that it escapes or meets.
    #[inline]
    pub fn score(&self, kind: PieceKind, mv: Move) -> i32 {
        let (attacked, weight) = match kind {
            PieceKind::Rook => (self.minors, 2),
            PieceKind::Horse | PieceKind::Cannon => (self.pawns, 1),
            PieceKind::King | PieceKind::Advisor | PieceKind::Elephant | PieceKind::Pawn => return 0,
        };
        let escaped = i32::from(attacked.contains(mv.from())) - i32::from(attacked.contains(mv.to()));
        escaped * weight * params::threat_score()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rook_flees_from_a_cannon_and_a_horse_does_not() {
        // The black cannon e7 aims over e5 at e2; the black pawn c4 attacks c3 only.
        let position = Position::from_fen("5k3/9/4c4/9/4P4/2p6/9/4R4/9/3K3N1 w - - 0 1")
            .expect("the test's FEN is good");
        let threats = Threats::new(&position);
        let score = |mv: &str, kind| threats.score(kind, mv.parse().expect("the test's move is good"));
        assert_eq!(score("e2f2", PieceKind::Rook), 2 * params::threat_score());
        assert_eq!(score("e2e3", PieceKind::Rook), 0);
        assert_eq!(score("e2f2", PieceKind::Horse), 0);
        assert_eq!(score("c2c3", PieceKind::Horse), -params::threat_score());
        assert_eq!(score("e2f2", PieceKind::King), 0);
    }
}
