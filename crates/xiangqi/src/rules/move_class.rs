// SPDX-License-Identifier: MIT OR Apache-2.0
//! The class of a move, and a piece with its square.

use crate::position::Board;
use crate::rules::threat::piece_at;
use crate::types::{Piece, Square};
use core::fmt;

/// A piece and its square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedPiece {
    /// The piece.
    pub piece: Piece,
    /// The square it stands on.
    pub square: Square,
}

impl PlacedPiece {
    pub(crate) fn on(board: &Board, square: Square) -> Self {
        Self { piece: piece_at(board, square), square }
    }
}

/// The class of a move in a repetition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveClass {
    /// It gives check (将).
    Check,
    /// It threatens mate by checks (杀); only the Chinese rules tell this from an idle move.
    MateThreat,
    /// It chases at least one piece (捉).
    Chase,
    /// None of these (闲).
    Idle,
    /// It could not be classified.
    Undecided,
}

impl fmt::Display for MoveClass {
    /// Writes the name that programs read: `mate threat`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Check => "check",
            Self::MateThreat => "mate threat",
            Self::Chase => "chase",
            Self::Idle => "idle",
            Self::Undecided => "undecided",
        })
    }
}
