// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books: files that store which moves to play in which positions.
//!
//! A [`Book`] is one file, in chuhe's own [format](mod@format) or in one of other programs ([`BookFormat`]);
//! the format is detected from the content. [`Books`] probes several of them in order and chooses a move to
//! play: the best one, or one drawn by weight, but never one that is banned or that repeats an earlier
//! position of the game. Whatever a file contains, only legal moves are returned.
//!
//! All formats identify a position by a key, and store only one half of the board: a position is also found
//! by its mirror image, whose moves are then mirrored back.
//!
//! chuhe's books and `BOOK.DAT` are read into memory as a whole and stay as they are, sorted by key; a probe
//! is a binary search among the bytes. A memory map would save reading time (24 MB for a million moves, some
//! tens of milliseconds including the checksum), but it requires `unsafe`: another program could truncate the
//! file while it is mapped. The other formats are databases, which are probed in the file.
//!
//! A [`Builder`] makes a book from games and from analyses, which an [`Explorer`] requests; [`convert`]
//! converts between the formats.
//!
//! ```
//! use chuhe::Position;
//! use chuhe::book::{Book, BookMove, Books, MoveChoice, format};
//! let start = Position::startpos();
//! let cannon = BookMove::new("h2e2".parse()?, 70);
//! let elephant = BookMove::new("g0e2".parse()?, 30);
//! let records = [cannon, elephant].map(|known| format::BookEntry::new(&start, known));
//! let book = Book::from_bytes(format::to_bytes(records))?;
//! assert_eq!(book.probe(&start), [cannon, elephant]);
//! let books = Books::new(vec![book]);
//! // The cannons' moves are mirror images of each other.
//! assert_eq!(books.choose(&start, &[cannon.mv, "b2e2".parse()?], MoveChoice::Best), Some(elephant));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod books;
mod builder;
mod convert;
#[cfg(not(target_family = "wasm"))]
mod database;
mod database_book;
mod elephant_eye;
mod error;
mod explorer;
pub mod format;
mod weights;

pub use books::{Book, Books, MoveChoice};
pub use builder::{AnalysedPosition, Builder, BuilderConfig};
pub use convert::{Conversion, convert};
pub use database_book::Oddities;
pub use error::BookError;
pub use explorer::{AnalysisTask, Explorer, ExplorerConfig};
pub use format::{BookFormat, BookMove};

/// Databases, where SQLite is not built in.
#[cfg(target_family = "wasm")]
mod database {
    use super::database_book::DatabaseBook;
    use super::{BookError, BookFormat, BookMove};
    use std::path::Path;
    use std::sync::Arc;
    use xiangqi::position::Position;

    pub fn open(_: &Path) -> Result<Arc<dyn DatabaseBook>, BookError> {
        Err(BookError::NoSqlite)
    }

    pub fn from_bytes(_: &[u8]) -> Result<Arc<dyn DatabaseBook>, BookError> {
        Err(BookError::NoSqlite)
    }

    pub fn to_bytes<'a>(
        _: BookFormat,
        _: impl IntoIterator<Item = (&'a Position, BookMove)>,
    ) -> Result<Vec<u8>, BookError> {
        Err(BookError::NoSqlite)
    }
}
