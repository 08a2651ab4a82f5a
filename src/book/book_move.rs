// SPDX-License-Identifier: MIT OR Apache-2.0
//! A move in a book.

use crate::types::Move;

/// A move in a book, with its weight, analysis and results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Relative frequency among the moves of the position; 0: known, but not to be played.
    pub weight: u16,
    /// Value of the move in centipawns from the mover's perspective, analysed to [`depth`](Self::depth).
    pub value: i16,
    /// Depth of the analysis in plies; 0: not analysed, and `value` is meaningless.
    pub depth: u16,
    /// Number of games in which it was played.
    pub games: u32,
    /// Score of the mover in those games, in half points: 2 for a win, 1 for a draw.
    pub points: u32,
}

impl BookMove {
    /// Creates a move of which only the weight is known.
    pub const fn new(mv: Move, weight: u16) -> Self {
        Self { mv, weight, value: 0, depth: 0, games: 0, points: 0 }
    }

    /// Returns the same data for the mirror image of the move.
    pub(crate) fn mirrored(self) -> Self {
        Self { mv: self.mv.mirror(), ..self }
    }
}
