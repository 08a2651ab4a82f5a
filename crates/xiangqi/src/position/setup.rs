// SPDX-License-Identifier: MIT OR Apache-2.0
//! Set-up of positions: an unchecked arrangement of pieces becomes a [`Position`], or the list of everything
//! wrong with it.

use crate::position::board::{Board, KEYS, side_key};
use crate::position::position::{Position, UndoState};
use crate::types::{Color, Language, Piece, PieceKind, Square, coords, text};
use thiserror::Error;

/// An unchecked arrangement of pieces.
///
/// ```
/// use xiangqi::{Setup, types::{Piece, Square}};
/// let mut setup = Setup::empty();
/// setup.board[Square::E0] = Some(Piece::RedKing);
/// let error = setup.clone().into_position().unwrap_err();
/// assert_eq!(error.to_string(), "black has no king");
/// setup.board[Square::D9] = Some(Piece::BlackKing);
/// assert!(setup.into_position().is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces, by square.
    pub board: [Option<Piece>; 90],
    /// The side to move.
    pub side: Color,
    /// Plies since the last capture, as the natural limit counts them.
    pub rule60: u16,
    /// The number of the next full move, from 1.
    pub full_move: u32,
}

/// A reason why a [`Setup`] is not a legal position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum SetupProblem {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    SeveralKings(Color),
    /// A piece stands on a square on which the rules do not let its kind move.
    ImpossibleSquare(Piece, Square),
    /// A pawn stands on a square that no game brings it to, though it can move there.
    UnreachedSquare(Piece, Square),
    /// A side has more than sixteen pieces.
    TooManyPieces(Color),
    /// A side has more pieces of a kind than it has at the start of a game.
    TooManyOfKind(Piece),
    /// The kings face each other on an open file.
    FacingKings,
    /// The side not to move is in check.
    OpponentInCheck(Color),
}

impl SetupProblem {
    /// Returns the problem in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let king = |side| Piece::new(PieceKind::King, side).word(language);
        match *self {
            Self::NoKing(side) => {
                text!(
                    language,
                    "{side} has no king",
                    "{name}没有{king}",
                    name = side.word(language),
                    king = king(side)
                )
            }
            Self::SeveralKings(side) => text!(
                language,
                "{side} has several kings",
                "{name}的{king}不止一个",
                name = side.word(language),
                king = king(side),
            ),
            Self::ImpossibleSquare(piece, square) => text!(
                language,
                "{letter} cannot stand on {square}",
                "{name}的{piece}不可能在{square}",
                letter = piece.letter(),
                name = piece.color().word(language),
                piece = piece.word(language),
            ),
            Self::UnreachedSquare(piece, square) => text!(
                language,
                "{letter} on {square} cannot have come there",
                "{name}的{piece}走不到{square}",
                letter = piece.letter(),
                name = piece.color().word(language),
                piece = piece.word(language),
            ),
            Self::TooManyPieces(side) => text!(
                language,
                "{side} has more than sixteen pieces",
                "{name}的棋子超过十六个",
                name = side.word(language),
            ),
            Self::TooManyOfKind(piece) => text!(
                language,
                "too many pieces of kind {letter}",
                "{name}的{piece}太多",
                letter = piece.letter(),
                name = piece.color().word(language),
                piece = piece.word(language),
            ),
            Self::FacingKings => language.pick("the kings face each other", "将帅照面").to_owned(),
            Self::OpponentInCheck(side) => text!(
                language,
                "{side} is in check but not to move",
                "{name}正被将军，却轮到对方走棋",
                name = side.word(language),
            ),
        }
    }
}

/// All problems of a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
pub struct SetupError(pub Vec<SetupProblem>);

crate::bilingual_errors!(SetupError);

impl SetupError {
    /// Returns the problems in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let problems: Vec<_> = self.0.iter().map(|problem| problem.text(language)).collect();
        problems.join(language.pick("; ", "；"))
    }
}

/// Number of pieces of a kind that a side has at the start of a game.
pub const fn normal_count(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::King => 1,
        PieceKind::Pawn => 5,
        _ => 2,
    }
}

impl Setup {
    /// Creates an empty board with Red to move.
    pub const fn empty() -> Self {
        Self { board: [None; 90], side: Color::Red, rule60: 0, full_move: 1 }
    }

    /// Converts the arrangement to a position if it is legal: one king a side, every piece on a square where
    /// its kind can move, at most sixteen pieces a side, and the side not to move not in check.
    /// [`Position::doubts`] tells what no game can have led to.
    ///
    /// # Errors
    /// All problems found.
    pub fn into_position(self) -> Result<Position, SetupError> {
        self.checked(false)
    }

    /// Converts the arrangement to a position if it is legal, has no more pieces of a kind than a side has at
    /// the start of a game, and has pawns only where a game can bring them.
    ///
    /// # Errors
    /// All problems found.
    ///
    /// ```
    /// use xiangqi::{Position, types::{Piece, Square}};
    /// let mut setup = Position::startpos().setup();
    /// setup.board[Square::A3] = Some(Piece::RedRook);
    /// assert!(setup.clone().into_position().is_ok());
    /// let error = setup.into_position_strict().unwrap_err();
    /// assert_eq!(error.to_string(), "too many pieces of kind R");
    /// ```
    pub fn into_position_strict(self) -> Result<Position, SetupError> {
        self.checked(true)
    }

