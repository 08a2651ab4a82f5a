// SPDX-License-Identifier: MIT OR Apache-2.0
//! Text ↔ positions and moves: FEN for positions, ICCS coordinates for moves, drawings of the board.
//!
//! The wire form of a move (`h2e2`) belongs to [`Move`](crate::types::Move) itself.

mod board_svg;
mod board_text;
mod fen;
mod iccs;

pub use board_svg::SvgBoard;
pub use board_text::{Letters, TextBoard};
pub use fen::{FenError, START_FEN};
pub use iccs::{MoveTextError, iccs, parse_moves};
