// SPDX-License-Identifier: MIT OR Apache-2.0
//! Static exchange evaluation: what a series of captures on one point brings, each side always capturing with its
//! cheapest man and free to stop.
//!
//! Xiangqi's twist: men that leave the board open and close lines. A screen that captures takes its cannon's
//! attack away; a front man that captures uncovers a rook or *makes* a cannon's attack. So the line attackers are
//! worked out anew after each capture, and a cannon may join and leave.

use super::Position;
use crate::attacks;
use crate::types::{Move, PieceKind, Value};

/// What a man is worth in an exchange.
pub const fn see_value(kind: PieceKind) -> Value {
    match kind {
        PieceKind::King => 10_000,
        PieceKind::Rook => 800,
        PieceKind::Cannon => 400,
        PieceKind::Horse => 380,
        PieceKind::Advisor | PieceKind::Elephant => 150,
        PieceKind::Pawn => 100,
    }
}

/// Cheapest first.
const CAPTURE_ORDER: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::King,
];

impl Position {
    /// Does `mv` win at least `threshold`, the opponent and then we recapturing as long as it pays?
    ///
    /// Pins are not looked at.
    pub fn see_ge(&self, mv: Move, threshold: Value) -> bool {
        let board = &self.board;
        let (from, target) = (mv.from(), mv.to());
        let victim = self.piece_on(target).map_or(0, |piece| see_value(piece.kind()));
        let mut balance = victim - threshold;
        if balance < 0 {
            return false;
        }
        let Some(piece) = self.piece_on(from) else { return false };
        balance -= see_value(piece.kind());
        if balance >= 0 {
            return true;
        }

        let rooks = board.kind(PieceKind::Rook);
        let cannons = board.kind(PieceKind::Cannon);
        let mut occupied = (board.occupied() - from.into()) | target.into();
        let mut attackers = board.attackers(target, occupied) & occupied;
        // The side to capture; balance is what it loses if it does not.
        let mut side = !self.side;
        loop {
            let own = attackers & board.color(side);
            let Some(kind) = CAPTURE_ORDER.into_iter().find(|&kind| own.meets(board.kind(kind))) else {
                break;
            };
            let capturer = (own & board.kind(kind)).first();
            let Some(capturer) = capturer else { break };
            occupied -= capturer.into();
            if kind == PieceKind::King
                && (board.attackers(target, occupied) & occupied).meets(board.color(!side))
            {
                // A king may not capture what is protected once he has left his point.
                break;
            }
            side = !side;
            balance = -balance - 1 - see_value(kind);
            if balance >= 0 {
                break;
            }
            attackers &= occupied;
            if attacks::lines_through(target).contains(capturer) {
                let (rook, cannon) = attacks::rook_and_cannon(target, occupied);
                attackers = (attackers - (rooks | cannons)) | (rook & rooks | cannon & cannons) & occupied;
            } else if kind == PieceKind::Advisor {
                // The only man that can stand on the leg of a horse aiming at the target.
                let horses = board.kind(PieceKind::Horse);
                attackers |= attacks::horse_attackers(target, occupied) & horses & occupied;
            }
        }
        side != self.side
    }
}
