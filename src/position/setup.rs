// SPDX-License-Identifier: MIT OR Apache-2.0
//! The way in: an unchecked arrangement of men becomes a [`Position`], or a list of all that is wrong with it.

use super::{Board, Position, UndoState, make::side_key};
use crate::types::{Bitboard, Color, Piece, PieceKind, Square, coords};
use core::fmt;
use thiserror::Error;

/// An arrangement of men that nobody has checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The men.
    pub board: [Option<Piece>; 90],
    /// Whose move it is.
    pub side: Color,
    /// Plies since the last capture.
    pub rule60: u16,
    /// The number of the next full move, from 1.
    pub full_move: u32,
}

/// One thing wrong with a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SetupProblem {
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has more than one king.
    #[error("{0} has several kings")]
    SeveralKings(Color),
    /// A man stands where its kind can never be.
    #[error("{letter} on {1} cannot stand there", letter = .0.letter())]
    ImpossibleSquare(Piece, Square),
    /// A side has more men than sixteen.
    #[error("{0} has more than sixteen men")]
    TooManyPieces(Color),
    /// A side has more men of a kind than a game begins with.
    #[error("too many men of kind {letter}", letter = .0.letter())]
    TooManyOfKind(Piece),
    /// The kings face each other on an open file.
    #[error("the kings face each other")]
    FacingKings,
    /// The side not to move is in check.
    #[error("{0} is in check but not to move")]
    OpponentInCheck(Color),
}

/// All that is wrong with a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct SetupError(pub Vec<SetupProblem>);

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, problem) in self.0.iter().enumerate() {
            write!(f, "{}{problem}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// How many men of a kind a side begins the game with.
const fn normal_count(kind: PieceKind) -> u32 {
    match kind {
        PieceKind::King => 1,
        PieceKind::Pawn => 5,
        _ => 2,
    }
}

impl Setup {
    /// A board without men, Red to move.
    pub const fn empty() -> Self {
        Self { board: [None; 90], side: Color::Red, rule60: 0, full_move: 1 }
    }

    /// Checks the arrangement: one king a side, every man on a point of its kind, at most sixteen men a side, and
    /// the side not to move not in check. `strict` also limits each kind to the number that a game begins with.
    ///
    /// # Errors
    /// Everything found wrong.
    pub fn into_position(self, strict: bool) -> Result<Position, SetupError> {
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
        let state = UndoState {
            key: board.key() ^ side_key(self.side),
            checkers: board.checkers(self.side),
            last_move: None,
            captured: None,
            rule60: self.rule60,
            checks: [0; 2],
            reversible: 0,
        };
        let first_ply = (self.full_move.max(1) - 1).saturating_mul(2).saturating_add(self.side as u32);
        let position =
            Position { board, side: self.side, state, history: Vec::with_capacity(256), first_ply };
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
            let (men, piece) = (board.pieces(kind, color), Piece::new(kind, color));
            if strict && kind != PieceKind::King && men.len() > normal_count(kind) {
                problems.push(SetupProblem::TooManyOfKind(piece));
            }
            let misplaced = men - coords::possible_squares(kind, color);
            problems
                .extend(misplaced.into_iter().map(|square| SetupProblem::ImpossibleSquare(piece, square)));
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

impl Position {
    /// The start of a game.
    ///
    /// # Panics
    /// Never: the start position is a legal one.
    pub fn startpos() -> Self {
        let mut setup = Setup::empty();
        let back = [
            PieceKind::Rook,
            PieceKind::Horse,
            PieceKind::Elephant,
            PieceKind::Advisor,
            PieceKind::King,
            PieceKind::Advisor,
            PieceKind::Elephant,
            PieceKind::Horse,
            PieceKind::Rook,
        ];
        for color in Color::ALL {
            let mut put = |kind, square: Square| {
                setup.board[square.relative_to(color)] = Some(Piece::new(kind, color));
            };
            for (kind, square) in back.into_iter().zip(Square::ALL) {
                put(kind, square);
            }
            for square in [Square::B2, Square::H2] {
                put(PieceKind::Cannon, square);
            }
            for square in [Square::A3, Square::C3, Square::E3, Square::G3, Square::I3] {
                put(PieceKind::Pawn, square);
            }
        }
        setup.into_position(true).expect("the start position is legal")
    }

    /// The men and counters as a [`Setup`], the moves forgotten.
    pub fn setup(&self) -> Setup {
        Setup {
            board: Square::ALL.map(|square| self.piece_on(square)),
            side: self.side,
            rule60: self.state.rule60,
            full_move: self.full_move(),
        }
    }

    /// The same position seen in a mirror: left and right exchanged, moves forgotten.
    ///
    /// # Panics
    /// Never: the mirror image of a legal position is legal.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let setup = self.setup();
        let board = Square::ALL.map(|square| setup.board[square.mirror()]);
        Setup { board, ..setup }.into_position(false).expect("legality has no left and right")
    }

    /// Is the position its own mirror image?
    pub fn is_symmetric(&self) -> bool {
        Square::ALL.into_iter().all(|square| self.piece_on(square) == self.piece_on(square.mirror()))
    }

    /// A key that the position shares with its mirror image.
    pub fn either_key(&self) -> u64 {
        self.key().min(self.mirrored().key())
    }

    /// The same position with the sides exchanged: the board turned by half, every man of the other colour, the
    /// other side to move, moves forgotten.
    ///
    /// # Panics
    /// Never: the sides have the same rules.
    #[must_use]
    pub fn color_flipped(&self) -> Self {
        let setup = self.setup();
        let other = |piece: Piece| Piece::new(piece.kind(), !piece.color());
        let board = Square::ALL.map(|square| setup.board[square.rotate()].map(other));
        Setup { board, side: !setup.side, ..setup }
            .into_position(false)
            .expect("the sides have the same rules")
    }

    /// All points with men.
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }
}
