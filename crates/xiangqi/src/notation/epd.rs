// SPDX-License-Identifier: MIT OR Apache-2.0
//! EPD: files with one position per line, followed by operations after semicolons.
//!
//! ```text
//! # Blank lines and lines like this one are comments.
//! 3k5/9/3P5/9/9/9/p8/9/9/4KR3 w; dm 1; id "a name; with anything in it"
//! startpos moves h2e2 h9g7; ce 12
//! ```
//!
//! A position is a FEN or `startpos`, optionally followed by `moves` and the moves played from there. The
//! semicolon before the first operation may be missing, as in chess.

use crate::bounded;
use crate::notation::fen::{FenError, START_FEN};
use crate::notation::game_result::GameResult;
use crate::notation::move_list::parse_moves;
use crate::notation::moves::{MoveTextError, excerpt};
use crate::notation::raw_game::{RawGames, Source, TextGame, text_games};
use crate::notation::record::{MAX_GAME, Record, RecordError, RecordedMove, Variation, located};
use crate::notation::record_problem::{RecordLocation, RecordProblem};
use crate::notation::text_source::is_space;
use crate::position::Position;
use crate::types::{Bilingual, Language, text};
use core::iter;
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

impl From<EpdError> for Bilingual {
    fn from(error: EpdError) -> Self {
        Self::new(|language| error.reason.text(language)).within(&Self::new(|language| error.text(language)))
    }
}

crate::bilingual_errors!(EpdReason);

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
    text.lines()
        .zip(1..)
        .map(|(text, line)| (text.trim_matches(is_space), line))
        .filter(|(text, _)| !text.is_empty() && !text.starts_with('#'))
        .map(|(text, line)| EpdRecord::read(text, line))
        .collect()
}

impl EpdRecord {
    fn read(text: &str, line: usize) -> Result<Self, EpdError> {
        let mut fields = split(text).into_iter();
        let (first, operation) = split_fen(fields.next().unwrap_or_default());
        let position =
            read_position(first).map_err(|reason| EpdError { line, text: first.to_owned(), reason })?;
        let operations = iter::once(operation).chain(fields);
        let operations = operations.filter(|field| !field.is_empty()).map(str::to_owned).collect();
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

/// Splits what follows a FEN, an operation without the semicolon before it, from the FEN: at the first word
/// that no FEN has after the side to move.
fn split_fen(text: &str) -> (&str, &str) {
    let is_of_fen = |word: &str| word.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit());
    let mut words = words(text).skip(1);
    match words.next().filter(|&side| side != "moves").and_then(|_| words.find(|word| !is_of_fen(word))) {
        Some(word) if word != "moves" => {
            let at = word.as_ptr() as usize - text.as_ptr() as usize;
            (text[..at].trim_end(), &text[at..])
        }
        _ => (text, ""),
    }
}

/// Reads a position as people and programs write it: a FEN or `startpos`, optionally after `position` or
/// `fen`, as the protocols have it, and followed by `moves` and moves in any notation.
///
/// # Errors
/// [`EpdReason`] if the FEN or a move cannot be read.
///
/// ```
/// use xiangqi::notation::read_position;
/// let position = read_position("position startpos moves h2e2 H8+7")?;
/// assert_eq!(position.moves().count(), 2);
/// assert_eq!(read_position(&position.to_fen())?.key(), position.key());
/// # Ok::<(), xiangqi::notation::EpdReason>(())
/// ```
pub fn read_position(text: &str) -> Result<Position, EpdReason> {
    let (fen, moves) = split_moves(text);
    let mut position = Position::from_fen(&fen)?;
    parse_moves(&mut position, moves)?;
    Ok(position)
}

/// The words of a position, without the protocols' keywords before it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut words = text.split_whitespace().peekable();
    for keyword in ["position", "fen"] {
        words.next_if(|word| word.eq_ignore_ascii_case(keyword));
    }
    words
}

/// Splits a position into its FEN and the moves played from there.
fn split_moves(text: &str) -> (String, impl Iterator<Item = &str>) {
    let mut words = words(text);
    let is_moves = |word: &&str| word.eq_ignore_ascii_case("moves");
    let fen = words.by_ref().take_while(|word| !is_moves(word)).collect::<Vec<_>>().join(" ");
    (if fen.eq_ignore_ascii_case("startpos") { START_FEN.to_owned() } else { fen }, words)
}

