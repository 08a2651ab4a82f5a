// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves played, whose values decide that of a position; and moves taken back: the placements from which a
//! side may have come by a move that did not capture.

use super::value::{CheckRule, Code, DRAW, Smaller, TbValue};
use xiangqi::attacks;
use xiangqi::position::{Board, GenKind, Position};
use xiangqi::types::{Bitboard, Color, Piece, PieceKind, Square};

/// Calls `visit` with the board after each legal move of this kind, and whether the move captured.
#[inline]
pub(crate) fn visit_boards(position: &Position, kind: GenKind, mut visit: impl FnMut(&Board, bool)) {
    let board = position.board();
    position.visit_moves_with(kind, &position.king_lines(), |from, targets| {
        let Some(piece) = board.piece_on(from) else { return };
        for to in targets {
            let captured = board.piece_on(to);
            let mut after = board.clone();
            if let Some(captured) = captured {
                after.take(captured, to);
            }
            after.shift(piece, from, to);
            visit(&after, captured.is_some());
        }
    });
}

/// The positions that moves lead to.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Moves {
    /// Distance of the quickest win.
    pub win: Option<Code>,
    /// A move draws.
    pub draw: bool,
    /// Distance of the slowest loss.
    pub loss: Option<Code>,
}

impl Moves {
    /// Looks up the captures of a position.
    pub(crate) fn captures(position: &Position, smaller: &Smaller, rule: CheckRule) -> Self {
        let mut found = Self::default();
        visit_boards(position, GenKind::Captures, |after, _| {
            found.add(smaller.value(after, !position.side_to_move(), rule));
        });
        found
    }

    /// Adds a move to a position of this value.
    pub(crate) fn add(&mut self, after: TbValue) {
        match after {
            TbValue::Loss(plies) => {
                self.win = Some(self.win.map_or(plies + 1, |win| win.min(plies + 1)));
            }
            TbValue::Win(plies) => self.loss = self.loss.max(Some(plies + 1)),
            TbValue::Draw => self.draw = true,
        }
    }

    /// Returns the code of a position with these moves.
    pub(crate) fn code(self) -> Code {
        match self {
            Self { win: Some(plies), .. } => plies,
            Self { draw: true, .. } => DRAW,
            Self { loss, .. } => loss.unwrap_or(0),
        }
    }
}

/// Calls `visit` with each placement from which `mover` came to this one without a capture, and the piece
/// that moved. Whether it is a legal position is left open.
#[inline]
pub(crate) fn visit_unmoves(board: &mut Board, mover: Color, mut visit: impl FnMut(&Board, Piece)) {
    let occupied = board.occupied();
    for square in board.color(mover) {
        let Some(piece) = board.piece_on(square) else { continue };
        for origin in origins(piece, square, occupied) {
            board.shift(piece, square, origin);
            visit(board, piece);
            board.shift(piece, origin, square);
        }
    }
}

/// Returns the squares from which `piece` can have come to `square`. All moves but those of the pawn and the
/// horse lead both ways; the leg of the horse is next to the square it comes from.
#[inline]
fn origins(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    let origins = match piece.kind() {
        PieceKind::King => attacks::king(square),
        PieceKind::Advisor => attacks::advisor(square),
        PieceKind::Elephant => attacks::elephant(square, occupied),
        PieceKind::Horse => attacks::horse_attackers(square, occupied),
        PieceKind::Rook | PieceKind::Cannon => attacks::rook(square, occupied),
        PieceKind::Pawn => {
            attacks::pawn_attackers(piece.color(), square)
                & xiangqi::types::coords::possible_squares(PieceKind::Pawn, piece.color())
        }
    };
    origins - occupied
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use xiangqi::position::Position;

    /// Every quiet move of a position is among the moves taken back from the position after it, and the
    /// other way round.
    #[test]
    fn moves_taken_back_are_moves() {
        for fen in [
            "2bak4/4a4/4b4/9/4P4/9/9/4B4/4A4/R3K1N2 w",
            "3k5/4a4/9/2p5p/9/9/C8/4B4/4c4/3AK1n2 b",
            "4k4/9/9/9/P8/9/4p4/9/9/1R1K2r2 w",
        ] {
            let mut before = Position::from_fen(fen).unwrap();
            let side = before.side_to_move();
            for mv in before.legal_moves() {
                if before.is_capture(mv) {
                    continue;
                }
                let origin = before.board().key();
                before.play_unchecked(mv);
                let mut board = before.board().clone();
                let mut found = HashSet::new();
                visit_unmoves(&mut board, side, |board, _| {
                    assert!(found.insert(board.key()), "twice");
                });
                assert!(found.contains(&origin), "{fen} {mv}");
                assert_eq!(board.key(), before.board().key());
                before.undo();
            }
        }
    }
}
