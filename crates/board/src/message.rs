// SPDX-License-Identifier: MIT OR Apache-2.0
//! The messages between the page and what answers it, as JSON objects.
//!
//! A query has an `id`, which its answers repeat, a `type`, and the game: `fen` (default: the start
//! position), `moves` in coordinates, and the `rules` of repetition (default: asian). `position`, `read` and
//! `picture` have one answer. `analyse`, `play`, `hint` and `review` start the engine, which first stops what
//! it does for this page; while all engines search for others they wait, and say so (`waiting`); they end
//! with `done`, `move` or `error`. `serve/page/link.js` describes the same shapes to the page.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use xiangqi::notation::Notation;
use xiangqi::position::Position;
use xiangqi::rules::RuleSet;
use xiangqi::types::{Language, Move};

/// A message of the page.
#[derive(Deserialize, Debug)]
pub struct Query {
    #[serde(default)]
    pub id: u32,
    #[serde(default)]
    pub fen: Option<String>,
    #[serde(default)]
    pub moves: Vec<String>,
    /// The rules of repetition, by any of their names.
    #[serde(default, deserialize_with = "read_rules")]
    pub rules: RuleSet,
    #[serde(flatten)]
    pub question: Question,
}

fn read_rules<'de, D: Deserializer<'de>>(source: D) -> Result<RuleSet, D::Error> {
    String::deserialize(source)?.parse().map_err(D::Error::custom)
}

/// What a query asks, with its own fields.
#[derive(Deserialize, Clone, Debug)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Question {
    /// Describe the position: legal moves, notation, verdict, opening, book moves.
    Position,
    /// Analyse the position until it is stopped.
    Analyse {
        #[serde(default)]
        lines: usize,
        /// Analyse as if it were the other side's move.
        #[serde(default)]
        threat: bool,
        /// Search threads, and size of the transposition table in MiB; at most, and by default, what there
        /// is.
        #[serde(default)]
        threads: Option<usize>,
        #[serde(default)]
        hash: Option<usize>,
    },
    /// Choose a move at a level of play.
    Play {
        level: u32,
        /// Seed of the game: the same mistakes in the same position of one game.
        #[serde(default)]
        seed: u64,
        /// The engine's clock; without one it takes a fixed time.
        #[serde(default)]
        clock: Option<PlayClock>,
    },
    /// Find the best move at full strength.
    Hint,
    /// Search every position of the game and judge its moves.
    Review {
        /// Time for each position, in milliseconds.
        #[serde(default)]
        movetime: u64,
    },
    /// Read what somebody typed: moves from the position on, or another position with moves.
    Read {
        #[serde(default)]
        text: String,
        /// The notation of words that have two meanings, by its place in [`Notation::ALL`].
        #[serde(default)]
        notation: usize,
    },
    /// Draw the position as SVG.
    Picture,
    Stop,
}

/// Time left and time added after each move, in milliseconds.
#[derive(Deserialize, Clone, Copy, Debug)]
pub struct PlayClock {
    pub time: u64,
    pub increment: u64,
}

/// A line of moves, each with its alternatives.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
#[serde(default)]
pub struct Branch {
    pub comment: String,
    /// Arrows and circles before the first move of the game, as in [`super::comment`].
    pub shapes: Vec<String>,
    pub moves: Vec<BranchMove>,
}

/// A move of a line.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
#[serde(default)]
pub struct BranchMove {
    #[serde(rename = "move")]
    pub mv: String,
    pub comment: String,
    /// The score in the file, the mover's clock in milliseconds, arrows and circles, as in
    /// [`super::comment`].
    pub eval: Option<String>,
    pub clock: Option<u64>,
    pub shapes: Vec<String>,
    pub glyphs: Vec<u8>,
    /// In all notations, where nobody can be asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Texts>,
    pub variations: Vec<Branch>,
}

/// A text in English and Chinese.
pub type Both = [String; 2];

/// A move in all notations, in the order of [`Notation::ALL`].
pub type Texts = [String; Notation::ALL.len()];

/// A message to the page.
#[derive(Serialize)]
pub struct Reply {
    pub id: u32,
    #[serde(flatten)]
    pub answer: Answer,
}

/// The type of an answer, with its fields.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Answer {
    Position(Box<Situation>),
    Lines(AnalysisReport),
    Move(Choice),
    Reviewed(Box<ReviewStep>),
    Read(TextRead),
    Picture {
        svg: String,
    },
    /// All engines search for others: the search waits for its turn.
    #[cfg(not(target_family = "wasm"))]
    Waiting,
    /// A search was stopped or came to its limit.
    Done,
    Error {
        error: Both,
    },
}

/// What a typed text holds.
#[derive(Serialize)]
pub struct TextRead {
    /// The position that the moves begin with; `null`: that of the query.
    pub fen: Option<String>,
    /// The moves, in coordinates.
    pub moves: Vec<String>,
}

/// The form of a game as text.
#[derive(Deserialize, Clone, Copy, Default)]
#[serde(rename_all = "lowercase")]
pub enum TextForm {
    #[default]
    Pgn,
    DhtmlXq,
}

/// A game that is to be written as text, or as the page of its review.
#[derive(Deserialize, Default)]
#[serde(default)]
pub struct SentGame {
    pub fen: Option<String>,
    /// The rules of repetition, by any of their names.
    #[serde(deserialize_with = "read_rules")]
    pub rules: RuleSet,
    /// The notation of its moves, by its place in [`Notation::ALL`].
    pub notation: usize,
    pub form: TextForm,
    pub tags: Vec<(String, String)>,
    pub line: Branch,
    /// The language of the page.
    pub language: String,
    /// What the page has kept of the review of the main line, position by position.
    pub review: Vec<SentStep>,
}

