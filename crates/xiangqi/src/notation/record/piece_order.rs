// SPDX-License-Identifier: MIT OR Apache-2.0
//! The order in which XQF and DhtmlXQ list the squares of the pieces: sixteen of Red's, then sixteen of
//! Black's; and the digits that DhtmlXQ and CBF write squares with.

use crate::types::{Color, Piece, PieceKind, Square};

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

/// The square that two digits stand for: the file from Red's left and the rank from Black's side.
pub fn square_from_digits(digits: &str) -> Option<Square> {
    let &[file @ b'0'..=b'8', rank @ b'0'..=b'9'] = digits.as_bytes() else { return None };
    Square::from_index(usize::from(b'9' - rank) * 9 + usize::from(file - b'0'))
}
