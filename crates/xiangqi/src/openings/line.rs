// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening lines, from which the games of a match begin.
//!
//! A file is read by [`read_epd`]. In addition to the moves after the position, an operation `moves h2e2
//! h9g7` is played, and `id "name"` names the opening; other operations are ignored.

use crate::notation::{EpdError, EpdRecord, MoveTextError, parse_moves, read_epd};
use crate::position::Position;
use crate::types::{Bilingual, Language, Move, text};
use thiserror::Error;

/// A position and the moves played from it before the engines take over.
#[derive(Clone, Debug)]
pub struct OpeningLine {
    /// Position before the moves.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Name of the opening.
    pub name: Option<String>,
}

/// Error from reading a file of openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningLinesError {
    /// A line cannot be read.
    #[error(transparent)]
    Line(#[from] EpdError),
    /// The moves of an operation `moves` are malformed or illegal.
    #[error("{}", self.text(Language::English))]
    Moves {
        /// Line number in the file, from 1.
        line: usize,
        /// The operation.
        text: String,
        /// The reason.
        #[source]
        reason: MoveTextError,
    },
    /// The side to move has no legal move after the line.
    #[error("{}", self.text(Language::English))]
    Over(usize),
    /// The file contains no positions.
    #[error("{}", self.text(Language::English))]
    Empty,
}

impl OpeningLinesError {
    /// Returns the error in words, and its place if the reason is another error.
    fn text(&self, language: Language) -> String {
        match self {
            Self::Line(error) => error.text(language),
            Self::Moves { line, text, .. } => {
                text!(language, "line {line}: '{text}'", "第{line}行：“{text}”")
            }
            Self::Over(line) => text!(
                language,
                "line {line}: the side to move has no legal move",
                "第{line}行：走棋方无着可走"
            ),
            Self::Empty => language.pick("the file contains no openings", "文件中没有开局").to_owned(),
        }
    }
}

impl From<OpeningLinesError> for Bilingual {
    fn from(error: OpeningLinesError) -> Self {
        match error {
            OpeningLinesError::Line(error) => error.into(),
            OpeningLinesError::Moves { ref reason, .. } => {
                Self::from(reason.clone()).within(&Self::new(|language| error.text(language)))
            }
            other => Self::new(|language| other.text(language)),
        }
    }
}

impl OpeningLine {
    /// Returns the start position without moves.
    pub fn startpos() -> Self {
        Self { start: Position::startpos(), moves: Vec::new(), name: None }
    }

    /// Reads all openings of a file's text.
    ///
    /// # Errors
    /// [`OpeningLinesError`] for the first line that cannot be used.
    pub fn read_all(text: &str) -> Result<Vec<Self>, OpeningLinesError> {
        let records = read_epd(text)?;
        if records.is_empty() {
            return Err(OpeningLinesError::Empty);
        }
        records.iter().map(Self::from_record).collect()
    }

    fn from_record(record: &EpdRecord) -> Result<Self, OpeningLinesError> {
        let line = record.line;
        let mut position = record.position.clone();
        let mut name = None;
        for (code, operand) in record.operands() {
            match code {
                "moves" => parse_moves(&mut position, operand.split_whitespace()).map_err(|reason| {
                    OpeningLinesError::Moves { line, text: format!("moves {operand}"), reason }
                })?,
                "id" => name = Some(operand.to_owned()),
                _ => {}
            }
        }
        if !position.has_legal_move() {
            return Err(OpeningLinesError::Over(line));
        }
        Ok(Self { start: position.at_start(), moves: position.moves().collect(), name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::START_FEN;

    #[test]
    fn all_forms_of_an_opening_are_read() {
        let text = format!(
            "# four equal openings\n{START_FEN}; moves h2e2 h9g7; id \"Central Cannon; v Horse\"\n\
             startpos moves h2e2 h9g7; ce 23; c0 \"中炮\"\n\
             {START_FEN} moves h2e2 h9g7\n\
             startpos moves h2e2; moves h9g7\n"
        );
        let openings = OpeningLine::read_all(&text).unwrap();
        assert_eq!(openings.len(), 4);
        for opening in &openings {
            assert_eq!(opening.start.to_fen(), START_FEN);
            assert_eq!(opening.moves.iter().map(Move::to_string).collect::<Vec<_>>(), ["h2e2", "h9g7"]);
        }
        assert_eq!(openings[0].name.as_deref(), Some("Central Cannon; v Horse"));
        assert_eq!(openings[1].name, None);
        let bare = &OpeningLine::read_all("3k5/9/9/9/9/9/9/R8/9/4K4 b - - 7 20").unwrap()[0];
        assert_eq!(bare.start.to_fen(), "3k5/9/9/9/9/9/9/R8/9/4K4 b - - 7 20");
        assert!(bare.moves.is_empty());
    }

    #[test]
    fn unusable_openings_are_named() {
        for (text, message) in [
            ("startpos\nrubbish", "line 2: 'rubbish'"),
            ("startpos moves h2h2", "line 1: 'startpos moves h2h2'"),
            ("\nstartpos; moves h2e2 h2e2", "line 2: 'moves h2e2 h2e2'"),
            ("3k1R3/9/3P5/9/9/9/9/9/9/4K4 b", "line 1: the side to move has no legal move"),
            ("# nothing\n", "the file contains no openings"),
        ] {
            assert_eq!(OpeningLine::read_all(text).unwrap_err().to_string(), message);
        }
    }
}
