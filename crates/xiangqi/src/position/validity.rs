// SPDX-License-Identifier: MIT OR Apache-2.0
//! The position's invariants, checked after every move in debug builds.

use super::board::Board;
use super::position::Position;
use super::zobrist::side_key;
use crate::types::{Color, PieceKind, Square, coords};

impl Position {
    /// Panics in debug builds if an invariant is broken; free otherwise.
    #[inline]
    pub(crate) fn debug_validate(&self) {
        if cfg!(debug_assertions) {
            self.validate();
        }
    }

    fn validate(&self) {
        let mut fresh = Board::empty();
        for square in Square::ALL {
            if let Some(piece) = self.board.piece_on(square) {
                fresh.put(piece, square);
                assert!(
                    coords::possible_squares(piece.kind(), piece.color()).contains(square),
                    "{piece:?} {square}"
                );
            }
        }
        assert_eq!(fresh, self.board, "sets, mailbox and key agree");
        assert_eq!(self.state.key, fresh.key() ^ side_key(self.side), "the key is that of the position");
        for color in Color::ALL {
            assert_eq!(self.board.pieces(PieceKind::King, color).len(), 1, "one king a side");
        }
        assert_eq!(self.state.checkers, self.board.checkers(self.side), "checkers are up to date");
        assert!(self.board.checkers(!self.side).is_empty(), "the side not to move is not in check");
    }
}
