// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order in which some formats tell the points of the men: sixteen of Red's, then Black's likewise.

use crate::types::{Color, Piece, PieceKind};

const KINDS: [PieceKind; 16] = {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    [
        Rook, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Rook, Cannon, Cannon, Pawn, Pawn,
        Pawn, Pawn, Pawn,
    ]
};

/// All men in this order.
pub fn pieces_in_order() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| KINDS.into_iter().map(move |kind| Piece::new(kind, color)))
}
