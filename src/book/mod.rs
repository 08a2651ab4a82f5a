// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books: which moves to play in which positions, kept in files.
//!
//! A [`Book`] is one file, either of our own [format](mod@format) or an ElephantEye `BOOK.DAT`; what it is,
//! is recognised by its content. [`Books`] asks several of them in order, and chooses a move to play: the
//! best one, or one drawn by weight, but never one that is banned or that would bring back a position of the
//! game so far. Whatever a file says, only legal moves come out of it.
//!
//! Both formats know a position by a hash key, and both keep one half of the board only: a position is found
//! by its mirror image as well, whose moves are then mirrored back.
//!
//! Files are read into memory as a whole and stay as they are, sorted by key; a probe is a binary search
//! among the bytes. A memory map would save reading (24 MB for a million moves, some tens of milliseconds
//! with their checksum), but cannot be had without `unsafe`: another program that shortens the file would
//! take the ground from under it.
//!
//! A [`Builder`] makes a book out of games and of analyses, which an [`Explorer`] asks for; [`convert`] makes
//! one format of the other. An [`Opening`] is the name of what was played.
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

mod analysed;
mod book_move;
mod books;
mod builder;
mod convert;
mod elephant_eye;
mod error;
mod explorer;
mod file;
pub mod format;
mod sorted;
mod weights;

pub use analysed::AnalysedPosition;
pub use book_move::BookMove;
pub use books::{Books, MoveChoice};
pub use builder::{Builder, BuilderConfig};
pub use convert::{Conversion, convert};
pub use error::BookError;
pub use explorer::{AnalysisTask, Explorer, ExplorerConfig};
pub use file::{Book, BookFormat};
