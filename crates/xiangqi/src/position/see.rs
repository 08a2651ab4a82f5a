// SPDX-License-Identifier: MIT OR Apache-2.0
//! Static exchange evaluation (SEE): the outcome of a series of captures on one square, where each side
//! always captures with its cheapest piece and may stop at any time.
//!
//! In xiangqi, pieces that leave the board open and close lines. A screen that captures removes its cannon's
//! attack; a front piece that captures uncovers a rook or *creates* a cannon's attack. The attackers along
//! lines are therefore recomputed after each capture, and a cannon may join and leave.

use crate::attacks;
use crate::position::position::Position;
use crate::types::{Bitboard, Color, Move, PieceKind, Square, Value};

/// Returns the value of a piece in an exchange.
#[inline]
pub const fn see_value(kind: PieceKind) -> Value {
    match kind {
        PieceKind::King => 10_000,
        PieceKind::Rook => 750,
        PieceKind::Cannon => 410,
        PieceKind::Horse => 340,
        PieceKind::Advisor | PieceKind::Elephant => 130,
        PieceKind::Pawn => 90,
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
    /// Returns true if the exchange that `mv` begins wins at least `threshold`, both sides recapturing as
    /// long as it pays.
    ///
    /// A piece that would expose its king to a rook, cannon or horse by capturing does not take part; the
    /// move itself is assumed to be legal.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let position = Position::startpos();
    /// let cannon_takes_horse = "h2h9".parse()?;
    /// assert!(!position.see_ge(cannon_takes_horse, 0), "the rook recaptures");
    /// assert!(position.see_ge(cannon_takes_horse, -70));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        // The side to capture; `balance` is what it loses if it does not.
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
                // The only piece that can stand on the leg of a horse aiming at the target.
                let horses = board.kind(PieceKind::Horse);
                attackers |= attacks::horse_attackers(target, occupied) & horses & occupied;
            }
        }
        side != self.side
    }

    /// Returns the cheapest of `side`'s attackers that can capture on `target` without exposing its king.
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
                // A king may not capture a piece that is protected once the king has left its square, also by
                // the other king along the file.
                !board.king_attackers(target, !side, left).meets(left)
            } else {
                !self.is_exposed(home, capturer, left - target.into(), left, !side)
            };
            if legal {
                return Some((kind, capturer));
            }
            own -= capturer.into();
        }
    }

    /// Returns true if a piece that leaves `from` exposes its king, along a line or to a horse whose leg it
    /// was, to one of the pieces of `by` that are `left`.
    #[inline]
    fn is_exposed(&self, king: Square, from: Square, left: Bitboard, occupied: Bitboard, by: Color) -> bool {
        let board = &self.board;
        let enemies = left & board.color(by);
        let horses = board.kind(PieceKind::Horse) & enemies;
        if attacks::lines_through(king).contains(from) {
            let (rook, cannon) = attacks::rook_and_cannon(king, occupied);
            // Kings that face each other attack like rooks.
            let rooks = board.kind(PieceKind::Rook) | board.kind(PieceKind::King);
            (rook & rooks | cannon & board.kind(PieceKind::Cannon)).meets(enemies)
        } else {
            attacks::horse_ring(king).meets(horses) && attacks::horse_attackers(king, occupied).meets(horses)
        }
    }
}
