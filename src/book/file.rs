// SPDX-License-Identifier: MIT OR Apache-2.0
//! A book in any format: opened, checked and probed.

use super::book_move::BookMove;
use super::error::BookError;
use super::format::BookEntry;
use super::{elephant_eye, format};
use crate::bounded;
use crate::position::Position;
use core::cmp::Reverse;
use core::fmt;
use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Maximum size of a book in bytes; books are read into memory.
const MAX_FILE: u64 = 256 << 20;

/// A book format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BookFormat {
    /// chuhe's [own format](mod@format).
    Chuhe,
    /// ElephantEye's `BOOK.DAT`.
    ElephantEye,
}

impl fmt::Display for BookFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chuhe => write!(f, "chuhe, version {}", format::VERSION),
            Self::ElephantEye => f.write_str("ElephantEye"),
        }
    }
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    format: BookFormat,
    /// Content of the file, checked.
    bytes: Vec<u8>,
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
        let format =
            if bytes.starts_with(format::MAGIC) { BookFormat::Chuhe } else { BookFormat::ElephantEye };
        match format {
            BookFormat::Chuhe => format::check(&bytes)?,
            BookFormat::ElephantEye => elephant_eye::check(&bytes)?,
        }
        Ok(Self { format, bytes })
    }

    /// Returns the book's moves in this position: legal moves only, each once, sorted by descending weight.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        let mut known = match self.format {
            BookFormat::Chuhe => format::probe(&self.bytes, position),
            BookFormat::ElephantEye => elephant_eye::probe(&self.bytes, position),
        };
        known.retain(|known| position.is_legal(known.mv));
        known.sort_by_key(|known| (Reverse(known.weight), known.mv));
        let mut seen = HashSet::new();
        known.retain(|known| seen.insert(known.mv));
        known
    }

    /// Returns the key under which the book stores this position.
    pub(crate) fn key(&self, position: &Position) -> u64 {
        match self.format {
            BookFormat::Chuhe => position.canonical_key(),
            BookFormat::ElephantEye => elephant_eye::kept_lock(&self.bytes, position).0.into(),
        }
    }

    /// Returns all entries of a book in chuhe's format; `None` for other formats, in which the positions
    /// cannot be recovered from the keys.
    pub fn records(&self) -> Option<Vec<BookEntry>> {
        (self.format == BookFormat::Chuhe).then(|| format::all(&self.bytes).collect())
    }

    /// Returns the format of the file.
    pub fn format(&self) -> BookFormat {
        self.format
    }

    /// Returns the number of positions; a position and its mirror image count as one.
    pub fn positions(&self) -> usize {
        match self.format {
            BookFormat::Chuhe => count(format::records(&self.bytes), format::key),
            BookFormat::ElephantEye => count(elephant_eye::records(&self.bytes), elephant_eye::key),
        }
    }

    /// Returns the number of moves.
    pub fn moves(&self) -> usize {
        match self.format {
            BookFormat::Chuhe => format::records(&self.bytes).len(),
            BookFormat::ElephantEye => elephant_eye::records(&self.bytes).len(),
        }
    }

    /// Returns the size of the file in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }
}

/// Counts the different keys of sorted records.
fn count<T: Copy, K: PartialEq>(records: &[T], key_of: impl Fn(T) -> K) -> usize {
    records.chunk_by(|&a, &b| key_of(a) == key_of(b)).count()
}