/// The notation at this place in [`Notation::ALL`].
pub fn notation_at(index: usize) -> Notation {
    Notation::ALL[index.min(Notation::ALL.len() - 1)]
}

impl SentGame {
    pub fn language(&self) -> Language {
        Language::of_locale(&self.language)
    }
}

/// The score and the best line of a position, as a [`ReviewStep`] has them.
#[derive(Deserialize)]
pub struct SentStep {
    pub score: String,
    #[serde(default)]
    pub pv: Vec<String>,
}

/// A game as text, under the name of its form.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WrittenGame {
    Pgn(String),
    DhtmlXq(String),
}

/// The state of a game after its last move.
#[derive(Serialize)]
pub struct Situation {
    pub fen: String,
    pub side: &'static str,
    pub check: bool,
    pub legal: Vec<String>,
    /// Why no game can have led here.
    pub doubts: Option<Both>,
    pub line: Vec<MoveText>,
    pub outcome: Option<Outcome>,
    pub repetition: Option<Repeated>,
    pub opening: Option<Both>,
    /// Results from the endgame tables, of the position and of each move.
    pub table: Option<TableLook>,
    pub book: Vec<BookLine>,
    /// Plies without a capture, and their limit.
    pub rule60: [u16; 2],
}

/// The end of a game.
#[derive(Serialize)]
pub struct Outcome {
    /// `null`: a draw.
    pub winner: Option<&'static str>,
    pub reason: Both,
}

/// A position that occurred before, with the moves since then.
#[derive(Serialize)]
pub struct Repeated {
    /// A heading, a line for each move, and one for each side.
    pub lines: [Vec<String>; 2],
    /// The plies, from 1, whose moves are forbidden if they go on: those of the side that loses.
    pub offences: Vec<usize>,
}

/// The result with best play, and that of each move, the best one first.
#[derive(Serialize)]
pub struct TableLook {
    pub value: Both,
    pub moves: Vec<TableMove>,
}

/// A move, and what it leads to for the side that makes it.
#[derive(Serialize)]
pub struct TableMove {
    #[serde(flatten)]
    pub mv: MoveText,
    pub value: Both,
}

/// A move with its texts.
#[derive(Serialize, Clone)]
pub struct MoveText {
    #[serde(rename = "move")]
    pub mv: String,
    pub texts: Texts,
}

/// A book move with its share of the weights, per mille, and its games, if the book counts them.
#[derive(Serialize)]
pub struct BookLine {
    #[serde(flatten)]
    pub mv: MoveText,
    pub share: u32,
    pub games: u32,
    /// The mover's score in the games, in half points.
    pub points: u32,
}

/// The present state of an analysis.
#[derive(Serialize, Clone)]
pub struct AnalysisReport {
    pub depth: u32,
    pub nodes: u64,
    pub nps: u64,
    #[serde(rename = "lines")]
    pub best: Vec<AnalysedLine>,
}

/// One line of an analysis.
#[derive(Serialize, Clone)]
pub struct AnalysedLine {
    pub depth: u32,
    #[serde(flatten)]
    pub score: RedScore,
    pub pv: Vec<MoveText>,
}

/// A score from Red's perspective, in words and as expected points from 0 to 1.
#[derive(Serialize, Clone)]
pub struct RedScore {
    pub score: String,
    pub points: f64,
}

/// The move that the engine chose; `null` if there is none.
#[derive(Serialize)]
pub struct Choice {
    #[serde(rename = "move")]
    pub mv: Option<String>,
    #[serde(flatten)]
    pub score: RedScore,
    /// The engine, playing the other side, accepts a draw.
    pub takes_draw: bool,
}

/// The evaluation of a position of a game under review, and the verdict on the move that led to it.
#[derive(Serialize)]
pub struct ReviewStep {
    pub ply: usize,
    pub plies: usize,
    #[serde(flatten)]
    pub score: RedScore,
    /// The best line from this position.
    pub pv: Vec<MoveText>,
    pub verdict: Option<Verdict>,
    /// Accuracy so far of Red and Black, from 0 to 1.
    pub accuracy: [Option<f64>; 2],
    /// Average loss so far of Red and Black, in centipawns.
    pub loss: [Option<f64>; 2],
}

/// The verdict on a move.
#[derive(Serialize)]
pub struct Verdict {
    /// 0: inaccuracy, 1: mistake, 2: blunder.
    pub mark: Option<usize>,
    pub book: bool,
    /// In all notations; empty if there is nothing to say.
    pub words: [Both; Notation::ALL.len()],
}

/// Makes a text in both languages.
pub fn both<T: Into<String>>(text: impl Fn(Language) -> T) -> Both {
    Language::ALL.map(|language| text(language).into())
}

impl Branch {
    /// Adds the texts of all moves from this position on.
    pub fn add_texts(&mut self, position: &Position) {
        let mut position = position.clone();
        for played in &mut self.moves {
            for variation in &mut played.variations {
                variation.add_texts(&position);
            }
            let Ok(mv) = played.mv.parse() else { return };
            played.texts = Some(MoveText::of(&position, mv).texts);
            position.play_unchecked(mv);
        }
    }
}

impl MoveText {
    /// Returns the texts of a move that is legal in this position.
    pub fn of(position: &Position, mv: Move) -> Self {
        Self { mv: mv.to_string(), texts: Notation::ALL.map(|notation| notation.write(position, mv)) }
    }

    /// Returns the texts of a line.
    pub fn line(position: &Position, moves: &[Move]) -> Vec<Self> {
        let mut position = position.clone();
        let write = |&mv| {
            let text = Self::of(&position, mv);
            position.play_unchecked(mv);
            text
        };
        moves.iter().map(write).collect()
    }
}
