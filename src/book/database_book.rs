// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface of a book that stays in its file, a database.

use super::error::BookError;
use super::format::{BookFormat, BookMove};
use core::fmt::Debug;
use xiangqi::position::Position;

/// A book that stays in its file, a database.
pub trait DatabaseBook: Debug + Send + Sync {
    /// Returns the format of the book.
    fn format(&self) -> BookFormat;
    /// Returns the size of the file in bytes.
    fn size(&self) -> usize;
    /// Returns the moves of a position, legal or not, in no particular order; none if the file cannot be read
    /// any more.
    fn probe(&self, position: &Position) -> Vec<BookMove>;
    /// Returns the number of keys.
    fn positions(&self) -> usize;
    /// Returns the number of rows.
    fn moves(&self) -> usize;
    /// Counts the unusual moves of the whole book.
    fn oddities(&self) -> Result<Oddities, BookError>;
}

/// Numbers of unusual moves in a database.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Oddities {
    /// Moves whose key is stored as a floating-point number.
    pub real_keys: usize,
    /// Moves that are lost, because their key became NULL.
    pub lost_keys: usize,
    /// Moves that may not be played.
    pub barred: usize,
    /// Rows that do not hold a move.
    pub malformed: usize,
    /// True if the table has no index of its keys.
    pub is_unindexed: bool,
}
