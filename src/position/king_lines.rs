// SPDX-License-Identifier: MIT OR Apache-2.0
//! Everything aimed at one king, and what that allows the other men.
//!
//! For each enemy man aimed at the king there is a set of points `between` whose occupancy decides whether it
//! checks. With `k` men there, a man `p` standing outside or inside may go
//!
//! | aimed man | k | from outside | from inside |
//! |---|---|---|---|
//! | rook, or the king on an open file | 0, check | to `between`, or capture it | |
//! | | 1 | anywhere | along `between`, or capture it |
//! | cannon | 0, hollow | not to `between` | |
//! | | 1, check | to an *empty* point between, or capture it | out of `between` |
//! | | 2 | anywhere | to empty points between, or capture it |
//! | horse | leg empty, check | to the leg, or capture it | |
//! | | man on the leg | anywhere | capture it |
//! | pawn, check | | capture it | |
//!
//! and anywhere in all other cases. The intersection over all aimed men answers every pin and every check, double
//! and triple ones included; "two checkers: the king must move" is wrong in xiangqi.
//!
//! Looked at from the other side, the same table finds discovered checks: a move that breaks it uncovers an
//! attack on that king.

use super::Board;
use crate::attacks;
use crate::types::{Bitboard, Color, PieceKind, Square};
use arrayvec::ArrayVec;

/// On each of four lines the first three men can matter, and eight horses and three pawns.
const MAX_AIMS: usize = 4 * 3 + 8 + 3;

struct Aim {
    from: Square,
    between: Bitboard,
    inside: Bitboard,
    outside: Bitboard,
}

/// The enemy men aimed at a king and the destinations that they leave to every other man.
pub struct KingLines {
    king: Square,
    /// Destinations of the men not in `special`.
    free: Bitboard,
    /// Men between an aimed man and the king, and the aimed men themselves.
    special: Bitboard,
    aims: ArrayVec<Aim, MAX_AIMS>,
}

impl KingLines {
    /// Looks at everything aimed at the king of `color`.
    #[inline]
    pub fn new(board: &Board, color: Color) -> Self {
        let king = board.king(color);
        let enemies = board.color(!color);
        let occupied = board.occupied();
        let mut lines =
            Self { king, free: Bitboard::ALL, special: Bitboard::EMPTY, aims: ArrayVec::new_const() };

        let rooks = board.kind(PieceKind::Rook) | board.kind(PieceKind::King);
        let cannons = board.kind(PieceKind::Cannon);
        for from in (rooks | cannons) & enemies & attacks::lines_through(king) {
            lines.aim_along_line(king, from, occupied, cannons.contains(from));
        }
        for from in board.kind(PieceKind::Horse) & enemies & attacks::horse_ring(king) {
            let leg = Bitboard::of(attacks::horse_leg(from, king));
            if !occupied.meets(leg) {
                lines.aim(from, Bitboard::EMPTY, Bitboard::EMPTY, leg | from.into());
            } else {
                lines.aim(from, leg, from.into(), Bitboard::ALL);
            }
        }
        for from in board.kind(PieceKind::Pawn) & enemies & attacks::pawn_attackers(!color, king) {
            lines.aim(from, Bitboard::EMPTY, Bitboard::EMPTY, from.into());
        }
        lines
    }

    #[inline]
    fn aim_along_line(&mut self, king: Square, from: Square, occupied: Bitboard, is_cannon: bool) {
        let between = attacks::between(king, from);
        let men = between & occupied;
        let beyond_first = men.without_first();
        let shot = Bitboard::of(from);
        match (is_cannon, men.is_empty(), beyond_first.is_empty()) {
            (false, true, _) => self.aim(from, Bitboard::EMPTY, Bitboard::EMPTY, between | shot),
            (false, false, true) => self.aim(from, between, between | shot, Bitboard::ALL),
            (true, true, _) => self.aim(from, Bitboard::EMPTY, Bitboard::EMPTY, !between),
            (true, false, true) => self.aim(from, between, !between, between - men | shot),
            (true, false, false) if !beyond_first.has_several() => {
                self.aim(from, between, between - men | shot, Bitboard::ALL);
            }
            _ => {}
        }
    }

    #[inline]
    fn aim(&mut self, from: Square, between: Bitboard, inside: Bitboard, outside: Bitboard) {
        self.free &= outside;
        self.special |= between | from.into();
        self.aims.push(Aim { from, between, inside, outside });
    }

    /// The king looked at.
    #[inline]
    pub fn king(&self) -> Square {
        self.king
    }

    /// Where the man on `from` (not the king) may go without uncovering an attack on the king.
    #[inline]
    pub fn allowed(&self, from: Square) -> Bitboard {
        if self.special.contains(from) { self.allowed_specially(from) } else { self.free }
    }

    fn allowed_specially(&self, from: Square) -> Bitboard {
        self.aims
            .iter()
            .filter(|aim| aim.from != from)
            .map(|aim| if aim.between.contains(from) { aim.inside } else { aim.outside })
            .fold(Bitboard::ALL, |allowed, set| allowed & set)
    }
}
