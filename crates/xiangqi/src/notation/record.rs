// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game records: a tree of moves with comments and tags. Every format is read into this form.
//!
//! Files may be of any size, since they are read game by game; a game is kept in memory.

use crate::bounded;
use crate::notation::encoding::Encoding;
use crate::notation::game_result::GameResult;
use crate::notation::moves::{MoveTextError, ReadMoveError, excerpt};
use crate::notation::record_problem::{RecordLocation, RecordProblem};
use crate::position::Position;
use crate::types::{Bilingual, Language, Move, bilingual, text};
use std::io::{self, ErrorKind};
use thiserror::Error;

/// Maximum nesting depth of variations.
pub const MAX_DEPTH: usize = 50;

/// A sequence of moves: the main line of a game, or an alternative to part of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Variation {
    /// Comment before the first move; empty if there is none.
    pub comment: String,
    /// The moves.
    pub moves: Vec<RecordedMove>,
}

impl Variation {
    /// Adds a comment on the last move, or on the start if there are no moves.
    pub fn add_comment(&mut self, text: &str) {
        match self.moves.last_mut() {
            Some(last) => last.add_comment(text),
            None => append_comment(&mut self.comment, text),
        }
    }

    /// Number of annotation glyphs in the line and its variations.
    pub(crate) fn glyphs(&self) -> usize {
        let in_variations =
            |recorded: &RecordedMove| recorded.variations.iter().map(Self::glyphs).sum::<usize>();
        self.moves.iter().map(|recorded| recorded.glyphs.len() + in_variations(recorded)).sum()
    }
}

/// A move in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// Numeric annotation glyphs (NAG) of PGN: 1 is a good move, 2 a mistake, and so on.
    pub glyphs: Vec<u8>,
    /// Comment on the move; empty if there is none.
    pub comment: String,
    /// Alternatives to the move.
    pub variations: Vec<Variation>,
}

impl RecordedMove {
    /// A move with a comment.
    pub fn new(mv: Move, comment: impl Into<String>) -> Self {
        Self { mv, glyphs: Vec::new(), comment: comment.into(), variations: Vec::new() }
    }

    /// Adds a comment on the move.
    pub fn add_comment(&mut self, text: &str) {
        append_comment(&mut self.comment, text);
    }

    /// Adds an alternative to the move; if it has no moves, its comment becomes a comment on the move.
    pub fn add_variation(&mut self, line: Variation) {
        if line.moves.is_empty() {
            self.add_comment(&line.comment);
        } else {
            self.variations.push(line);
        }
    }
}

/// The record of a game. It displays as PGN in ICCS coordinates and ends with an empty line, so that several
/// records can be written to one file; [`Records`](crate::notation::Records) reads them back.
///
/// ```
/// use xiangqi::Position;
/// use xiangqi::notation::{GameResult, Variation, Notation, Record, RecordedMove, Records};
/// let record = Record {
///     tags: vec![("Red".into(), "Hu".into()), ("Black".into(), "Yang".into())],
///     start: Position::startpos(),
///     line: Variation {
///         moves: vec![RecordedMove::new("h2e2".parse()?, "the central cannon")],
///         ..Variation::default()
///     },
///     result: GameResult::Open,
///     faults: Vec::new(),
/// };
/// assert!(record.to_string().ends_with("\n  1. H2-E2 {the central cannon}\n*\n\n"));
/// let text = record.to_pgn(Notation::Chinese);
/// assert!(text.ends_with("\n  1. 炮二平五 {the central cannon}\n*\n\n"));
/// assert_eq!(Records::new(text.as_bytes()).next().unwrap()?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// Names and values of the tags, without those that the other fields cover: `Game`, `Result`, `Format`
    /// and `FEN`.
    pub tags: Vec<(String, String)>,
    /// The start position.
    pub start: Position,
    /// The main line.
    pub line: Variation,
    /// The result.
    pub result: GameResult,
    /// Problems in variations, from which on their moves are kept as comments. The problem that ends the main
    /// line is an error of the whole record.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub faults: Vec<RecordError>,
}

