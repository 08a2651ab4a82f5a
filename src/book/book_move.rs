// SPDX-License-Identifier: MIT OR Apache-2.0
//! A move in a book.

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
    pub(crate) fn mirrored(self) -> Self {
        Self { mv: self.mv.mirror(), ..self }
    }
}
