// SPDX-License-Identifier: MIT OR Apache-2.0
//! A book in any format, opened, checked and probed; and several books in order, with the choice of a move to
//! play.

use super::database_book::{DatabaseBook, Oddities};
use super::error::BookError;
use super::format::{self, BookEntry, BookFormat, BookMove};
use super::{database, elephant_eye};
use crate::files::{self, File};
use core::cmp::{Ordering, Reverse};
use core::fmt::Debug;
use std::collections::HashSet;
use std::io::{ErrorKind, Read};
use std::path::Path;
use std::sync::Arc;
use xiangqi::bounded;
use xiangqi::position::Position;
use xiangqi::types::{Color, Move, SplitMix64};

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
    Database(Arc<dyn DatabaseBook>),
}

impl Book {
    /// Opens a book file.
    ///
    /// # Errors
    /// [`BookError`] if the file cannot be read or is not a valid book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        // Opening a pipe would block until another process writes to it.
        let metadata = files::metadata(path)?;
        if !metadata.is_file() {
            return Err(BookError::NoFile);
        }
        let mut beginning = Vec::new();
        File::open(path)?.take(DATABASE.len() as u64).read_to_end(&mut beginning)?;
        if beginning == DATABASE {
            return Ok(Content::Database(database::open(path)?).into());
        }
        if metadata.len() > MAX_FILE {
            return Err(BookError::TooLong);
        }
        match bounded::read(File::open(path)?, MAX_FILE) {
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
            Content::Database(database::from_bytes(&bytes)?)
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

    /// Counts the unusual moves of a book that is a database; `None` for other formats.
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

/// Books that are probed one after another; the answer of the first that has one is final.
#[derive(Clone, Default, Debug)]
pub struct Books(Vec<Book>);

/// Way to choose among the moves that may be played.
#[derive(Debug)]
pub enum MoveChoice<'a> {
    /// The move with the largest weight.
    Best,
    /// The move with the best score in games; one that was never played comes after all others, and the
    /// weight decides between equals.
    BestResult,
    /// A random move, with probability in proportion to its weight.
    ByWeight(&'a mut SplitMix64),
}

impl Books {
    /// Creates a set of books, to be probed in this order.
    pub fn new(books: Vec<Book>) -> Self {
        Self(books)
    }

    /// Returns the moves of the first book that contains the position: legal moves, sorted by descending
    /// weight.
    pub fn probe(&self, position: &Position) -> Vec<BookMove> {
        self.first_answer(|book| book.probe(position))
    }

    /// Returns true if one of the books has this move to play in the position, or its mirror image in a
    /// position that is its own mirror image.
    pub fn contain(&self, position: &Position, mv: Move) -> bool {
        let is_symmetric = position.is_symmetric();
        let is_it = |known: &BookMove| {
            known.weight > 0 && (known.mv == mv || is_symmetric && known.mv.mirror() == mv)
        };
        self.0.iter().any(|book| book.probe(position).iter().any(is_it))
    }

    /// Chooses a move to play: its weight is not 0, it is not `banned`, and it does not lead to an earlier
    /// position of the game that `position` belongs to. In a position that is its own mirror image a move
    /// stands for its mirror image as well. `None` if no book has such a move.
    ///
    /// Repetition is often harmless, but a book cannot judge that; it is left to the search.
    pub fn choose(&self, position: &Position, banned: &[Move], choice: MoveChoice<'_>) -> Option<BookMove> {
        let is_new = |key| position.history().iter().all(|state| state.key != key);
        let may_be_played = |known: &BookMove| {
            known.weight > 0 && !banned.contains(&known.mv) && is_new(position.key_after(known.mv))
        };
        let moves = self.first_answer(|book| {
            let mut known = book.probe(position);
            if position.is_symmetric() {
                known = with_images(&known);
            }
            known.retain(may_be_played);
            known
        });
        match choice {
            MoveChoice::Best => moves.first().copied(),
            MoveChoice::BestResult => moves.into_iter().rev().max_by(by_result),
            MoveChoice::ByWeight(rng) => draw(&moves, rng),
        }
    }

    /// Returns the first answer that is not empty.
    fn first_answer(&self, ask: impl Fn(&Book) -> Vec<BookMove>) -> Vec<BookMove> {
        self.0.iter().map(ask).find(|moves| !moves.is_empty()).unwrap_or_default()
    }
}

/// Each move twice, the second time as its mirror image unless that is in the book itself, so that all keep
/// their share.
fn with_images(known: &[BookMove]) -> Vec<BookMove> {
    let is_known = |mv: Move| known.iter().any(|known| known.mv == mv);
    let image = |known: BookMove| if is_known(known.mv.mirror()) { known } else { known.mirrored() };
    known.iter().flat_map(|&known| [known, image(known)]).collect()
}

/// Compares by the share of points in games.
fn by_result(one: &BookMove, other: &BookMove) -> Ordering {
    // points / games of one and the other, multiplied by both numbers of games
    let share = |known: &BookMove, games: u32| u64::from(known.points) * u64::from(games);
    match (one.games, other.games) {
        (0, 0) => Ordering::Equal,
        (0, _) => Ordering::Less,
        (_, 0) => Ordering::Greater,
        _ => share(one, other.games).cmp(&share(other, one.games)),
    }
}

/// Draws a move with probability in proportion to its weight.
fn draw(moves: &[BookMove], rng: &mut SplitMix64) -> Option<BookMove> {
    let total = moves.iter().map(|known| usize::from(known.weight)).sum();
    if total == 0 {
        return None;
    }
    let mut rest = rng.below(total);
    moves.iter().copied().find(|known| {
        let is_here = rest < usize::from(known.weight);
        rest = rest.saturating_sub(known.weight.into());
        is_here
    })
}
