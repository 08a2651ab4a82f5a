// SPDX-License-Identifier: MIT OR Apache-2.0
//! The incremental part of the evaluation: material, piece-square values and piece counts, updated move by
//! move.

use super::army::PieceCounts;
use super::pair::Pair;
use super::squares;
use super::trace::{Sum, Term, Trace};
use super::weights::VALUES;
use crate::position::Board;
use crate::types::{Piece, Square};

/// The sums of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incremental {
    /// Material and piece-square values, from Red's point of view.
    pub value: Pair,
    /// The numbers of pieces.
    pub counts: PieceCounts,
}

impl Incremental {
    /// Computes the sums of a board from scratch.
    pub fn new(board: &Board) -> Self {
        let value = board
            .occupied()
            .into_iter()
            .filter_map(|square| board.piece_on(square).map(|piece| squares::piece_square(piece, square)))
            .sum();
        Self { value, counts: PieceCounts::new(board) }
    }

    /// Updates the sums for a move.
    #[inline]
    pub fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.value += squares::piece_square(piece, to) - squares::piece_square(piece, from);
        if let Some(captured) = captured {
            self.value -= squares::piece_square(captured, to);
            self.counts.remove(captured);
        }
    }
}

/// Adds material and piece-square values as two terms of their own, for the explanation.
pub fn add_traced(board: &Board, sum: &mut Sum<impl Trace>) {
    for square in board.occupied() {
        let Some(piece) = board.piece_on(square) else { continue };
        let (kind, color) = (piece.kind(), piece.color());
        sum.add(Term::Material, color, VALUES[kind]);
        sum.add(Term::PieceSquare, color, squares::square_value(kind, color, square));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::term;
    use super::*;
    use crate::types::{Color, PieceKind};

    #[test]
    fn material_and_squares_are_separate_terms() {
        let rook = "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1";
        assert_eq!(term(rook, Term::Material)[0], VALUES[PieceKind::Rook]);
        let squares = squares::square_value(PieceKind::Rook, Color::Red, Square::A0)
            + squares::square_value(PieceKind::King, Color::Red, Square::D0);
        assert_eq!(term(rook, Term::PieceSquare)[0], squares);
    }
}