    fn checked(self, strict: bool) -> Result<Position, SetupError> {
        let mut board = Board::empty();
        for square in Square::ALL {
            if let Some(piece) = self.board[square] {
                board.put(piece, square);
            }
        }
        let problems = problems(&board, self.side, strict);
        if !problems.is_empty() {
            return Err(SetupError(problems));
        }
        let mut position = Position::from_board(board, self.side);
        position.state.rule60 = self.rule60;
        position.history.reserve(256);
        position.first_ply = (self.full_move.max(1) - 1).saturating_mul(2).saturating_add(self.side as u32);
        position.debug_validate();
        Ok(position)
    }
}

fn problems(board: &Board, side: Color, strict: bool) -> Vec<SetupProblem> {
    let mut problems = Vec::new();
    for color in Color::ALL {
        match board.pieces(PieceKind::King, color).len() {
            0 => problems.push(SetupProblem::NoKing(color)),
            1 => {}
            _ => problems.push(SetupProblem::SeveralKings(color)),
        }
        if board.color(color).len() > 16 {
            problems.push(SetupProblem::TooManyPieces(color));
        }
        for kind in PieceKind::ALL {
            let (pieces, piece) = (board.pieces(kind, color), Piece::new(kind, color));
            if strict && kind != PieceKind::King && pieces.len() > normal_count(kind) {
                problems.push(SetupProblem::TooManyOfKind(piece));
            }
            let misplaced = pieces - coords::playable_squares(kind, color);
            problems
                .extend(misplaced.into_iter().map(|square| SetupProblem::ImpossibleSquare(piece, square)));
        }
        if strict {
            problems.extend(unreached(board, color));
        }
    }
    if problems.is_empty() {
        let checkers = board.checkers(!side);
        if checkers.meets(board.kind(PieceKind::King)) {
            problems.push(SetupProblem::FacingKings);
        }
        if !(checkers - board.kind(PieceKind::King)).is_empty() {
            problems.push(SetupProblem::OpponentInCheck(!side));
        }
    }
    problems
}

/// Returns the pawns on squares that no game brings them to.
fn unreached(board: &Board, color: Color) -> impl Iterator<Item = SetupProblem> {
    let pawns = board.pieces(PieceKind::Pawn, color) - coords::possible_squares(PieceKind::Pawn, color);
    pawns.into_iter().map(move |at| SetupProblem::UnreachedSquare(Piece::new(PieceKind::Pawn, color), at))
}

impl Position {
    /// Returns a warning if no game can have led here: pawns stand on squares that they do not come to, as in
    /// some puzzles. They move like other pawns.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4P4/4K4")?;
    /// assert_eq!(position.doubts().unwrap().to_string(), "P on e1 cannot have come there");
    /// assert!(Position::startpos().doubts().is_none());
    /// # Ok::<(), xiangqi::fen::FenError>(())
    /// ```
    pub fn doubts(&self) -> Option<SetupError> {
        let pawns = Color::ALL.into_iter().flat_map(|color| unreached(&self.board, color));
        Some(SetupError(pawns.collect())).filter(|doubts| !doubts.0.is_empty())
    }

    /// Creates the position of a board whose legality is known, without moves played.
    pub fn from_board(board: Board, side: Color) -> Self {
        let state = UndoState {
            key: board.key() ^ side_key(side),
            checkers: board.checkers(side),
            last_move: None,
            captured: None,
            rule60: 0,
            checks: [0; 2],
            reversible: 0,
        };
        Self { board, side, state, history: Vec::new(), first_ply: side as u32 }
    }

    /// Returns the pieces and counters as a [`Setup`], without the moves played.
    pub fn setup(&self) -> Setup {
        Setup {
            board: Square::ALL.map(|square| self.piece_on(square)),
            side: self.side,
            rule60: self.state.rule60,
            full_move: self.full_move(),
        }
    }

    /// Returns the mirror image: files a to i in reverse order, without the moves played.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let setup = self.setup();
        let board = Square::ALL.map(|square| setup.board[square.mirror()]);
        Setup { board, ..setup }.into_position().expect("legality has no left and right")
    }

    /// Returns true if the position is its own mirror image.
    pub fn is_symmetric(&self) -> bool {
        Square::ALL.into_iter().all(|square| self.piece_on(square) == self.piece_on(square.mirror()))
    }

    /// Returns the smaller of the Zobrist keys of the position and its mirror image, which both share.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let (left, right) = ("b2e2".parse()?, "h2e2".parse()?);
    /// let start = Position::startpos();
    /// assert_eq!(start.after(left).canonical_key(), start.after(right).canonical_key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical_key(&self) -> u64 {
        let piece_key = |square: Square| Some(KEYS.pieces[self.piece_on(square)?][square.mirror()]);
        let pieces = self.occupied().into_iter().filter_map(piece_key);
        self.key().min(pieces.fold(side_key(self.side), |key, piece| key ^ piece))
    }

    /// Returns the position with the sides exchanged: the board rotated by 180°, every piece of the other
    /// colour, the other side to move, without the moves played.
    #[must_use]
    pub fn color_flipped(&self) -> Self {
        let setup = self.setup();
        let other = |piece: Piece| Piece::new(piece.kind(), !piece.color());
        let board = Square::ALL.map(|square| setup.board[square.rotate()].map(other));
        Setup { board, side: !setup.side, ..setup }.into_position().expect("the sides have the same rules")
    }
}
