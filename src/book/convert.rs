// SPDX-License-Identifier: MIT OR Apache-2.0
//! A book in one format → a book in another.
//!
//! Formats know positions by keys of their own, from which there is no way back. So positions are looked for:
//! from the beginning of the game along all moves that the book knows, and along all others that lead to a
//! position it knows, which helps with books that have the moves of one side alone. Each position is visited
//! once, whatever moves lead there, and together with its mirror image; so cycles end. What cannot be reached
//! so is lost.
//!
//! Keys of 32 bits, as ElephantEye has them, are shared by positions that have nothing to do with each other:
//! among all that are a move away from a large book some look as if it knew them. So no two positions get the
//! same records, and those that the book's own moves lead to come first.
//!
//! Own books keep everything that is known of a move, ElephantEye's its weight only. Of two moves that are
//! mirror images of each other, where both sides of the board are alike, own books keep one, with the weights
//! of both.

use super::book_move::BookMove;
use super::file::{Book, BookFormat};
use super::format::BookEntry;
use super::{elephant_eye, format};
use crate::position::Position;
use crate::types::Move;
use std::collections::HashSet;

/// A book converted.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The new file's content. No moves make no book of ElephantEye's: see [`moves`](Self::moves).
    pub bytes: Vec<u8>,
    /// How many positions were found that the book has moves for.
    pub positions: usize,
    /// How many moves were written.
    pub moves: usize,
}

/// Writes a book in another format, as far as it can be reached from these positions.
pub fn convert(book: &Book, starts: &[Position], format: BookFormat) -> Conversion {
    let found = reachable(book, starts);
    let (bytes, moves) = match format {
        BookFormat::Chuhe => {
            let bytes = format::to_bytes(found.iter().flat_map(|(position, moves)| own(position, moves)));
            let moves = format::records(&bytes).len();
            (bytes, moves)
        }
        BookFormat::ElephantEye => {
            let known =
                found.iter().flat_map(|(position, moves)| moves.iter().map(move |&known| (position, known)));
            let bytes = elephant_eye::to_bytes(known);
            let moves = elephant_eye::records(&bytes).len();
            (bytes, moves)
        }
    };
    Conversion { bytes, positions: found.len(), moves }
}

/// Records of our own. Twins, of which one is kept, both have the weight of the two.
fn own(position: &Position, moves: &[BookMove]) -> impl Iterator<Item = BookEntry> {
    let is_symmetric = position.is_symmetric();
    let is_twin = move |mv: Move, other: Move| is_symmetric && mv != other && mv.mirror() == other;
    moves.iter().map(move |&known| {
        let twin = moves.iter().find(|other| is_twin(known.mv, other.mv)).map_or(0, |twin| twin.weight);
        BookEntry::new(position, BookMove { weight: known.weight.saturating_add(twin), ..known })
    })
}

/// The positions that the book has moves for, with those moves, in the order in which they were found.
fn reachable(book: &Book, starts: &[Position]) -> Vec<(Position, Vec<BookMove>)> {
    let (mut seen, mut taken) = (HashSet::new(), HashSet::new());
    let mut found = Vec::new();
    let mut waiting: Vec<Position> = starts.iter().rev().map(Position::without_history).collect();
    // Those that look as if the book knew them, though none of its moves leads there.
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
            let next = position.after(mv).without_history();
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
