// SPDX-License-Identifier: MIT OR Apache-2.0
//! The vocabulary: squares, pieces, moves, values. Plain data without look-up tables and without I/O.

mod bitboard;
mod color;
pub mod coords;
mod depth;
mod file_rank;
mod language;
mod move_list;
mod moves;
mod piece;
mod rng;
mod square;
pub mod value;

pub use crate::text;
pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use depth::Depth;
pub use file_rank::{File, Rank};
pub use language::Language;
pub use move_list::{MAX_MOVES, MoveList};
pub use moves::{Move, ParseMoveError};
pub use piece::{Piece, PieceKind};
pub use rng::SplitMix64;
pub use square::{ParseSquareError, Square};
pub use value::{MAX_PLY, Score, Value};
