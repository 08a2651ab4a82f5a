// SPDX-License-Identifier: MIT OR Apache-2.0
//! The pieces on the board, stored twice: as bitboards (where are the rooks?) and as a mailbox (which piece
//! is here?).
//!
//! `put`, `take` and `shift` are the only mutators; they keep bitboards, mailbox and Zobrist keys in step.
//!
//! The keys are a random number for each piece on each square, and one for Black to move. Book files and the
//! bench signature depend on them; a golden test pins them.

use crate::attacks;
use crate::types::{Bitboard, Color, Piece, PieceKind, SplitMix64, Square};

pub(crate) struct Keys {
    pub(crate) pieces: [[u64; 90]; 14],
    pub(crate) black_to_move: u64,
}

pub(crate) static KEYS: Keys = {
    let mut rng = SplitMix64::new(0x6368_7568_6521);
    let mut pieces = [[0; 90]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < 90 {
            pieces[piece][square] = rng.next_u64();
            square += 1;
        }
        piece += 1;
    }
    Keys { pieces, black_to_move: rng.next_u64() }
};

/// Returns the part of the key that encodes the side to move.
#[inline]
pub(crate) fn side_key(side: Color) -> u64 {
    match side {
        Color::Red => 0,
        Color::Black => KEYS.black_to_move,
    }
}

/// The pieces on the board and their Zobrist key.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    kinds: [Bitboard; 7],
    colors: [Bitboard; 2],
    squares: [Option<Piece>; 90],
    key: u64,
    kind_keys: [u64; 7],
}

impl Board {
    /// Creates a board without pieces.
    pub const fn empty() -> Self {
        Self {
            kinds: [Bitboard::EMPTY; 7],
            colors: [Bitboard::EMPTY; 2],
            squares: [None; 90],
            key: 0,
            kind_keys: [0; 7],
        }
    }

    /// Returns the piece on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.squares[square]
    }

    /// Returns all pieces of a kind, of both sides.
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind]
    }

    /// Returns all pieces of a side.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.colors[color]
    }

    /// Returns the pieces of a kind and side.
    #[inline]
    pub fn pieces(&self, kind: PieceKind, color: Color) -> Bitboard {
        self.kinds[kind] & self.colors[color]
    }

    /// Returns all pieces, that is, the occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Returns the rooks, horses and cannons of a side.
    #[inline]
    pub fn majors(&self, color: Color) -> Bitboard {
        (self.kinds[PieceKind::Rook] | self.kinds[PieceKind::Horse] | self.kinds[PieceKind::Cannon])
            & self.colors[color]
    }

    /// Returns the square of the king of `color`. The board must have one.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(PieceKind::King, color).first_or_last()
    }

    /// Returns the Zobrist key of the pieces, without the side to move.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the Zobrist key of the pieces of one kind, of both sides.
    #[inline]
    pub fn kind_key(&self, kind: PieceKind) -> u64 {
        self.kind_keys[kind]
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.squares[square].is_none());
        self.toggle(piece, square);
        self.squares[square] = Some(piece);
    }

    /// Takes `piece` off `square`.
    #[inline]
    pub fn take(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.squares[square], Some(piece));
        self.toggle(piece, square);
        self.squares[square] = None;
    }

    /// Moves `piece` to an empty square.
    #[inline]
    pub fn shift(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert!(self.squares[from] == Some(piece) && self.squares[to].is_none());
        let both = Bitboard::of(from) | Bitboard::of(to);
        self.kinds[piece.kind()] ^= both;
        self.colors[piece.color()] ^= both;
        self.squares[from] = None;
        self.squares[to] = Some(piece);
        self.change_key(piece, KEYS.pieces[piece][from] ^ KEYS.pieces[piece][to]);
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        self.kinds[piece.kind()] ^= square.into();
        self.colors[piece.color()] ^= square.into();
        self.change_key(piece, KEYS.pieces[piece][square]);
    }

    #[inline]
    fn change_key(&mut self, piece: Piece, change: u64) {
        self.key ^= change;
        self.kind_keys[piece.kind()] ^= change;
    }
}

impl Board {
    /// Returns the pieces of both sides that could capture on `square` if the squares in `occupied` were
    /// occupied.
    ///
    /// A king attacks the squares next to it; the open file between two kings is ignored.
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
        let pawns = attacks::pawn_attackers(Color::Red, square) & self.color(Color::Red)
            | attacks::pawn_attackers(Color::Black, square) & self.color(Color::Black);
        let defenders = self.kind(PieceKind::Advisor) & attacks::advisor(square)
            | self.kind(PieceKind::King) & attacks::king(square)
            | self.kind(PieceKind::Elephant) & attacks::elephant(square, occupied);
        rook & self.kind(PieceKind::Rook)
            | cannon & self.kind(PieceKind::Cannon)
            | self.kind(PieceKind::Horse) & attacks::horse_attackers(square, occupied)
            | self.kind(PieceKind::Pawn) & pawns
            | defenders
    }

    /// Returns the pieces of `by` that would check a king on `square` if the squares in `occupied` were
    /// occupied. The enemy king counts along an open file (the flying general).
    #[inline]
    pub fn king_attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let enemies = self.color(by);
        let mut attackers = self.kind(PieceKind::Pawn) & attacks::pawn_attackers(by, square);
        let sliders = self.kind(PieceKind::Rook) | self.kind(PieceKind::Cannon) | self.kind(PieceKind::King);
        if (sliders & enemies).meets(attacks::lines_through(square)) {
            let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
            attackers |= rook & (self.kind(PieceKind::Rook) | self.kind(PieceKind::King))
                | cannon & self.kind(PieceKind::Cannon);
        }
        let horses = self.kind(PieceKind::Horse) & enemies & attacks::horse_ring(square);
        if !horses.is_empty() {
            attackers |= horses & attacks::horse_attackers(square, occupied);
        }
        attackers & enemies
    }

    /// Returns the enemy pieces that check the king of `color`, the facing king included.
    #[inline]
    pub fn checkers(&self, color: Color) -> Bitboard {
        self.king_attackers(self.king(color), !color, self.occupied())
    }
}

#[cfg(test)]
mod tests {
    use super::KEYS;
    use crate::position::Position;

    #[test]
    fn keys_are_the_ones_that_books_were_made_with() {
        let all = KEYS.pieces.iter().flatten().chain([&KEYS.black_to_move]);
        let bytes: Vec<u8> = all.flat_map(|key| key.to_le_bytes()).collect();
        assert_eq!(crc32fast::hash(&bytes), 0x711f_50fd);
        for (fen, key) in [
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 0xab8f_6ce8_902f_7d94),
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", 0xa0c5_c5f0_97b1_cd8e),
            ("3k5/9/9/9/9/9/9/9/9/3RK4 b", 0xeea1_9b8f_e35b_b4d7),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().key(), key, "{fen}");
        }
    }
}
