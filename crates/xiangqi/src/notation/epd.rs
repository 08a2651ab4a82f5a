// SPDX-License-Identifier: MIT OR Apache-2.0
//! EPD: files with one position per line, followed by operations after semicolons.
//!
//! ```text
//! # Blank lines and lines like this one are comments.
//! 3k5/9/3P5/9/9/9/p8/9/9/4KR3 w; dm 1; id "a name; with anything in it"
//! startpos moves h2e2 h9g7; ce 12
//! ```
//!
//! A position is a FEN or `startpos`, optionally followed by `moves` and the moves played from there.

use crate::notation::fen::{FenError, START_FEN};
use crate::notation::move_list::parse_moves;
use crate::notation::moves::MoveTextError;
use crate::position::Position;
use crate::types::{Language, text};
use thiserror::Error;

/// One line of a file.
#[derive(Clone, Debug)]
pub struct EpdRecord {
    /// Line number in the file, from 1.
    pub line: usize,
    /// The position, with the moves that led to it.
    pub position: Position,
    /// The texts between the semicolons, trimmed, without the empty ones.
    pub operations: Vec<String>,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct EpdError {
    /// Line number in the file, from 1.
    pub line: usize,
    /// The part that cannot be read.
    pub text: String,
    /// The reason.
    #[source]
    pub reason: EpdReason,
}

impl EpdError {
    /// Returns the place of the error in words; the reason is its source.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let Self { line, text, .. } = self;
        text!(language, "line {line}: '{text}'", "第{line}行：“{text}”")
    }
}

impl EpdReason {
    /// Returns the reason in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Fen(error) => error.text(language),
            Self::Move(error) => error.text(language),
        }
    }
}

/// The reason why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EpdReason {
    /// The line does not begin with a position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is malformed or illegal.
    #[error(transparent)]
    Move(#[from] MoveTextError),
}

/// Reads a whole file.
///
/// # Errors
/// The first line that cannot be read.
pub fn read_epd(text: &str) -> Result<Vec<EpdRecord>, EpdError> {
    text.trim_start_matches('\u{feff}')
        .lines()
        .zip(1..)
        .map(|(text, line)| (text.trim(), line))
        .filter(|(text, _)| !text.is_empty() && !text.starts_with('#'))
        .map(|(text, line)| EpdRecord::read(text, line))
        .collect()
}

impl EpdRecord {
    fn read(text: &str, line: usize) -> Result<Self, EpdError> {
        let mut fields = split(text).into_iter();
        let first = fields.next().unwrap_or_default();
        let position = position(first).map_err(|reason| EpdError { line, text: first.to_owned(), reason })?;
        let operations = fields.filter(|field| !field.is_empty()).map(str::to_owned).collect();
        Ok(Self { line, position, operations })
    }

    /// Returns the operations as code and operand, without quotes around the operand.
    pub fn operands(&self) -> impl Iterator<Item = (&str, &str)> {
        self.operations.iter().map(|operation| split_operation(operation))
    }
}

/// Splits an operation into code and operand, without quotes around the operand.
pub fn split_operation(operation: &str) -> (&str, &str) {
    let (code, operand) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
    (code, operand.trim().trim_matches('"'))
}

/// Reads `FEN` or `startpos`, optionally followed by `moves` and moves.
fn position(text: &str) -> Result<Position, EpdReason> {
    let mut words = text.split_whitespace();
    let start = words.by_ref().take_while(|&word| word != "moves").collect::<Vec<_>>().join(" ");
    let fen = if start == "startpos" { START_FEN } else { &start };
    let mut position = Position::from_fen(fen)?;
    parse_moves(&mut position, words)?;
    Ok(position)
}

/// Splits at the semicolons outside double quotes.
fn split(line: &str) -> Vec<&str> {
    let mut quoted = false;
    let at_end = |c: char| {
        quoted ^= c == '"';
        c == ';' && !quoted
    };
    line.split(at_end).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_in_quotes_do_not_split() {
        assert_eq!(split("fen w ; bm h2e2;id \"a; b\" ;"), ["fen w", "bm h2e2", "id \"a; b\"", ""]);
        assert_eq!(split_operation("id  \"a; b\""), ("id", "a; b"));
        assert_eq!(split_operation("D1 44"), ("D1", "44"));
        assert_eq!(split_operation("noop"), ("noop", ""));
    }

    #[test]
    fn positions_are_given_by_fen_or_by_moves() {
        let text = format!(
            "\u{feff}# equal positions\r\n\nstartpos moves h2e2 H9-G7; ce 3\r\n{START_FEN} moves h2e2 h9g7\n\
             rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2 ;id \"x\";"
        );
        let records = read_epd(&text).unwrap();
        assert_eq!(records.iter().map(|record| record.line).collect::<Vec<_>>(), [3, 4, 5]);
        assert!(records.iter().all(|record| record.position == records[0].position));
        assert_eq!(records[0].position.moves().count(), 2);
        assert_eq!(records[2].operands().collect::<Vec<_>>(), [("id", "x")]);
        assert_eq!(read_epd("startpos").unwrap()[0].position, Position::startpos());
    }

    #[test]
    fn errors_name_the_line_and_the_text() {
        let error = read_epd("startpos\nboard w; bm h2e2").unwrap_err();
        assert_eq!(error.to_string(), "line 2: 'board w'");
        let error = read_epd("startpos moves h2e2 e0e5").unwrap_err();
        assert_eq!(error.to_string(), "line 1: 'startpos moves h2e2 e0e5'");
        assert_eq!(
            error.reason.to_string(),
            "move 1, black (ply 2): 'e0e5' is illegal: the king on e0 is red's, but black is to move"
        );
    }
}