impl Record {
    /// Returns the value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Returns the result as the file states it: as in PGN, or in unknown words that are kept as a tag.
    pub fn result_text(&self) -> &str {
        let unknown = self.tag("Result").filter(|_| self.result == GameResult::Open);
        unknown.unwrap_or(self.result.text())
    }

    /// Checks a record that was made by a program: every move must be legal, in all variations, and these may
    /// be nested [`MAX_DEPTH`] deep. Records that were read are right.
    ///
    /// ```
    /// use xiangqi::notation::{RecordedMove, Records};
    /// let mut record = Records::new(&b"1. h2e2 h9g7 *"[..]).next().unwrap()?;
    /// assert!(record.check().is_ok());
    /// record.line.moves.push(RecordedMove::new("a0a5".parse()?, ""));
    /// let error = record.check().unwrap_err().to_string();
    /// assert!(error.starts_with("move 2, red (ply 3): 'a0a5' is illegal: blocked path"), "{error}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first illegal move, or variations that are too deep.
    pub fn check(&self) -> Result<(), RecordProblem> {
        check(&self.line, &mut self.start.clone(), 0)
    }
}

/// Checks a line from this position, which is left as it was.
fn check(line: &Variation, position: &mut Position, depth: usize) -> Result<(), RecordProblem> {
    if depth > MAX_DEPTH {
        return Err(RecordProblem::TooDeep);
    }
    for RecordedMove { mv, variations, .. } in &line.moves {
        for variation in variations {
            check(variation, position, depth + 1)?;
        }
        if let Some(reason) = position.why_illegal(*mv) {
            let illegal = ReadMoveError::illegal(&mv.to_string(), *mv, reason);
            return Err(MoveTextError::next(position, illegal).into());
        }
        position.play_unchecked(*mv);
    }
    for _ in &line.moves {
        position.undo();
    }
    Ok(())
}

/// Reads the result in a field of a game. One that is not known is kept as the tag `Result`.
pub fn read_result(text: &str, tags: &mut Vec<(String, String)>) -> Result<GameResult, RecordProblem> {
    let result = GameResult::from_words(text);
    if let Some(result) = result.or((!text.contains(char::is_alphanumeric)).then_some(GameResult::Open)) {
        return Ok(result);
    }
    tags.push(("Result".to_owned(), text.trim().to_owned()));
    Err(RecordProblem::Result(excerpt(text)))
}

/// Appends a comment to another one, on a new line.
pub fn append_comment(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    *comment += text;
}

/// Normalises a comment: lines end with a line feed; surrounding white space and all zero characters are
/// removed.
pub fn comment(text: &str) -> String {
    text.replace('\0', "").trim().replace("\r\n", "\n").replace('\r', "\n")
}

