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

/// How a man is aimed at the king: the rows of the table.
#[derive(Clone, Copy)]
enum Aim {
    RookOpen,
    RookBlocked,
    CannonHollow,
    CannonCheck,
    CannonBlocked,
    HorseFree,
    HorseBlocked,
    Pawn,
}

/// The columns of the table: the points in question, and where men from inside and from outside may go.
struct Leave {
    between: Bitboard,
    inside: Bitboard,
    outside: Bitboard,
}

impl Aim {
    /// What the man on `from`, aimed like this, allows.
    #[inline]
    fn leave(self, king: Square, from: Square, occupied: Bitboard) -> Leave {
        let shot = Bitboard::of(from);
        let line = attacks::between(king, from);
        let (between, inside, outside) = match self {
            Self::RookOpen => (Bitboard::EMPTY, Bitboard::EMPTY, line | shot),
            Self::RookBlocked => (line, line | shot, Bitboard::ALL),
            Self::CannonHollow => (Bitboard::EMPTY, Bitboard::EMPTY, !line),
            Self::CannonCheck => (line, !line, (line - occupied) | shot),
            Self::CannonBlocked => (line, (line - occupied) | shot, Bitboard::ALL),
            Self::HorseFree => {
                (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::of(attacks::horse_leg(from, king)) | shot)
            }
            Self::HorseBlocked => (Bitboard::of(attacks::horse_leg(from, king)), shot, Bitboard::ALL),
            Self::Pawn => (Bitboard::EMPTY, Bitboard::EMPTY, shot),
        };
        Leave { between, inside, outside }
    }
}

/// The enemy men aimed at a king and the destinations that they leave to every other man.
pub struct KingLines {
    king: Square,
    occupied: Bitboard,
    /// Destinations of the men not in `special`.
    free: Bitboard,
    /// Men between an aimed man and the king, and the aimed men themselves.
    special: Bitboard,
    aims: ArrayVec<(Square, Aim), MAX_AIMS>,
}

impl KingLines {
    /// Looks at everything aimed at the king of `color`.
    #[inline]
    pub fn new(board: &Board, color: Color) -> Self {
        let king = board.king(color);
        let enemies = board.color(!color);
        let occupied = board.occupied();
        let (free, special) = (Bitboard::ALL, Bitboard::EMPTY);
        let mut lines = Self { king, occupied, free, special, aims: ArrayVec::new_const() };

        let rooks = board.kind(PieceKind::Rook) | board.kind(PieceKind::King);
        let cannons = board.kind(PieceKind::Cannon);
        for from in (rooks | cannons) & enemies & attacks::lines_through(king) {
            let men = attacks::between(king, from) & occupied;
            let beyond_first = men.without_first();
            match (cannons.contains(from), men.is_empty(), beyond_first.is_empty()) {
                (false, true, _) => lines.add(from, Aim::RookOpen),
                (false, false, true) => lines.add(from, Aim::RookBlocked),
                (true, true, _) => lines.add(from, Aim::CannonHollow),
                (true, false, true) => lines.add(from, Aim::CannonCheck),
                (true, false, false) if !beyond_first.has_several() => lines.add(from, Aim::CannonBlocked),
                _ => {}
            }
        }
        for from in board.kind(PieceKind::Horse) & enemies & attacks::horse_ring(king) {
            let free = !occupied.contains(attacks::horse_leg(from, king));
            lines.add(from, if free { Aim::HorseFree } else { Aim::HorseBlocked });
        }
        for from in board.kind(PieceKind::Pawn) & enemies & attacks::pawn_attackers(!color, king) {
            lines.add(from, Aim::Pawn);
        }
        lines
    }

    #[inline]
    fn add(&mut self, from: Square, aim: Aim) {
        let leave = aim.leave(self.king, from, self.occupied);
        self.free &= leave.outside;
        self.special |= leave.between | from.into();
        self.aims.push((from, aim));
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

    fn allowed_specially(&self, man: Square) -> Bitboard {
        self.aims
            .iter()
            .filter(|&&(from, _)| from != man)
            .map(|&(from, aim)| aim.leave(self.king, from, self.occupied))
            .map(|leave| if leave.between.contains(man) { leave.inside } else { leave.outside })
            .fold(Bitboard::ALL, |allowed, set| allowed & set)
    }
}
