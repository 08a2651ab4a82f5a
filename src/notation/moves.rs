// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves in any notation: [`Notation`] writes them, [`read_move`] reads them all.

use super::excerpt::excerpt;
use super::vertical::{self, Unresolved};
use super::{chinese, wxf};
use crate::position::{Board, Position};
use crate::types::{Color, Move};
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// A notation for moves.
///
/// ```
/// use chuhe::Position;
/// use chuhe::notation::{Notation, read_move};
/// let position = Position::startpos();
/// let mv = read_move(&position, "炮二平五")?;
/// assert_eq!(Notation::Wxf.write(&position, mv), "C2.5");
/// assert_eq!(Notation::ChineseTraditional.write(&position, read_move(&position, "h2+3")?), "馬二進三");
/// # Ok::<(), chuhe::notation::ReadMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notation {
    /// Coordinates, `h2e2`. Game records write them as `H2-E2`: see [`iccs`](super::iccs()).
    Iccs,
    /// The notation of the World Xiangqi Federation, `C2.5`, with tandem pieces written as in XQWizard.
    Wxf,
    /// Chinese notation in simplified characters, 炮二平五.
    Chinese,
    /// Chinese notation in traditional characters.
    ChineseTraditional,
}

impl Notation {
    /// All notations.
    pub const ALL: [Self; 4] = [Self::Iccs, Self::Wxf, Self::Chinese, Self::ChineseTraditional];

    /// Writes a move in this notation; [`read_move`] reads it back.
    ///
    /// # Panics
    /// If the move's origin is empty.
    ///
    /// ```
    /// use chuhe::{Notation, Position};
    /// let (position, mv) = (Position::startpos(), "h2e2".parse()?);
    /// assert_eq!(Notation::Iccs.write(&position, mv), "h2e2");
    /// assert_eq!(Notation::Wxf.write(&position, mv), "C2.5");
    /// assert_eq!(Notation::Chinese.write(&position, mv), "炮二平五");
    /// # Ok::<(), chuhe::types::ParseMoveError>(())
    /// ```
    pub fn write(self, position: &Position, mv: Move) -> String {
        self.write_on(position.board(), mv)
    }

    pub(crate) fn write_on(self, board: &Board, mv: Move) -> String {
        match self {
            Self::Iccs => mv.to_string(),
            Self::Wxf => wxf::write(board, mv),
            Self::Chinese => chinese::write(&chinese::SIMPLIFIED, board, mv),
            Self::ChineseTraditional => chinese::write(&chinese::TRADITIONAL, board, mv),
        }
    }
}

impl fmt::Display for Notation {
    /// The name that [`FromStr`] reads, such as `chinese-traditional`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Iccs => "iccs",
            Self::Wxf => "wxf",
            Self::Chinese => "chinese",
            Self::ChineseTraditional => "chinese-traditional",
        })
    }
}

/// Error from reading the name of a notation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown notation '{0}'; expected iccs, wxf, chinese or chinese-traditional")]
pub struct ParseNotationError(pub String);

impl FromStr for Notation {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_named = |notation: &Self| notation.to_string() == text.to_ascii_lowercase();
        Self::ALL.into_iter().find(is_named).ok_or_else(|| ParseNotationError(text.to_owned()))
    }
}

/// Error from reading a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadMoveError {
    /// The word is not a move in any notation.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// The word matches no legal move.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// The word matches several legal moves, these two among them.
    #[error("'{0}' is ambiguous here: {1} or {2}")]
    Ambiguous(String, Move, Move),
}

/// Reads a move in any notation.
///
/// Pieces may be named in all the ways that books and programs use, as long as exactly one legal move
/// matches.
///
/// # Errors
/// [`ReadMoveError`] if the word is not a move, or matches no legal move or several.
pub fn read_move(position: &Position, word: &str) -> Result<Move, ReadMoveError> {
    read_among(position.board(), position.side_to_move(), &position.legal_moves(), word)
}

/// Reads a word as one of `moves`, which are `side`'s.
pub fn read_among(board: &Board, side: Color, moves: &[Move], word: &str) -> Result<Move, ReadMoveError> {
    let illegal = || ReadMoveError::Illegal(word.to_owned());
    if let Ok(mv) = word.parse::<Move>() {
        return moves.contains(&mv).then_some(mv).ok_or_else(illegal);
    }
    let parts = wxf::read(word).or_else(|| chinese::read(word));
    let parts = parts.ok_or_else(|| ReadMoveError::Unreadable(excerpt(word)))?;
    vertical::resolve(board, side, moves, parts).map_err(|problem| match problem {
        Unresolved::Illegal => illegal(),
        Unresolved::Ambiguous(one, other) => ReadMoveError::Ambiguous(word.to_owned(), one, other),
    })
}

#[cfg(test)]
mod tests;
