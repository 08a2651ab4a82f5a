// SPDX-License-Identifier: MIT OR Apache-2.0
//! The scores by which the picker orders moves: MVV (most valuable victim) with capture history, and quiet
//! histories.

use super::histories::Histories;
use super::history::{ContinuationKeys, PieceTo};
use crate::position::{Position, see_value};
use crate::types::{Move, Piece, PieceKind};

/// Weight of the captured piece's value: an entry of the capture history is worth up to 256 units of value.
const VICTIM_WEIGHT: i32 = 64;

/// MVV (most valuable victim) plus capture history, which decides among equal victims and may outweigh the
/// difference of others, though never that of rook and pawn. Of equal captures the king's comes last.
#[inline]
pub fn capture_score(position: &Position, histories: &Histories, piece: Piece, mv: Move) -> i32 {
    let Some(victim) = position.piece_on(mv.to()) else { return 0 };
    see_value(victim.kind()) * VICTIM_WEIGHT + histories.capture(piece, mv.to(), victim.kind())
        - i32::from(piece.kind() == PieceKind::King)
}

/// Butterfly history plus continuation history.
#[inline]
pub fn quiet_score(histories: &Histories, piece: Piece, mv: Move, keys: ContinuationKeys) -> i32 {
    histories.quiet(piece.color(), mv, PieceTo::new(piece, mv.to()), keys)
}
