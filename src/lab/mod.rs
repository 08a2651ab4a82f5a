// SPDX-License-Identifier: MIT OR Apache-2.0
//! The laboratory: the algorithms of the founding papers, as plain as the papers have them, on the papers' games.

pub mod algorithms;
mod game;
pub mod games;
mod tally;

pub use algorithms::{Algorithm, Found};
pub use game::{ChessGame, Game, INFINITE, Key, WON, is_won_or_lost};
pub use tally::Tally;
