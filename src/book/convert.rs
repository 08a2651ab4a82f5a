// SPDX-License-Identifier: MIT OR Apache-2.0
//! Converts a book to another format.
//!
//! Each format identifies positions by its own keys, which cannot be reversed. So the positions are searched
//! for: from the start position along all moves in the book, and along all other moves that lead to a
//! position in the book, which helps with books that contain the moves of one side only. Each position is
//! visited once, together with its mirror image and whatever moves lead there, so cycles end. Positions that
//! cannot be reached like this are lost.
//!
//! Keys of 32 bits, as ElephantEye uses them, collide: among all positions one move away from a large book,
//! some seem to be in the book by chance. Therefore no two positions get the same records, and positions
//! reached by the book's own moves take precedence.
//!
//! chuhe's format stores everything that is known of a move, ElephantEye's only its weight, the databases its
//! weight as a score and its games. In a position that is its own mirror image, chuhe's format stores only
//! one of two mirrored moves, with the sum of their weights.

use super::books::Book;
use super::error::BookError;
use super::format::{self, BookEntry, BookFormat, BookMove};
use super::{database, elephant_eye};
use std::collections::HashSet;
use xiangqi::position::Position;
use xiangqi::types::Move;

/// A converted book.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Content of the new file. An ElephantEye book without [`moves`](Self::moves) is empty and not a valid
    /// book.
    pub bytes: Vec<u8>,
    /// Number of positions found.
    pub positions: usize,
    /// Number of moves written.
    pub moves: usize,
}

/// Converts the part of a book that can be reached from these positions to another format.
///
/// # Errors
/// [`BookError`] if a database in memory cannot be written.
pub fn convert(book: &Book, starts: &[Position], format: BookFormat) -> Result<Conversion, BookError> {
    let found = reachable(book, starts);
    let known =
        || found.iter().flat_map(|(position, moves)| moves.iter().map(move |&known| (position, known)));
    let (bytes, moves) = match format {
        BookFormat::Chuhe => {
            let bytes = format::to_bytes(found.iter().flat_map(|(position, moves)| own(position, moves)));
            let moves = format::records(&bytes).len();
            (bytes, moves)
        }
        BookFormat::ElephantEye => {
            let bytes = elephant_eye::to_bytes(known());
            let moves = elephant_eye::records(&bytes).len();
            (bytes, moves)
        }
        BookFormat::Obk | BookFormat::Yfk | BookFormat::Pfb | BookFormat::Xqb => {
            (database::to_bytes(format, known())?, known().count())
        }
    };
    Ok(Conversion { bytes, positions: found.len(), moves })
}

/// Entries of chuhe's format. Both twins, of which one will be stored, get the sum of their weights.
fn own(position: &Position, moves: &[BookMove]) -> impl Iterator<Item = BookEntry> {
    let is_symmetric = position.is_symmetric();
    let is_twin = move |mv: Move, other: Move| is_symmetric && mv != other && mv.mirror() == other;
    moves.iter().map(move |&known| {
        let twin = moves.iter().find(|other| is_twin(known.mv, other.mv)).map_or(0, |twin| twin.weight);
        BookEntry::new(position, BookMove { weight: known.weight.saturating_add(twin), ..known })
    })
}

/// Returns the positions in the book and their moves, in the order in which they were found.
fn reachable(book: &Book, starts: &[Position]) -> Vec<(Position, Vec<BookMove>)> {
    let (mut seen, mut taken) = (HashSet::new(), HashSet::new());
    let mut found = Vec::new();
    let mut waiting: Vec<Position> = starts.iter().rev().map(Position::without_history).collect();
    // Positions that seem to be in the book although none of its moves leads there.
    let mut doubtful = Vec::new();
    while let Some(position) = waiting.pop().or_else(|| doubtful.pop()) {
        if !seen.insert(position.canonical_key()) {
            continue;
        }
        let known = book.probe(&position);
        if !known.is_empty() && !taken.insert(book.key(&position)) {
            continue;
        }
        for mv in position.legal_moves() {
            let next = position.after(mv);
            if known.iter().any(|known| known.mv == mv) {
                waiting.push(next);
            } else if !seen.contains(&next.canonical_key()) && !book.probe(&next).is_empty() {
                doubtful.push(next);
            }
        }
        if !known.is_empty() {
            found.push((position, known));
        }
    }
    found
}
