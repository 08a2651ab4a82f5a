// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine as other programs use it: [`Engine`] with its settings, its opening books, and one search at a
//! time, in the foreground or in the background.
//!
//! The engine is a thin facade over [`search`](crate::search): `facade` decides between a book and a search,
//! `background` runs one on a thread of its own, `book_set` holds the books, `book_answer` turns a book move
//! into the answer to a search (the search itself knows no books), `table_entry` shows the transposition
//! table's entry for a position, `memory` limits the table's size, `level` defines the levels of play, which
//! `level_play` plays at, and [`bench`](mod@bench) counts the nodes that are the program's signature.
#![doc = include_str!("levels.md")]

mod background;
pub mod bench;
mod book_answer;
mod book_set;
mod draw_resign;
mod facade;
mod level;
mod level_play;
mod memory;
mod perft;
mod table_entry;

pub use book_set::{BookChoice, BookFile, BookProblem, BookSettings};
pub use draw_resign::DrawResignPolicy;
pub use facade::{DEFAULT_HASH_MB, Engine, Stopper};
pub use level::{Level, LevelError};
pub use perft::divide;
pub use table_entry::TableEntry;

pub(crate) use memory::available_megabytes;
