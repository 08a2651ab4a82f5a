// SPDX-License-Identifier: MIT OR Apache-2.0
//! The opening books of an engine: their files, the moves they answer, and the problems with unusable ones.

use crate::book::{Book, BookError, BookMove, Books, MoveChoice};
use crate::files;
use crate::search::{Limits, SearchResult, Settings};
use crate::time::Instant;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use xiangqi::position::Position;
use xiangqi::types::value::{MAX_ORDINARY, from_centipawns};
use xiangqi::types::{Color, Move, SplitMix64};

/// The books that an engine plays from, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// The files in order of preference.
    pub files: Vec<BookFile>,
    /// Books are used for this number of plies of a game.
    pub plies: u32,
    /// The choice among the moves of a position.
    pub choice: BookChoice,
}

impl Default for BookSettings {
    /// Returns settings without books.
    fn default() -> Self {
        Self { files: Vec::new(), plies: u32::MAX, choice: BookChoice::Best }
    }
}

/// A book file, and the side that plays from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookFile {
    /// The file.
    pub path: PathBuf,
    /// The side; `None`: both.
    pub side: Option<Color>,
}

impl From<PathBuf> for BookFile {
    /// A book for both sides.
    fn from(path: PathBuf) -> Self {
        Self { path, side: None }
    }
}

impl From<&str> for BookFile {
    /// A book for both sides.
    fn from(path: &str) -> Self {
        PathBuf::from(path).into()
    }
}

/// Way to choose among the book moves of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookChoice {
    /// At random in proportion to the weights, with [`Settings::seed`].
    Weight,
    /// The move with the largest weight.
    Best,
    /// The move with the best score in games.
    Result,
}

/// The reason why a book is not used.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BookProblem {
    /// The file.
    pub file: PathBuf,
    /// The error.
    pub reason: String,
}

/// Size and modification time of a file: while they are unchanged, so is its content. `None`: there is no
/// such file.
type Stamp = Option<(u64, Option<SystemTime>)>;

#[derive(Default)]
pub struct BookSet {
    settings: BookSettings,
    books: Books,
    stamps: Vec<Stamp>,
    /// All problems so far, each once.
    problems: Vec<BookProblem>,
    known: HashSet<BookProblem>,
    /// Number of problems that were reported.
    reported: usize,
}

impl BookSet {
    pub fn settings(&self) -> &BookSettings {
        &self.settings
    }

    /// Changes the settings; reads the files if they are others than before, or have changed.
    pub fn set(&mut self, settings: BookSettings) {
        let is_new = settings.files != self.settings.files;
        self.settings = settings;
        if is_new {
            self.load();
        } else {
            self.refresh();
        }
    }

    /// Reads all files again if one of them has changed.
    pub fn refresh(&mut self) {
        if self.stamps != self.stamps_now() {
            self.load();
        }
    }

    /// Reads all files; unusable ones are skipped.
    pub fn load(&mut self) {
        // Before reading, so that a change while reading is noticed later.
        self.stamps = self.stamps_now();
        let mut books = Vec::new();
        for file in self.settings.files.clone() {
            match (Book::open(&file.path), file.side) {
                (Ok(book), Some(side)) => books.push(book.only_for(side)),
                (Ok(book), None) => books.push(book),
                (Err(error), _) => self.note(file.path, &error),
            }
        }
        self.books = Books::new(books);
    }

    fn note(&mut self, file: PathBuf, error: &BookError) {
        let problem = BookProblem { file, reason: error.to_string() };
        if self.known.insert(problem.clone()) {
            self.problems.push(problem);
        }
    }

    fn stamps_now(&self) -> Vec<Stamp> {
        self.settings.files.iter().map(|file| stamp(&file.path)).collect()
    }

    /// Returns the problems that were not reported yet.
    pub fn take_problems(&mut self) -> Vec<BookProblem> {
        let problems = self.problems[self.reported..].to_vec();
        self.reported = self.problems.len();
        problems
    }

    /// Returns the move to play without a search; `None` if no book has one, and if the search is an analysis
    /// and not for a move of a game.
    pub fn choose(&self, position: &Position, limits: &Limits, settings: &Settings) -> Option<BookMove> {
        let is_analysis = limits.infinite || limits.mate.is_some() || settings.multi_pv > 1;
        if is_analysis || limits.depth == Some(0) || position.ply() >= self.settings.plies {
            return None;
        }
        let mut rng = SplitMix64::new(settings.seed ^ position.key());
        let choice = match self.settings.choice {
            BookChoice::Weight => MoveChoice::ByWeight(&mut rng),
            BookChoice::Best => MoveChoice::Best,
            BookChoice::Result => MoveChoice::BestResult,
        };
        self.books.choose(position, &excluded(position, limits), choice)
    }

    /// Returns the reply expected to a book move: the best book move of the position after it.
    pub fn reply(&self, position: &Position) -> Option<Move> {
        self.books.choose(position, &[], MoveChoice::Best).map(|known| known.mv)
    }
}

fn stamp(file: &Path) -> Stamp {
    files::metadata(file).ok().map(|data| (data.len(), data.modified().ok()))
}

/// Returns the moves that may not be played: `banmoves`, and all others if there are `searchmoves`.
fn excluded(position: &Position, Limits { search_moves, ban_moves, .. }: &Limits) -> Vec<Move> {
    let mut excluded = ban_moves.clone();
    if !search_moves.is_empty() {
        excluded.extend(position.legal_moves().into_iter().filter(|mv| !search_moves.contains(mv)));
    }
    excluded
}

/// Returns a book move and the reply expected to it as the result of a search of depth 0. The score is the
/// book's; if the book has none, it is the static evaluation.
pub fn book_result(
    position: &Position,
    known: BookMove,
    ponder: Option<Move>,
    settings: &Settings,
    start: Instant,
) -> SearchResult {
    let value = if known.depth > 0 {
        from_centipawns(known.value.into()).clamp(-MAX_ORDINARY, MAX_ORDINARY)
    } else {
        settings.evaluate(position)
    };
    let pv = [known.mv].into_iter().chain(ponder).collect();
    SearchResult { time: start.elapsed(), ..SearchResult::new(0, value, pv) }
}
