// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which points a man attacks, as pure functions of its point and of the occupied points.
//!
//! All tables are `const`: there is nothing to initialise. Rooks and cannons look their line up by its
//! occupancy (`lines`); horses and elephants look their blockers up as four gathered bits (`blocked`); the
//! others have one set a point (`leapers`). Lines through two points are in `rays`.

mod blocked;
mod leapers;
mod lines;
mod rays;

pub use blocked::{elephant, horse, horse_attackers, horse_leg, horse_ring};
pub use leapers::{advisor, king, pawn, pawn_attackers};
pub use lines::{cannon_captures, rook, rook_and_cannon};
pub use rays::{between, check_zone, lines_through};

use crate::types::{Bitboard, Color, PieceKind, Square};

/// The points that a man of `kind` and `color` on `square` attacks: where it could capture.
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