/// Returns true if a text begins as [`read_position`] reads it: with `position`, `fen`, `startpos` or the
/// board of a FEN.
///
/// ```
/// use xiangqi::notation::begins_with_position;
/// assert!(begins_with_position("fen") && begins_with_position("9/9/9/9/9/9/9/9/9/9 w"));
/// assert!(!begins_with_position("h2e2"));
/// ```
pub fn begins_with_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_keyword = ["position", "fen", "startpos"].iter().any(|word| first.eq_ignore_ascii_case(word));
    is_keyword || first.matches('/').count() >= 9
}

/// Returns true if a file begins with a line that is a position.
pub fn has_position(head: &[u8]) -> bool {
    let line = head.split(|&byte| byte == b'\n').find(|line| !is_skipped(line));
    let text = String::from_utf8_lossy(line.unwrap_or_default());
    begins_with_position(text.trim_start_matches('\u{feff}'))
}

/// Returns true for a line that is blank or a comment, perhaps after a byte order mark.
fn is_skipped(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
    line.is_empty() || line.starts_with(b"#")
}

/// Splits a file into games, one a line: the moves that lead to the position.
pub fn games(mut source: Source<'_>) -> RawGames<'_> {
    let mut number = 0;
    let next = move || loop {
        let mut game = TextGame { line: number + 1, ..TextGame::default() };
        let read = bounded::read_until(&mut source, b'\n', &mut game.bytes, MAX_GAME);
        if read.map_err(|error| located(error, RecordLocation::Line(game.line)))? == 0 {
            return Ok(None);
        }
        number += 1;
        if !is_skipped(&game.bytes) {
            return Ok(Some(game));
        }
    };
    text_games(next, |game, encoding| vec![read_game(&encoding.decode(&game.bytes), game.line)])
}

/// Reads a line as a game. Its operations become a comment on the start.
fn read_game(text: &str, line: usize) -> Result<Record, RecordError> {
    let error = |problem| RecordError::at_line(line, problem);
    let mut fields = split(text.trim_start_matches('\u{feff}').trim()).into_iter();
    let (first, operation) = split_fen(fields.next().unwrap_or_default());
    let operations: Vec<_> = iter::once(operation).chain(fields).filter(|field| !field.is_empty()).collect();
    let (fen, moves) = split_moves(first);
    let start = Position::from_fen(&fen);
    let start = start.map_err(|problem| error(RecordProblem::Start(excerpt(&fen), problem)))?;
    let mut end = start.clone();
    let played = parse_moves(&mut end, moves);
    let moves = end.moves().map(|mv| RecordedMove::new(mv, "")).collect();
    let line = Variation { comment: operations.join("; "), moves };
    let record = Record { tags: Vec::new(), start, line, result: GameResult::Open, faults: Vec::new() };
    RecordError::or_whole(played.err().map(|problem| error(problem.into())), record)
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
        assert!(error.reason.to_string().starts_with("move 1, black (ply 2): 'e0e5' is illegal: "));
    }

    #[test]
    fn the_first_semicolon_may_be_missing() {
        let board = "3k5/9/9/9/9/9/9/9/4R4/4K4";
        for (line, operations) in [
            ("w dm 1", &["dm 1"][..]),
            ("w - - bm e1e9; id \"a\"", &["bm e1e9", "id \"a\""]),
            ("w - - 0 1 D1 20", &["D1 20"]),
            ("w 0 1; D1 20", &["D1 20"]),
            ("w - - 0 1", &[]),
        ] {
            let records = read_epd(&format!("{board} {line}")).unwrap();
            assert_eq!(records[0].operations, operations, "{line}");
            assert_eq!(records[0].position.to_fen(), format!("{board} w - - 0 1"), "{line}");
        }
        assert!(read_epd(&format!("{board} x dm 1")).is_err());
        let record = &read_epd(&format!("position fen {board} w - - 0 1 moves e1e2; dm 1")).unwrap()[0];
        assert_eq!((record.position.moves().count(), record.operations.len()), (1, 1));
    }

    #[test]
    fn a_position_is_read_as_programs_write_it() {
        let moved = read_position(&format!("{START_FEN} moves h2e2 h9g7")).unwrap();
        for text in [
            "position startpos moves h2e2 h9g7".to_owned(),
            "Position StartPos Moves h2e2 h9g7".to_owned(),
            format!("position fen {START_FEN} moves h2e2 h9g7"),
            format!("fen {START_FEN} moves 炮二平五 马8进7"),
            START_FEN.replace("- - 0 1", "moves h2e2 h9g7"),
        ] {
            let read = read_position(&text).unwrap();
            assert!(read.moves().eq(moved.moves()) && read.key() == moved.key(), "{text}");
        }
        assert!(read_position("position").is_err());
    }
}
