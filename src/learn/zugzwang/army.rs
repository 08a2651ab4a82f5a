// SPDX-License-Identifier: MIT OR Apache-2.0
//! The classes of material: the pieces that the side to move can attack with. The null move's assumption
//! depends on them.

use crate::position::Position;
use crate::types::PieceKind;

/// The pieces of the side to move besides king, advisors and elephants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Army {
    /// Nothing.
    Defenders,
    /// Pawns.
    Pawns,
    /// One horse, with or without pawns; so the next two.
    Horse,
    /// One cannon.
    Cannon,
    /// One rook.
    Rook,
    /// Two rooks, horses and cannons.
    Two,
    /// Three.
    Three,
    /// Four.
    Four,
    /// Five or six.
    More,
}

impl Army {
    /// All classes.
    pub const ALL: [Self; 9] = [
        Self::Defenders,
        Self::Pawns,
        Self::Horse,
        Self::Cannon,
        Self::Rook,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::More,
    ];

    /// Returns the class of the side to move.
    pub fn of(position: &Position) -> Self {
        let (board, side) = (position.board(), position.side_to_move());
        let has = |kind| !board.pieces(kind, side).is_empty();
        match board.majors(side).len() {
            0 if has(PieceKind::Pawn) => Self::Pawns,
            0 => Self::Defenders,
            1 if has(PieceKind::Horse) => Self::Horse,
            1 if has(PieceKind::Cannon) => Self::Cannon,
            1 => Self::Rook,
            2 => Self::Two,
            3 => Self::Three,
            4 => Self::Four,
            _ => Self::More,
        }
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Defenders => "defenders only",
            Self::Pawns => "pawns",
            Self::Horse => "one horse",
            Self::Cannon => "one cannon",
            Self::Rook => "one rook",
            Self::Two => "two major pieces",
            Self::Three => "three",
            Self::Four => "four",
            Self::More => "five or six",
        }
    }
}
