// SPDX-License-Identifier: MIT OR Apache-2.0
//! One book, of whichever format: opened, checked and probed.

use super::book_move::BookMove;
use super::error::BookError;
use super::format::BookEntry;
use super::{elephant_eye, format};
use crate::position::Position;
use core::cmp::Reverse;
use core::fmt;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// No book is longer: it is read into memory.
const MAX_FILE: u64 = 256 << 20;

/// A format of books.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BookFormat {
    /// Our [own](mod@format).
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
    /// The file's content, checked.
    bytes: Vec<u8>,
}

impl Book {
    /// The book in a file.
    ///
    /// # Errors
    /// If there is none that can be read, or it is broken.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        // Opening a pipe would wait for somebody to write to it.
        if !fs::metadata(path)?.is_file() {
            return Err(BookError::NoFile);
        }
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MAX_FILE {
            return Err(BookError::TooLong);
        }
        Self::from_bytes(bytes)
    }

    /// The book that these bytes of a file are. Any bytes may be given.
    ///
    /// # Errors
    /// If they are none, or a broken one.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, BookError> {
        let format =
            if bytes.starts_with(format::MAGIC) { BookFormat::Chuhe } else { BookFormat::ElephantEye };
        match format {
            BookFormat::Chuhe => format::check(&bytes)?,
            BookFormat::ElephantEye => elephant_eye::check(&bytes)?,
        }
        Ok(Self { format, bytes })
    }

    /// The moves that the book knows in this position, legal ones only, each once, the one with the largest
    /// weight first.
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

    /// The key of this position's records, if it has any, in the book's own format.
    pub(crate) fn key(&self, position: &Position) -> u64 {
        match self.format {
            BookFormat::Chuhe => position.canonical_key(),
            BookFormat::ElephantEye => elephant_eye::kept_lock(&self.bytes, position).0.into(),
        }
    }

    /// All there is in a book of our own format. In those of other formats it is not known which positions
    /// they have.
    pub fn records(&self) -> Option<Vec<BookEntry>> {
        (self.format == BookFormat::Chuhe).then(|| format::all(&self.bytes).collect())
    }

    /// The format of its file.
    pub fn format(&self) -> BookFormat {
        self.format
    }

    /// How many positions it has moves for; a position and its mirror image count as one.
    pub fn positions(&self) -> usize {
        match self.format {
            BookFormat::Chuhe => count(format::records(&self.bytes), format::key),
            BookFormat::ElephantEye => count(elephant_eye::records(&self.bytes), elephant_eye::key),
        }
    }

    /// How many moves it has in all.
    pub fn moves(&self) -> usize {
        match self.format {
            BookFormat::Chuhe => format::records(&self.bytes).len(),
            BookFormat::ElephantEye => elephant_eye::records(&self.bytes).len(),
        }
    }

    /// How many bytes its file has.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }
}

/// How many different keys sorted records have.
fn count<T: Copy, K: PartialEq>(records: &[T], key_of: impl Fn(T) -> K) -> usize {
    records.chunk_by(|&a, &b| key_of(a) == key_of(b)).count()
}
