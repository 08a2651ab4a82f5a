// SPDX-License-Identifier: MIT OR Apache-2.0
//! A mover that takes the most valuable piece it can, and otherwise moves at random: the yardstick for the
//! lowest level of play.

use chuhe::{Move, Position};
use xiangqi::types::{PieceKind, SplitMix64};

/// Returns the capture of the most valuable piece, or else any move; `None` if there is no legal move.
pub fn greedy_move(position: &Position, rng: &mut SplitMix64) -> Option<Move> {
    let moves = position.legal_moves();
    let worth = |mv: &Move| position.piece_on(mv.to()).map_or(0, |piece| worth(piece.kind()));
    let best = moves.iter().map(worth).max()?;
    let best: Vec<Move> = moves.iter().copied().filter(|mv| worth(mv) == best).collect();
    Some(best[rng.below(best.len())])
}

fn worth(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::King => 10,
        PieceKind::Rook => 9,
        PieceKind::Cannon => 5,
        PieceKind::Horse => 4,
        PieceKind::Advisor | PieceKind::Elephant => 2,
        PieceKind::Pawn => 1,
    }
}
