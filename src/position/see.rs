// SPDX-License-Identifier: MIT OR Apache-2.0
//! Static exchange evaluation: what a series of captures on one point brings, each side always capturing with its
//! cheapest man and free to stop.
//!
//! Xiangqi's twist: men that leave the board open and close lines. A screen that captures takes its cannon's
//! attack away; a front man that captures uncovers a rook or *makes* a cannon's attack. So the line attackers are
//! worked out anew after each capture, and a cannon may join and leave.

use super::Position;
use crate::attacks;
use crate::types::{Bitboard, Color, Move, PieceKind, Square, Value};

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
    /// A man that would leave its king open to a rook, cannon or horse by capturing cannot; the move itself is taken
    /// for legal.
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
        while let Some((kind, capturer)) = self.cheapest_capturer(target, attackers, occupied, side) {
            occupied -= capturer.into();
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

    /// The cheapest of `side`'s attackers that can capture on `target` without giving its king away.
    #[inline]
    fn cheapest_capturer(
        &self,
        target: Square,
        attackers: Bitboard,
        occupied: Bitboard,
        side: Color,
    ) -> Option<(PieceKind, Square)> {
        let board = &self.board;
        let mut own = attackers & board.color(side);
        let home = board.king(side);
        loop {
            let kind = CAPTURE_ORDER.into_iter().find(|&kind| own.meets(board.kind(kind)))?;
            let capturer = (own & board.kind(kind)).first()?;
            let left = occupied - capturer.into();
            let legal = if kind == PieceKind::King {
                // A king may not capture what is protected once he has left his point.
                !(board.attackers(target, left) & left).meets(board.color(!side))
            } else {
                !self.is_exposed(home, capturer, left - target.into(), left, !side)
            };
            if legal {
                return Some((kind, capturer));
            }
            own -= capturer.into();
        }
    }

    /// Does a man that leaves `from` open its king to a line or to a horse whose leg it was?
    #[inline]
    fn is_exposed(&self, king: Square, from: Square, men: Bitboard, occupied: Bitboard, by: Color) -> bool {
        let board = &self.board;
        let men = men & board.color(by);
        let horses = board.kind(PieceKind::Horse) & men;
        if attacks::lines_through(king).contains(from) {
            let (rook, cannon) = attacks::rook_and_cannon(king, occupied);
            // Kings that face each other attack like rooks.
            let rooks = board.kind(PieceKind::Rook) | board.kind(PieceKind::King);
            (rook & rooks | cannon & board.kind(PieceKind::Cannon)).meets(men)
        } else {
            attacks::horse_ring(king).meets(horses) && attacks::horse_attackers(king, occupied).meets(horses)
        }
    }
}
