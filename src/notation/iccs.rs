// SPDX-License-Identifier: MIT OR Apache-2.0
//! ICCS coordinates: `H2-E2` in game records, `h2e2` in the protocols.

use crate::position::{IllegalMove, Position};
use crate::types::{Move, ParseMoveError};
use thiserror::Error;

/// Returns the move in the form used by game records: `H2-E2`.
pub fn iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Error from reading a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// The word is not a move.
    #[error(transparent)]
    Unreadable(#[from] ParseMoveError),
    /// The move is illegal in the position reached.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// Plays a list of moves in either form of coordinates. On an error the moves before it have been played.
///
/// # Errors
/// The first word that is not a legal move.
pub fn parse_moves<'a>(
    position: &mut Position,
    words: impl IntoIterator<Item = &'a str>,
) -> Result<(), MoveTextError> {
    for word in words {
        position.play(word.parse::<Move>()?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_and_errors_name_the_word() {
        let mut position = Position::startpos();
        parse_moves(&mut position, ["h2e2", "H9-G7"]).unwrap();
        assert_eq!(position.moves().map(iccs).collect::<Vec<_>>(), ["H2-E2", "H9-G7"]);
        let error = parse_moves(&mut position, ["h0g2", "e2e9"]).unwrap_err();
        assert_eq!(error.to_string(), "illegal move e2e9: the cannon on e2 is red's, but black is to move");
        assert!(parse_moves(&mut position, ["nonsense"]).unwrap_err().to_string().contains("nonsense"));
    }
}
