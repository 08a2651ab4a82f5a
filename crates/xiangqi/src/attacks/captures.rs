// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attacks of a piece whose kind is known only at run time.

use super::blocked::{elephant, horse};
use super::leapers::{advisor, king, pawn};
use super::lines::{cannon_captures, rook};
use crate::types::{Bitboard, Color, PieceKind, Square};

/// Returns the squares that a piece of `kind` and `color` on `square` attacks: where it could capture.
///
/// For all but the cannon these are also its quiet moves; a cannon moves quietly like a rook.
#[inline]
pub fn captures(kind: PieceKind, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::King => king(square),
        PieceKind::Advisor => advisor(square),
        PieceKind::Elephant => elephant(square, occupied),
        PieceKind::Horse => horse(square, occupied),
        PieceKind::Rook => rook(square, occupied),
        PieceKind::Cannon => cannon_captures(square, occupied),
        PieceKind::Pawn => pawn(color, square),
    }
}
