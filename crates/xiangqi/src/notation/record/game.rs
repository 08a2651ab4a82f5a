// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game as a tree of moves with comments.

use super::result::GameResult;
use super::text::append_comment;
use crate::position::Position;
use crate::types::Move;

/// Maximum nesting depth of variations.
pub const MAX_DEPTH: usize = 50;

/// A sequence of moves: the main line of a game, or an alternative to part of it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
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
}

/// A move in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
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
/// };
/// assert!(record.to_string().ends_with("\n  1. H2-E2 {the central cannon}\n*\n\n"));
/// let text = record.to_pgn(Notation::Chinese);
/// assert!(text.ends_with("\n  1. 炮二平五 {the central cannon}\n*\n\n"));
/// assert_eq!(Records::new(text.as_bytes()).next().unwrap()?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
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
}

impl Record {
    /// Returns the value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}
