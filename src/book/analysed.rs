// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position analysed for a book.

use super::format::BookEntry;

/// The result of analysing a position.
#[derive(Debug)]
pub struct AnalysedPosition {
    /// Its moves, with values that take the analyses of later positions into account; games and weights are
    /// left to the [builder](super::Builder).
    pub moves: Vec<BookEntry>,
    /// True if no position that these moves lead to was analysed.
    pub is_end: bool,
}
