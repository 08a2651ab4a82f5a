// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be wrong with a record, and where.

use crate::notation::{FenError, ReadMoveError};
use crate::position::SetupError;
use core::fmt;
use std::io;
use thiserror::Error;

/// There is no record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadRecordError {
    /// The file cannot be read any further.
    #[error(transparent)]
    File(#[from] io::Error),
    /// This game cannot be read. There may be others behind it.
    #[error(transparent)]
    Game(#[from] RecordError),
}

/// A game cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {problem}")]
pub struct RecordError {
    /// Where it shows.
    pub location: RecordLocation,
    /// What is wrong there.
    pub problem: RecordProblem,
}

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordLocation {
    /// The number of a line, from 1.
    Line(usize),
    /// The number of a byte, from 0.
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

/// A text as messages quote it: the beginning of a long one, and no control characters, which would spoil a terminal.
pub fn excerpt(text: &str) -> String {
    let mut characters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut excerpt: String = characters.by_ref().take(100).collect();
    excerpt.extend(characters.next().map(|_| '…'));
    excerpt
}

/// What is wrong in a record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// A line with a tag is not finished.
    #[error("'{0}' is not a tag")]
    Tag(String),
    /// The text of the position where the game begins.
    #[error("'{0}': {1}")]
    Start(String, FenError),
    /// The men where the game begins.
    #[error("the game cannot begin so: {0}")]
    Setup(SetupError),
    /// A word that is no move, or a move that is not legal.
    #[error(transparent)]
    Move(#[from] ReadMoveError),
    /// A word that has no business there.
    #[error("'{0}' is out of place")]
    Stray(String),
    /// A comment or parenthesis without an end.
    #[error("'{0}' is never closed")]
    Unclosed(char),
    /// The file ends within the game.
    #[error("the file ends here, in the midst of a game")]
    Truncated,
    /// A version of the file's format that is not known.
    #[error("version {0} of the format is not known")]
    Version(u8),
    /// The keys that the file is hidden with are not in order.
    #[error("the keys do not add up to zero")]
    Keys,
    /// A number that stands for no man.
    #[error("{0} is no man")]
    Piece(u8),
    /// Variations in variations without end.
    #[error("variations are nested too deeply")]
    TooDeep,
}
