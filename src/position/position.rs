// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position: board, side to move, and how it came about.

use super::{Board, UndoState, zobrist::KEYS};
use crate::types::{Bitboard, Color, Move, Piece, PieceKind, Square};

/// A legal position with the moves that led to it.
///
/// ```
/// use chuhe::Position;
/// let mut position = Position::startpos();
/// position.play("h2e2".parse()?)?;
/// assert_eq!(position.legal_moves().len(), 45);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) side: Color,
    pub(crate) state: UndoState,
    /// The states before the present one, oldest first.
    pub(crate) history: Vec<UndoState>,
    /// Plies played before the set-up position, from its move number.
    pub(crate) first_ply: u32,
}

impl Position {
    /// The men.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose move it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// What stands on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    /// The state after the last move.
    #[inline]
    pub fn state(&self) -> &UndoState {
        &self.state
    }

    /// The earlier states, oldest first.
    #[inline]
    pub fn history(&self) -> &[UndoState] {
        &self.history
    }

    /// The position's key, side to move included.
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// The key of the position after `mv`, for prefetching.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let Some(piece) = self.piece_on(mv.from()) else { return self.key() };
        let captured = self.piece_on(mv.to()).map_or(0, |captured| KEYS.pieces[captured][mv.to()]);
        self.key()
            ^ KEYS.pieces[piece][mv.from()]
            ^ KEYS.pieces[piece][mv.to()]
            ^ captured
            ^ KEYS.black_to_move
    }

    /// The men that check the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// Is the side to move in check?
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.state.checkers.is_empty()
    }

    /// Does `mv` capture something?
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.piece_on(mv.to()).is_some()
    }

    /// The natural limit's clock: plies without capture, checks in excess of ten a side discounted.
    #[inline]
    pub fn rule60_count(&self) -> u16 {
        self.state.rule60
    }

    /// The move number as in FEN, from 1.
    pub fn full_move(&self) -> u32 {
        self.ply() / 2 + 1
    }

    /// Plies since the beginning of the game.
    #[allow(clippy::cast_possible_truncation, reason = "games are shorter than four thousand million plies")]
    pub fn ply(&self) -> u32 {
        self.first_ply + self.history.len() as u32
    }

    /// Moves played since the set-up, oldest first (null moves left out).
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.history
            .iter()
            .skip(1)
            .chain((!self.history.is_empty()).then_some(&self.state))
            .filter_map(|s| s.last_move)
    }

    /// The position alone, without the moves that led to it: cheap to keep many of.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self {
            board: self.board.clone(),
            side: self.side,
            state: UndoState { last_move: None, captured: None, reversible: 0, ..self.state },
            history: Vec::new(),
            first_ply: self.ply(),
        }
    }

    /// Does the side own a man that can attack anywhere: a rook, horse or cannon?
    #[inline]
    pub fn has_major(&self, color: Color) -> bool {
        !self.board.majors(color).is_empty()
    }

    /// Has neither side a man that can cross the river? Then nobody can be mated by force: a draw, unless the
    /// side to move has no move.
    #[inline]
    pub fn is_material_draw(&self) -> bool {
        let board = &self.board;
        let fighters = board.kind(PieceKind::Rook)
            | board.kind(PieceKind::Horse)
            | board.kind(PieceKind::Cannon)
            | board.kind(PieceKind::Pawn);
        fighters.is_empty()
    }
}

/// Two positions are equal when men, side to move and clock are; how they came about does not matter.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.side == other.side && self.state.rule60 == other.state.rule60
    }
}

impl Eq for Position {}
