// SPDX-License-Identifier: MIT OR Apache-2.0
//! A book in any format: opened, checked and probed.

use super::book_format::BookFormat;
use super::book_move::BookMove;
use super::database::{Database, Oddities};
use super::error::BookError;
use super::format::BookEntry;
use super::{elephant_eye, format};
use crate::bounded;
use crate::position::Position;
use crate::types::Color;
use core::cmp::Reverse;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Maximum size of a book that is read into memory, in bytes.
const MAX_FILE: u64 = 256 << 20;

/// First bytes of a database.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    content: Content,
    side: Option<Color>,
}

#[derive(Clone, Debug)]
enum Content {
    /// The bytes of a file, checked.
    Chuhe(Vec<u8>),
    ElephantEye(Vec<u8>),
    Database(Database),
}

impl Book {
    /// Opens a book file.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read or is not a valid book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        // Opening a pipe would block until another process writes to it.
        if !fs::metadata(path)?.is_file() {
            return Err(BookError::NoFile);
        }
        let mut beginning = Vec::new();
        File::open(path)?.take(DATABASE.len() as u64).read_to_end(&mut beginning)?;
        if beginning == DATABASE {
            return Ok(Content::Database(Database::open(path)?).into());
        }
        match bounded::read_file(path, MAX_FILE) {
            Ok(bytes) => Self::from_bytes(bytes),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => Err(BookError::TooLong),
            Err(error) => Err(error.into()),
        }
    }

    /// Reads a book from the bytes of a file. Any bytes may be given.
    ///
    /// # Errors
    /// [`BookError`] if they are not a valid book.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, BookError> {
        let content = if bytes.starts_with(DATABASE) {
            Content::Database(Database::from_bytes(&bytes)?)
        } else if bytes.starts_with(format::MAGIC) {
            format::check(&bytes)?;
            Content::Chuhe(bytes)
        } else {
            elephant_eye::check(&bytes)?;
            Content::ElephantEye(bytes)
        };
        Ok(content.into())
    }

    /// Returns the same book, to be used for one side only.
    #[must_use]
    pub fn only_for(self, side: Color) -> Self {
        Self { side: Some(side), ..self }
    }

    /// Returns the book's moves in this position: legal moves only, each once, sorted by descending weight;
    /// none if the book is [for the other side](Self::only_for).
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        if self.side.is_some_and(|side| side != position.side_to_move()) {
            return Vec::new();
        }
        let mut known = match &self.content {
            Content::Chuhe(bytes) => format::probe(bytes, position),
            Content::ElephantEye(bytes) => elephant_eye::probe(bytes, position),
            Content::Database(database) => database.probe(position),
        };
        known.retain(|known| position.is_legal(known.mv));
        known.sort_by_key(|known| (Reverse(known.weight), known.mv));
        let mut seen = HashSet::new();
        known.retain(|known| seen.insert(known.mv));
        known
    }

    /// Returns the key under which the book stores this position.
    pub(crate) fn key(&self, position: &Position) -> u64 {
        match &self.content {
            Content::ElephantEye(bytes) => elephant_eye::kept_lock(bytes, position).0.into(),
            Content::Chuhe(_) | Content::Database(_) => position.canonical_key(),
        }
    }

    /// Returns all entries of a book in chuhe's format; `None` for other formats, in which the positions
    /// cannot be recovered from the keys.
    pub fn records(&self) -> Option<Vec<BookEntry>> {
        match &self.content {
            Content::Chuhe(bytes) => Some(format::all(bytes).collect()),
            Content::ElephantEye(_) | Content::Database(_) => None,
        }
    }

    /// Returns the format of the file.
    pub fn format(&self) -> BookFormat {
        match &self.content {
            Content::Chuhe(_) => BookFormat::Chuhe,
            Content::ElephantEye(_) => BookFormat::ElephantEye,
            Content::Database(database) => database.format(),
        }
    }

    /// Returns the number of positions. A position and its mirror image count as one where the format stores
    /// only one of them.
    pub fn positions(&self) -> usize {
        match &self.content {
            Content::Chuhe(bytes) => count(format::records(bytes), format::key),
            Content::ElephantEye(bytes) => count(elephant_eye::records(bytes), elephant_eye::key),
            Content::Database(database) => database.positions(),
        }
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> usize {
        match &self.content {
            Content::Chuhe(bytes) => format::records(bytes).len(),
            Content::ElephantEye(bytes) => elephant_eye::records(bytes).len(),
            Content::Database(database) => database.moves(),
        }
    }

    /// Returns the size of the file in bytes.
    pub fn size(&self) -> usize {
        match &self.content {
            Content::Chuhe(bytes) | Content::ElephantEye(bytes) => bytes.len(),
            Content::Database(database) => database.size(),
        }
    }

    /// Looks through a book that is a database for what is unusual in it; `None` for other formats.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read any more.
    pub fn oddities(&self) -> Result<Option<Oddities>, BookError> {
        match &self.content {
            Content::Database(database) => database.oddities().map(Some),
            Content::Chuhe(_) | Content::ElephantEye(_) => Ok(None),
        }
    }
}

impl From<Content> for Book {
    fn from(content: Content) -> Self {
        Self { content, side: None }
    }
}

/// Counts the different keys of sorted records.
fn count<T: Copy, K: PartialEq>(records: &[T], key_of: impl Fn(T) -> K) -> usize {
    records.chunk_by(|&a, &b| key_of(a) == key_of(b)).count()
}
