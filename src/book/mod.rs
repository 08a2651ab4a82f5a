// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening books: which moves to play in which positions, kept in files.
//!
//! A [`Book`] is one file, either of our own [format](mod@format) or an ElephantEye `BOOK.DAT`; what it is, is recognised by its
//! content. [`Books`] asks several of them in order, and chooses a move to play: the best one, or one drawn by weight, but
//! never one that is banned or that would bring back a position of the game so far. Whatever a file says, only legal moves
//! come out of it.
//!
//! Both formats know a position by a hash key, and both keep one half of the board only: a position is found by its mirror
//! image as well, whose moves are then mirrored back.
//!
//! Files are read into memory as a whole and stay as they are, sorted by key; a probe is a binary search among the bytes.
//! A memory map would save reading (24 MB for a million moves, some tens of milliseconds with their checksum), but cannot
//! be had without `unsafe`: another program that shortens the file would take the ground from under it.
//!
//! A [`Builder`] makes a book out of games and of analyses, which an [`Explorer`] asks for; [`convert`] makes one format of the
//! other. An [`Opening`] is the name of what was played.
//!
//! ```
//! use chuhe::Position;
//! use chuhe::book::{Book, BookMove, Books, Choice, format};
//! let start = Position::startpos();
//! let cannon = BookMove::new("h2e2".parse()?, 70);
//! let elephant = BookMove::new("g0e2".parse()?, 30);
//! let records = [cannon, elephant].map(|known| format::Record::new(&start, known));
//! let book = Book::from_bytes(format::to_bytes(records))?;
//! assert_eq!(book.probe(&start), [cannon, elephant]);
//! let books = Books::new(vec![book]);
//! // The cannons' moves are mirror images of each other.
//! assert_eq!(books.choose(&start, &[cannon.mv, "b2e2".parse()?], Choice::Best), Some(elephant));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod books;
mod builder;
mod convert;
mod elephant_eye;
mod explorer;
mod file;
pub mod format;
mod weights;

pub use books::{Books, Choice};
pub use builder::{Builder, Selection};
pub use convert::{Conversion, convert};
pub use explorer::{Analysis, Exploration, Explorer, Task};
pub use file::{Book, BookError, Format};

use crate::types::Move;

/// What a book knows of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How often to play it, in relation to the other moves of the position; 0: known, but not to be played.
    pub weight: u16,
    /// The value of the move in centipawns, from the mover's view, as analysed to [`depth`](Self::depth).
    pub value: i16,
    /// How many plies deep the move was analysed; 0: not at all, and the value means nothing.
    pub depth: u16,
    /// In how many games it was played.
    pub games: u32,
    /// What the mover got in those games, in half points: 2 for a win, 1 for a draw.
    pub points: u32,
}

impl BookMove {
    /// A move of which nothing but the weight is known.
    pub const fn new(mv: Move, weight: u16) -> Self {
        Self { mv, weight, value: 0, depth: 0, games: 0, points: 0 }
    }

    /// The same of the move's mirror image.
    fn mirrored(self) -> Self {
        Self { mv: self.mv.mirror(), ..self }
    }
}

/// The records with this key, among records sorted by key.
fn with_key<T: Copy, K: Ord>(records: &[T], key: K, key_of: impl Fn(T) -> K) -> impl Iterator<Item = T> {
    let start = records.partition_point(|&record| key_of(record) < key);
    records[start..].iter().copied().take_while(move |&record| key_of(record) == key)
}