/// The tags from the texts of a header, without the empty ones. Half a character at the end of a text is left
/// out.
pub fn tags(texts: impl Iterator<Item = (&'static str, String)>) -> Vec<(String, String)> {
    let texts = texts.map(|(name, text)| {
        let text = without_half(&text).trim_matches(|c: char| c.is_whitespace() || c == '\0');
        (name.to_owned(), if name == "Date" { date(text, '.') } else { text.to_owned() })
    });
    texts.filter(|(_, text)| !text.is_empty()).collect()
}

/// Removes half a character at the end of a text that was cut to fit its place.
pub fn without_half(text: &str) -> &str {
    text.trim_end_matches(char::REPLACEMENT_CHARACTER)
}

/// Rewrites a date that gives year, month and day in this order and nothing else, such as `1997年11月6日`,
/// with this separator, `1997.11.06` in PGN; leaves others as they are.
pub fn date(text: &str, separator: char) -> String {
    let is_separator = |c: char| c.is_whitespace() || "./-年月日号號".contains(c);
    let numbers = text.split(is_separator).filter(|number| !number.is_empty());
    let in_range =
        |number: &str, end| number.len() <= 2 && number.parse().is_ok_and(|n: u8| 0 < n && n <= end);
    match numbers.collect::<Vec<_>>()[..] {
        [year, month, day]
            if year.len() == 4
                && year.bytes().all(|c| c.is_ascii_digit())
                && in_range(month, 12)
                && in_range(day, 31) =>
        {
            format!("{year}{separator}{month:0>2}{separator}{day:0>2}")
        }
        _ => text.to_owned(),
    }
}

/// Maximum size of a game in a file, with its comments and variations, in bytes. A file with a longer one is
/// damaged or not a file of games, so reading ends there.
pub const MAX_GAME: u64 = 16 << 20;

/// Returns the error for a game that is too long.
pub fn too_long(location: RecordLocation) -> io::Error {
    let place = Bilingual::new(|language| location.text(language));
    bounded::too_large(&bilingual!("the game", "对局").within(&place), MAX_GAME)
}

/// Adds the location of the game to the error for a part of it that is too long.
pub fn located(error: io::Error, location: RecordLocation) -> io::Error {
    if error.kind() == ErrorKind::FileTooLarge { too_long(location) } else { error }
}

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

crate::bilingual_errors!(ReadRecordError);

impl ReadRecordError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::File(error) => Bilingual::from(error).text(language).to_owned(),
            Self::Game(error) => error.text(language),
        }
    }
}

/// A game that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
pub struct RecordError {
    /// Location of the problem.
    pub location: RecordLocation,
    /// The problem.
    pub problem: RecordProblem,
    /// The game up to the problem, if that is in its moves.
    pub beginning: Option<Box<Record>>,
    /// The encoding of the text, if it was guessed.
    pub guessed: Option<Encoding>,
    /// Numbers of the first and the last line that are not read, if the problem is not all that is on them.
    pub unread: Option<[usize; 2]>,
}

crate::bilingual_errors!(RecordError);

impl RecordError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let (location, problem) = (self.location.text(language), self.problem.text(language));
        let mut text = text!(language, "{location}: {problem}", "{location}：{problem}");
        if let Some([first, last]) = self.unread.filter(|[first, last]| first < last) {
            text += &text!(language, "; lines {first} to {last} are not read", "；第{first}至{last}行未读");
        }
        match self.guessed {
            None => text,
            Some(encoding) => text!(
                language,
                "{text} (read as {encoding}; for another encoding see --input-encoding)",
                "{text}（按 {encoding} 读取；其他编码见 --input-encoding）",
            ),
        }
    }

    pub(crate) fn at_line(number: usize, problem: RecordProblem) -> Self {
        Self::at(RecordLocation::Line(number), problem)
    }

    pub(crate) fn at_byte(offset: u64, problem: RecordProblem) -> Self {
        Self::at(RecordLocation::Byte(offset), problem)
    }

    fn at(location: RecordLocation, problem: RecordProblem) -> Self {
        Self { location, problem, beginning: None, guessed: None, unread: None }
    }

    /// Adds which lines of the text are not read: all, or those after the beginning.
    pub(crate) fn unread_in(self, text: &str, first_line: usize) -> Self {
        let RecordLocation::Line(line) = self.location else { return self };
        let first = if self.beginning.is_some() { line } else { first_line };
        let last = first_line + text.trim_end().matches('\n').count();
        Self { unread: (first < last).then_some([first, last]), ..self }
    }

    /// Returns the record if all of it could be read, otherwise the error with what was read before it.
    pub(crate) fn or_whole(error: Option<Self>, record: Record) -> Result<Record, Self> {
        match error {
            None => Ok(record),
            Some(error) => Err(Self { beginning: Some(Box::new(record)), ..error }),
        }
    }
}
