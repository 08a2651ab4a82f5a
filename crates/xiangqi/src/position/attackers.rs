// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attackers of a square.

use super::board::Board;
use crate::attacks;
use crate::types::{Bitboard, Color, PieceKind, Square};

impl Board {
    /// Returns the pieces of both sides that could capture on `square` if the squares in `occupied` were
    /// occupied.
    ///
    /// A king attacks the squares next to it; the open file between two kings is ignored.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
        let pawns = attacks::pawn_attackers(Color::Red, square) & self.color(Color::Red)
            | attacks::pawn_attackers(Color::Black, square) & self.color(Color::Black);
        let defenders = self.kind(PieceKind::Advisor) & attacks::advisor(square)
            | self.kind(PieceKind::King) & attacks::king(square)
            | self.kind(PieceKind::Elephant) & attacks::elephant(square, occupied);
        rook & self.kind(PieceKind::Rook)
            | cannon & self.kind(PieceKind::Cannon)
            | self.kind(PieceKind::Horse) & attacks::horse_attackers(square, occupied)
            | self.kind(PieceKind::Pawn) & pawns
            | defenders
    }

    /// Returns the pieces of `by` that would check a king on `square` if the squares in `occupied` were
    /// occupied. The enemy king counts along an open file (the flying general).
    #[inline]
    pub fn king_attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let enemies = self.color(by);
        let mut attackers = self.kind(PieceKind::Pawn) & attacks::pawn_attackers(by, square);
        let sliders = self.kind(PieceKind::Rook) | self.kind(PieceKind::Cannon) | self.kind(PieceKind::King);
        if (sliders & enemies).meets(attacks::lines_through(square)) {
            let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
            attackers |= rook & (self.kind(PieceKind::Rook) | self.kind(PieceKind::King))
                | cannon & self.kind(PieceKind::Cannon);
        }
        let horses = self.kind(PieceKind::Horse) & enemies & attacks::horse_ring(square);
        if !horses.is_empty() {
            attackers |= horses & attacks::horse_attackers(square, occupied);
        }
        attackers & enemies
    }

    /// Returns the enemy pieces that check the king of `color`, the facing king included.
    #[inline]
    pub fn checkers(&self, color: Color) -> Bitboard {
        self.king_attackers(self.king(color), !color, self.occupied())
    }
}
