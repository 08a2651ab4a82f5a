// SPDX-License-Identifier: MIT OR Apache-2.0
//! The vocabulary: squares, pieces, moves, values. Plain data without look-up tables and without I/O.

mod bitboard;
mod color;
pub mod coords;
mod language;
mod moves;
mod piece;
mod rng;
mod square;
pub mod value;

pub use crate::{bilingual, bilingual_errors, text};
pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use language::{Bilingual, Language};
pub use moves::{MAX_MOVES, Move, MoveList, ParseMoveError};
pub use piece::{Piece, PieceKind};
pub use rng::SplitMix64;
pub use square::{File, ParseSquareError, Rank, Square};
pub use value::{Depth, MAX_PLY, Score, Value};

use core::ops::{Index, IndexMut};

/// Indexes arrays that have an entry for each value of a type by that value.
macro_rules! indexed_by {
    ($($key:ident: $count:literal;)*) => {$(
        impl<T> Index<$key> for [T; $count] {
            type Output = T;
            #[inline]
            fn index(&self, key: $key) -> &T {
                &self[key as usize]
            }
        }

        impl<T> IndexMut<$key> for [T; $count] {
            #[inline]
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self[key as usize]
            }
        }
    )*};
}

indexed_by! {
    Color: 2;
    PieceKind: 7;
    Piece: 14;
    Square: 90;
}
