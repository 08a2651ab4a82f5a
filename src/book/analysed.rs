// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position that was analysed for a book.

use super::format::BookEntry;

/// What was found out about a position.
#[derive(Debug)]
pub struct AnalysedPosition {
    /// Its moves, with values that take the analyses of later positions into account; those of games and
    /// weights are left to the [builder](super::Builder).
    pub moves: Vec<BookEntry>,
    /// No position that these moves lead to was analysed.
    pub is_end: bool,
}
