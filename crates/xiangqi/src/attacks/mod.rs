// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attack look-ups: the squares that a piece attacks, as pure functions of its square and of the occupied
//! squares.
//!
//! All tables are `const`: there is nothing to initialise. Rooks and cannons look up their rank and file by
//! its occupancy; horses and elephants look up their blockers as four gathered bits; kings, advisors and
//! pawns have one set for each square.

mod leapers;
mod sliders;

use crate::types::{Bitboard, Color, PieceKind, Square};

pub use leapers::{
    advisor, elephant, horse, horse_attackers, horse_leg, horse_ring, king, pawn, pawn_attackers,
};
pub use sliders::{between, cannon_captures, check_zone, lines_through, rook, rook_and_cannon};

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
