// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board as a book sees it: books store only one of several positions that are images of each other.

use crate::types::{Move, Square};

/// A symmetry of the board. Each is its own inverse.
#[derive(Clone, Copy, Default)]
pub struct View {
    /// Rotated by 180 degrees.
    pub is_rotated: bool,
    /// Mirrored left to right.
    pub is_mirrored: bool,
}

impl View {
    pub fn square(self, square: Square) -> Square {
        let rotated = if self.is_rotated { square.rotate() } else { square };
        if self.is_mirrored { rotated.mirror() } else { rotated }
    }

    pub fn mv(self, mv: Move) -> Move {
        Move::new(self.square(mv.from()), self.square(mv.to()))
    }
}
