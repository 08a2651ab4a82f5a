// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position: board, side to move, and the moves that led to it.

use crate::position::board::{Board, KEYS, side_key};
use crate::types::{Bitboard, Color, Move, Piece, PieceKind, Square, coords};
use core::hash::{Hash, Hasher};

/// A legal position with the moves that led to it.
///
/// ```
/// use xiangqi::Position;
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
    /// The states before the current one, oldest first.
    pub(crate) history: Vec<UndoState>,
    /// Plies played before the set-up position, from its move number.
    pub(crate) first_ply: u32,
}

impl Position {
    /// Returns the board with its pieces.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// Returns the piece on `square`.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    /// Returns the occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Returns the state after the last move.
    #[inline]
    pub fn state(&self) -> &UndoState {
        &self.state
    }

    /// Returns the states before the current one, oldest first.
    #[inline]
    pub fn history(&self) -> &[UndoState] {
        &self.history
    }

    /// Returns the Zobrist key, side to move included.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let mut position = Position::startpos();
    /// for mv in ["h2e2", "h7e7", "e2h2", "e7h7"] {
    ///     position.play(mv.parse()?)?;
    /// }
    /// assert_eq!(position.key(), Position::startpos().key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// Returns the Zobrist key of the position after `mv`, for prefetching.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let (position, mv) = (Position::startpos(), "h2e2".parse()?);
    /// assert_eq!(position.key_after(mv), position.after(mv).key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Returns the pieces that check the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// Returns true if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.state.checkers.is_empty()
    }

    /// Returns true if `mv` captures a piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.piece_on(mv.to()).is_some()
    }

    /// Returns the plies without capture as the natural limit (rule 60, 自然限着) counts them: checks beyond ten
    /// a side, and the answers to them, are not counted.
    #[inline]
    pub fn rule60_count(&self) -> u16 {
        self.state.rule60
    }

    /// Returns the move number as in FEN, from 1.
    pub fn full_move(&self) -> u32 {
        self.ply() / 2 + 1
    }

    /// Returns the number of plies since the beginning of the game.
    #[inline]
    pub fn ply(&self) -> u32 {
        self.first_ply + self.history.len() as u32
    }

    /// Returns the moves played since the set-up, oldest first.
    ///
    /// ```
    /// use xiangqi::{Move, Position};
    /// let mut position = Position::startpos();
    /// let moves: [Move; 2] = ["h2e2".parse()?, "h9g7".parse()?];
    /// for mv in moves {
    ///     position.play(mv)?;
    /// }
    /// assert!(position.moves().eq(moves));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.history
            .iter()
            .skip(1)
            .chain((!self.history.is_empty()).then_some(&self.state))
            .filter_map(|s| s.last_move)
    }

    /// Returns the position before the first of the moves that led here.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let mut position = Position::startpos();
    /// position.play("h2e2".parse()?)?;
    /// assert_eq!(position.at_start(), Position::startpos());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn at_start(&self) -> Self {
        let mut start = self.clone();
        while start.undo().is_some() {}
        start
    }

    /// Returns the position without the moves that led to it: cheap to keep in large numbers.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let mut position = Position::startpos();
    /// position.play("h2e2".parse()?)?;
    /// assert_eq!(position.without_history(), position);
    /// assert_eq!(position.without_history().moves().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Returns true if `color` has a piece that can attack anywhere on the board: a rook, horse or cannon.
    #[inline]
    pub fn has_major(&self, color: Color) -> bool {
        !self.board.majors(color).is_empty()
    }

    /// Returns true if neither side has a piece that can cross the river. Then neither can force mate: the
    /// game is a draw unless the side to move has no legal move.
    ///
    /// ```
    /// use xiangqi::Position;
    /// assert!(Position::from_fen("3k5/9/9/9/9/9/9/4B4/9/4K4 w")?.is_material_draw());
    /// assert!(!Position::startpos().is_material_draw());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

/// Two positions are equal if their pieces, side to move and `rule60` are, whatever moves led to them.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.side == other.side && self.state.rule60 == other.state.rule60
    }
}

impl Eq for Position {}

/// Hashes the Zobrist key, which equal positions share.
impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

/// The state after a move, kept on a stack. The first entry describes the set-up position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UndoState {
    /// Zobrist key of the position, side to move included.
    pub key: u64,
    /// The pieces that check the side to move.
    pub checkers: Bitboard,
    /// The move that led here; `None` for the first state and after a null move.
    pub last_move: Option<Move>,
    /// The piece that this move captured.
    pub captured: Option<Piece>,
    /// Plies without capture as the natural limit counts them: checks beyond ten a side, and the answers to
    /// them, are not counted.
    pub rule60: u16,
    /// Checks given since the last capture, by colour.
    pub checks: [u16; 2],
    /// Plies since the last capture, null move or set-up: the furthest a repetition can reach back.
    pub reversible: u16,
}

impl Position {
    /// Panics in debug builds if an invariant is broken; free otherwise.
    #[inline]
    pub(crate) fn debug_validate(&self) {
        if cfg!(debug_assertions) {
            self.validate();
        }
    }

    fn validate(&self) {
        let mut fresh = Board::empty();
        for square in Square::ALL {
            if let Some(piece) = self.board.piece_on(square) {
                fresh.put(piece, square);
                assert!(
                    coords::playable_squares(piece.kind(), piece.color()).contains(square),
                    "{piece:?} {square}"
                );
            }
        }
        assert_eq!(fresh, self.board, "sets, mailbox and key agree");
        assert_eq!(self.state.key, fresh.key() ^ side_key(self.side), "the key is that of the position");
        for color in Color::ALL {
            assert_eq!(self.board.pieces(PieceKind::King, color).len(), 1, "one king a side");
        }
        assert_eq!(self.state.checkers, self.board.checkers(self.side), "checkers are up to date");
        assert!(self.board.checkers(!self.side).is_empty(), "the side not to move is not in check");
    }
}
