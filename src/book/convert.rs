// SPDX-License-Identifier: MIT OR Apache-2.0
//! A book in one format → a book in another.
//!
//! Formats know positions by keys of their own, from which there is no way back. So positions are looked for: from the
//! beginning of the game along all moves that the book knows, and along all others that lead to a position it knows, which
//! helps with books that have the moves of one side alone. Each position is visited once, whatever moves lead there, and
//! together with its mirror image; so cycles end. What cannot be reached so is lost.
//!
//! Own books keep everything that is known of a move, ElephantEye's its weight only.

use super::format::{self, Record};
use super::{Book, BookMove, Format, elephant_eye};
use crate::position::Position;
use std::collections::HashSet;

/// A book converted.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// The new file's content. No moves make no book of ElephantEye's: see [`moves`](Self::moves).
    pub bytes: Vec<u8>,
    /// How many positions were found that the book has moves for.
    pub positions: usize,
    /// How many moves were found in them.
    pub moves: usize,
}

/// Writes a book in another format, as far as it can be reached from these positions.
pub fn convert(book: &Book, starts: &[Position], format: Format) -> Conversion {
    let found = reachable(book, starts);
    let known =
        || found.iter().flat_map(|(position, moves)| moves.iter().map(move |&known| (position, known)));
    let bytes = match format {
        Format::Chuhe => format::to_bytes(known().map(|(position, known)| Record::new(position, known))),
        Format::ElephantEye => elephant_eye::to_bytes(known()),
    };
    Conversion { bytes, positions: found.len(), moves: known().count() }
}

/// The positions that the book has moves for, with those moves, in the order in which they were found.
fn reachable(book: &Book, starts: &[Position]) -> Vec<(Position, Vec<BookMove>)> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut waiting: Vec<Position> = starts.iter().rev().map(Position::without_history).collect();
    while let Some(position) = waiting.pop() {
        if !seen.insert(position.either_key()) {
            continue;
        }
        let known = book.probe(&position);
        for mv in position.legal_moves() {
            let next = position.after(mv).without_history();
            let is_book_move = || known.iter().any(|known| known.mv == mv);
            if !seen.contains(&next.either_key()) && (is_book_move() || !book.probe(&next).is_empty()) {
                waiting.push(next);
            }
        }
        if !known.is_empty() {
            found.push((position, known));
        }
    }
    found
}
