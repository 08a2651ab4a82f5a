// SPDX-License-Identifier: MIT OR Apache-2.0
//! The opening books of an engine: which they are, when they are asked, and what is wrong with those that are broken.

use crate::book::{Book, BookError, BookMove, Books, MoveChoice};
use crate::position::Position;
use crate::search::{Limits, Settings};
use crate::types::{Move, SplitMix64};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Which books an engine asks, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookSettings {
    /// The files, in the order in which to ask them.
    pub files: Vec<PathBuf>,
    /// They are asked for so many plies of a game.
    pub plies: u32,
    /// Moves are drawn by weight, with [`Settings::seed`]; otherwise the one with the largest weight is played.
    pub is_weighted: bool,
}

impl Default for BookSettings {
    /// No books.
    fn default() -> Self {
        Self { files: Vec::new(), plies: u32::MAX, is_weighted: false }
    }
}

/// Why a book is not asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookProblem {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// What a file looks like from outside: if that is the same as before, so is its content. `None`: it is not there.
type Stamp = Option<(u64, Option<SystemTime>)>;

#[derive(Default)]
pub struct BookSet {
    settings: BookSettings,
    books: Books,
    stamps: Vec<Stamp>,
    /// All that were met with, each once.
    problems: Vec<BookProblem>,
    /// How many of them were told.
    told: usize,
}

impl BookSet {
    pub fn settings(&self) -> &BookSettings {
        &self.settings
    }

    /// Changes settings; reads the files if they are others.
    pub fn set(&mut self, settings: BookSettings) {
        let is_new = settings.files != self.settings.files;
        self.settings = settings;
        if is_new {
            self.load();
        }
    }

    /// Reads all files again if one of them has changed.
    pub fn refresh(&mut self) {
        if self.stamps != self.stamps_now() {
            self.load();
        }
    }

    /// Reads all files. Those that are no books are passed over.
    pub fn load(&mut self) {
        // Before reading: a change after that will be noticed.
        self.stamps = self.stamps_now();
        let mut books = Vec::new();
        for file in self.settings.files.clone() {
            match Book::open(&file) {
                Ok(book) => books.push(book),
                Err(error) => self.note(file, &error),
            }
        }
        self.books = Books::new(books);
    }

    fn note(&mut self, file: PathBuf, error: &BookError) {
        let problem = BookProblem { file, reason: error.to_string() };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn stamps_now(&self) -> Vec<Stamp> {
        self.settings.files.iter().map(|file| stamp(file)).collect()
    }

    /// The problems that were not told yet.
    pub fn take_problems(&mut self) -> Vec<BookProblem> {
        let problems = self.problems[self.told..].to_vec();
        self.told = self.problems.len();
        problems
    }

    /// The move to play without a search: none if no book has one, and none if a position is analysed rather than a move
    /// of a game asked for.
    pub fn choose(&self, position: &Position, limits: &Limits, settings: &Settings) -> Option<BookMove> {
        let is_analysis = limits.infinite || limits.mate.is_some() || settings.multi_pv > 1;
        if is_analysis || limits.depth == Some(0) || position.ply() >= self.settings.plies {
            return None;
        }
        let choice = if self.settings.is_weighted {
            MoveChoice::ByWeight(&mut SplitMix64::new(settings.seed ^ position.key()))
        } else {
            MoveChoice::Best
        };
        self.books.choose(position, &excluded(position, limits), choice)
    }

    /// The reply that is to be expected to a move that a book chose.
    pub fn reply(&self, position: &Position) -> Option<Move> {
        self.books.choose(position, &[], MoveChoice::Best).map(|known| known.mv)
    }
}

fn stamp(file: &Path) -> Stamp {
    fs::metadata(file).ok().map(|data| (data.len(), data.modified().ok()))
}

/// The moves that may not be answered: those banned, and those that are not to be considered.
fn excluded(position: &Position, Limits { search_moves, ban_moves, .. }: &Limits) -> Vec<Move> {
    let mut excluded = ban_moves.clone();
    if !search_moves.is_empty() {
        excluded.extend(position.legal_moves().into_iter().filter(|mv| !search_moves.contains(mv)));
    }
    excluded
}
