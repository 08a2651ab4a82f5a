// SPDX-License-Identifier: MIT OR Apache-2.0
//! The papers' games.

mod gomoku;
mod reversi;
pub mod tictactoe;
mod tree;
mod xiangqi;

pub use gomoku::{Gomoku, GomokuRows, Point, StrictGomoku};
pub use reversi::{Discs, Reversi, ReversiMove, SideToMoveReversi};
pub use tictactoe::TicTacToe;
pub use tree::{OrderedTree, RandomTree, Tree};
pub use xiangqi::Xiangqi;

use crate::Game;

/// Returns whose turn it is, as boards of black and white stones say it.
fn turn<G: Game>(game: &G) -> &'static str {
    match game.is_first_to_move() {
        _ if game.moves().is_empty() => "the game is over",
        true => "Black to move",
        false => "White to move",
    }
}
