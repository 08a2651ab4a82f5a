// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order in which XQF and DhtmlXQ list the squares of the pieces: sixteen of Red's, then sixteen of
//! Black's.

use crate::types::{Color, Piece, PieceKind};

const KINDS: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn, Pawn,
        Pawn, Pawn, Pawn,
    ]
};

/// All 32 pieces in this order.
pub fn pieces_in_order() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| KINDS.into_iter().map(move |kind| Piece::new(kind, color)))
}
