// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a record tells of a game: a tree of moves with remarks. All formats are read into it.

mod encoding;
mod error;
mod piece_order;
mod reader;
pub mod tree;

pub use encoding::{Encoding, ParseEncodingError};
pub use error::{ReadRecordError, RecordError, RecordLocation, RecordProblem};
pub use reader::Records;

pub use error::excerpt;
pub use piece_order::pieces_in_order;

use crate::position::Position;
use crate::types::Move;
use core::fmt;

/// Variations may be nested so deeply.
pub const MAX_DEPTH: usize = 50;

/// How a game ended, as records say it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// `1-0`
    RedWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not ended, or not known.
    #[default]
    Open,
}

impl GameResult {
    const ALL: [Self; 4] = [Self::RedWins, Self::BlackWins, Self::Draw, Self::Open];

    /// The result that a word tells, if it is one.
    pub(crate) fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.text() == word)
    }

    /// The result with this number, as files in binary keep it.
    pub(crate) fn numbered(number: u8) -> Self {
        match number {
            1 => Self::RedWins,
            2 => Self::BlackWins,
            3 => Self::Draw,
            _ => Self::Open,
        }
    }

    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Moves that follow each other: those of the game, or others that might have been played.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Variation {
    /// What is remarked before the first move; empty: nothing.
    pub comment: String,
    /// The moves.
    pub moves: Vec<RecordedMove>,
}

impl Variation {
    /// Adds to what is said on the last move, or on the start.
    pub(crate) fn remark(&mut self, text: &str) {
        match self.moves.last_mut() {
            Some(last) => last.remark(text),
            None => add(&mut self.comment, text),
        }
    }
}

/// A move in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// Numbers of remarks that PGN has for all languages: 1 is a good move, 2 a mistake, and so on.
    pub glyphs: Vec<u8>,
    /// What is remarked on it; empty: nothing.
    pub comment: String,
    /// What might have been played in its place.
    pub variations: Vec<Variation>,
}

impl RecordedMove {
    /// A move with a comment.
    pub fn new(mv: Move, comment: impl Into<String>) -> Self {
        Self { mv, glyphs: Vec::new(), comment: comment.into(), variations: Vec::new() }
    }

    /// Adds to what is said on the move.
    pub(crate) fn remark(&mut self, text: &str) {
        add(&mut self.comment, text);
    }

    /// Adds what might have been played, or is said of it if there are no moves.
    pub(crate) fn vary(&mut self, line: Variation) {
        if line.moves.is_empty() {
            self.remark(&line.comment);
        } else {
            self.variations.push(line);
        }
    }
}

/// Adds a remark to others, in a line of its own.
pub fn add(comment: &mut String, text: &str) {
    if !comment.is_empty() && !text.is_empty() {
        comment.push('\n');
    }
    *comment += text;
}

/// The record of a game. It displays as PGN in coordinates, with an empty line at its end, so that records may follow each
/// other in a file; [`Records`] reads them.
///
/// ```
/// use chuhe::Position;
/// use chuhe::notation::{GameResult, Variation, Notation, Record, RecordedMove, Records};
/// let record = Record {
///     tags: vec![("Red".into(), "Hu".into()), ("Black".into(), "Yang".into())],
///     start: Position::startpos(),
///     line: Variation { moves: vec![RecordedMove::new("h2e2".parse()?, "the central cannon")], ..Variation::default() },
///     result: GameResult::Open,
/// };
/// assert!(record.to_string().ends_with("\n  1. H2-E2 {the central cannon}\n*\n\n"));
/// let text = record.to_pgn(Notation::Chinese);
/// assert!(text.ends_with("\n  1. 炮二平五 {the central cannon}\n*\n\n"));
/// assert_eq!(Records::new(text.as_bytes()).next().unwrap()?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Names and values, without those that the other fields tell: `Game`, `Result`, `Format` and `FEN`.
    pub tags: Vec<(String, String)>,
    /// Where the game begins.
    pub start: Position,
    /// The moves.
    pub line: Variation,
    /// How it ended.
    pub result: GameResult,
}

impl Record {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// A comment as records have it: lines end with a line feed, and there is nothing blank around, nor zeros anywhere.
pub fn comment(text: &str) -> String {
    text.replace('\0', "").trim().replace("\r\n", "\n").replace('\r', "\n")
}

/// The tags of a head's texts: those that say anything.
pub fn tags(texts: impl Iterator<Item = (&'static str, String)>) -> Vec<(String, String)> {
    let texts = texts.map(|(name, text)| {
        let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        (name.to_owned(), if name == "Date" { date(text) } else { text.to_owned() })
    });
    texts.filter(|(_, text)| !text.is_empty()).collect()
}

/// A date as PGN has it, `1997.11.16`, if year, month and day are told in this order; else as it is.
fn date(text: &str) -> String {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    match numbers.collect::<Vec<_>>()[..] {
        [year, month, day] if year.len() == 4 && month.len() <= 2 && day.len() <= 2 => {
            format!("{year}.{month:0>2}.{day:0>2}")
        }
        _ => text.to_owned(),
    }
}
