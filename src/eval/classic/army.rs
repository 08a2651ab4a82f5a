// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers of pieces: of both sides in one word, and of one side by kind.

use crate::position::Board;
use crate::types::{Color, Piece, PieceKind};

/// The number of pieces of each kind and colour: four bits for each of the fourteen pieces, so they fit in
/// one `u64` (a side has sixteen pieces, and one of them is the king).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PieceCounts(u64);

impl PieceCounts {
    /// Counts the pieces of a board.
    pub fn new(board: &Board) -> Self {
        let mut counts = Self::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                counts.0 += Self::one(piece);
            }
        }
        counts
    }

    const fn one(piece: Piece) -> u64 {
        1 << (4 * piece as u32)
    }

    /// The counts as a number, different for different counts.
    #[inline]
    pub const fn key(self) -> u64 {
        self.0
    }

    /// Removes one piece.
    #[inline]
    pub fn remove(&mut self, piece: Piece) {
        self.0 -= Self::one(piece);
    }

    /// Returns the number of pieces of a kind and colour.
    #[inline]
    pub const fn of(self, kind: PieceKind, color: Color) -> usize {
        (self.0 >> (4 * Piece::new(kind, color) as u32) & 15) as usize
    }

    /// Returns the counts of one side.
    pub const fn army(self, color: Color) -> Army {
        Army {
            rooks: self.of(PieceKind::Rook, color),
            horses: self.of(PieceKind::Horse, color),
            cannons: self.of(PieceKind::Cannon, color),
            pawns: self.of(PieceKind::Pawn, color),
            advisors: self.of(PieceKind::Advisor, color),
            elephants: self.of(PieceKind::Elephant, color),
        }
    }
}

/// The number of one side's pieces of each kind, without the king.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Army {
    pub rooks: usize,
    pub horses: usize,
    pub cannons: usize,
    pub pawns: usize,
    pub advisors: usize,
    pub elephants: usize,
}

impl Army {
    /// Rooks, horses and cannons.
    pub const fn majors(self) -> usize {
        self.rooks + self.horses + self.cannons
    }

    /// Advisors and elephants.
    pub const fn defenders(self) -> usize {
        self.advisors + self.elephants
    }

    /// Returns true with at least two advisors and two elephants.
    pub const fn has_all_defenders(self) -> bool {
        self.advisors >= 2 && self.elephants >= 2
    }

    /// Attack units, which measure the need for defenders: 14 at the start of a game.
    pub const fn attack_units(self) -> usize {
        self.rooks * 3 + self.horses * 2 + self.cannons * 2
    }

    /// Advisors missing from the two at the start.
    pub const fn missing_advisors(self) -> usize {
        2usize.saturating_sub(self.advisors)
    }

    /// Elephants missing from the two at the start.
    pub const fn missing_elephants(self) -> usize {
        2usize.saturating_sub(self.elephants)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn counts_follow_captures() {
        let mut counts = PieceCounts::new(Position::startpos().board());
        counts.remove(Piece::BlackHorse);
        assert_eq!(counts.of(PieceKind::Horse, Color::Black), 1);
        assert_eq!(counts.of(PieceKind::Horse, Color::Red), 2);
        assert_eq!(counts.of(PieceKind::Pawn, Color::Black), 5);
        assert_eq!(counts.army(Color::Black).majors(), 5);
        assert_eq!(counts.army(Color::Red).defenders(), 4);
    }
}
