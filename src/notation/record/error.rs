// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors of game records and their locations.

use super::game::Record;
use crate::notation::fen::FenError;
use crate::notation::moves::MoveTextError;
use crate::position::SetupError;
use core::fmt;
use std::io;
use thiserror::Error;

/// Error from reading a game record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadRecordError {
    /// The file cannot be read further.
    #[error(transparent)]
    File(#[from] io::Error),
    /// This game cannot be read. More games may follow it.
    #[error(transparent)]
    Game(#[from] RecordError),
}

/// A game that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {problem}")]
pub struct RecordError {
    /// Location of the problem.
    pub location: RecordLocation,
    /// The problem.
    pub problem: RecordProblem,
    /// The game up to the problem, if that is in its moves.
    pub beginning: Option<Box<Record>>,
}

impl RecordError {
    pub(crate) fn at_line(number: usize, problem: RecordProblem) -> Self {
        Self { location: RecordLocation::Line(number), problem, beginning: None }
    }

    pub(crate) fn at_byte(offset: u64, problem: RecordProblem) -> Self {
        Self { location: RecordLocation::Byte(offset), problem, beginning: None }
    }

    /// Returns the record if all of it could be read, otherwise the error with what was read before it.
    pub(crate) fn or_whole(error: Option<Self>, record: Record) -> Result<Record, Self> {
        match error {
            None => Ok(record),
            Some(error) => Err(Self { beginning: Some(Box::new(record)), ..error }),
        }
    }
}

/// A location in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordLocation {
    /// Line number, from 1.
    Line(usize),
    /// Byte offset, from 0.
    Byte(u64),
}

impl fmt::Display for RecordLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Byte(number) => write!(f, "byte {number}"),
        }
    }
}

/// A problem in a game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// A malformed tag.
    #[error("'{0}' is not a tag")]
    Tag(String),
    /// The start position is not a valid FEN.
    #[error("'{0}': {1}")]
    Start(String, FenError),
    /// The start position is impossible.
    #[error("invalid start position: {0}")]
    Setup(SetupError),
    /// A word that is not a legal move.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// An unexpected word.
    #[error("unexpected '{0}'")]
    Stray(String),
    /// A comment or parenthesis that is not closed.
    #[error("'{0}' is never closed")]
    Unclosed(char),
    /// The file ends within the game.
    #[error("the file ends in the middle of a game")]
    Truncated,
    /// An unknown version of the file format.
    #[error("unknown format version {0}")]
    Version(u8),
    /// The keys of an encrypted file fail their check sum.
    #[error("damaged header: the keys do not add up to zero")]
    Keys,
    /// A number that is not the code of a piece.
    #[error("{0} is not the code of a piece")]
    Piece(u8),
    /// Too many levels of variations.
    #[error("variations are nested too deeply")]
    TooDeep,
}
