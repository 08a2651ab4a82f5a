// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pins and checks: every piece aimed at one king, and the squares that it leaves to the other pieces.
//!
//! For each enemy piece aimed at the king there is a set of squares `between` whose occupancy decides whether
//! it checks. With `k` pieces there, a piece standing outside or inside the set can go
//!
//! | aimed piece | k | from outside | from inside |
//! |---|---|---|---|
//! | rook, or the king on an open file | 0, check | to `between`, or capture it | |
//! | | 1 (pin) | anywhere | along `between`, or capture it |
//! | cannon | 0, hollow | not to `between` | |
//! | | 1, check | to an *empty* square between, or capture it | out of `between` |
//! | | 2 (pins both) | anywhere | to empty squares between, or capture it |
//! | horse | leg empty, check | to the leg, or capture it | |
//! | | piece on the leg (pin) | anywhere | capture it |
//! | pawn, check | | capture it | |
//!
//! and anywhere in all other cases. The intersection over all aimed pieces answers every pin and every check,
//! double and triple ones included. ("Two checkers: the king must move" is wrong in xiangqi.)
//!
//! The same table, applied to the *enemy* king, finds discovered checks: a move that breaks it uncovers an
//! attack.

use crate::attacks;
use crate::position::board::Board;
use crate::types::{Bitboard, Color, PieceKind, Square};
use arrayvec::ArrayVec;

/// The first three pieces on each of four lines can matter, and eight horses and three pawns.
const MAX_AIMS: usize = 4 * 3 + 8 + 3;

/// The way a piece is aimed at the king: a row of the table.
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

/// The columns of the table: the squares that matter, and the destinations of pieces from inside and from
/// outside.
struct Leave {
    between: Bitboard,
    inside: Bitboard,
    outside: Bitboard,
}

impl Aim {
    /// Returns the destinations that a piece on `from`, aimed like this, leaves to the others.
    #[inline]
    fn leave(self, king: Square, from: Square, occupied: Bitboard) -> Leave {
        let capture = Bitboard::of(from);
        let line = attacks::between(king, from);
        let (between, inside, outside) = match self {
            Self::RookOpen => (Bitboard::EMPTY, Bitboard::EMPTY, line | capture),
            Self::RookBlocked => (line, line | capture, Bitboard::ALL),
            Self::CannonHollow => (Bitboard::EMPTY, Bitboard::EMPTY, !line),
            Self::CannonCheck => (line, !line, (line - occupied) | capture),
            Self::CannonBlocked => (line, (line - occupied) | capture, Bitboard::ALL),
            Self::HorseFree => {
                (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::of(attacks::horse_leg(from, king)) | capture)
            }
            Self::HorseBlocked => (Bitboard::of(attacks::horse_leg(from, king)), capture, Bitboard::ALL),
            Self::Pawn => (Bitboard::EMPTY, Bitboard::EMPTY, capture),
        };
        Leave { between, inside, outside }
    }
}

/// The enemy pieces aimed at a king and the destinations that they leave to every other piece.
pub struct KingLines {
    king: Square,
    occupied: Bitboard,
    /// Destinations of the pieces not in `special`.
    free: Bitboard,
    /// Pieces between an aimed piece and the king, and the aimed pieces themselves.
    special: Bitboard,
    aims: ArrayVec<(Square, Aim), MAX_AIMS>,
}

impl KingLines {
    /// Finds everything aimed at the king of `color`.
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
            let screens = attacks::between(king, from) & occupied;
            let beyond_first = screens.without_first();
            match (cannons.contains(from), screens.is_empty(), beyond_first.is_empty()) {
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

    /// Returns the square of the king.
    #[inline]
    pub fn king(&self) -> Square {
        self.king
    }

    /// Returns the squares that the piece on `from` (not the king) can go to without exposing the king.
    #[inline]
    pub fn allowed(&self, from: Square) -> Bitboard {
        if self.special.contains(from) { self.allowed_specially(from) } else { self.free }
    }

    fn allowed_specially(&self, square: Square) -> Bitboard {
        self.aims
            .iter()
            .filter(|&&(from, _)| from != square)
            .map(|&(from, aim)| aim.leave(self.king, from, self.occupied))
            .map(|leave| if leave.between.contains(square) { leave.inside } else { leave.outside })
            .fold(Bitboard::ALL, |allowed, set| allowed & set)
    }
}
