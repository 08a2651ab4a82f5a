// SPDX-License-Identifier: MIT OR Apache-2.0
//! The pieces on the board, stored twice: as bitboards (where are the rooks?) and as a mailbox (which piece
//! is here?).
//!
//! `put`, `take` and `shift` are the only mutators; they keep bitboards, mailbox and Zobrist keys in step.

use super::zobrist::KEYS;
use crate::types::{Bitboard, Color, Piece, PieceKind, Square};

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
