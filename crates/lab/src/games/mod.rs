// SPDX-License-Identifier: MIT OR Apache-2.0
//! The papers' games.

mod gomoku;
mod reversi;
pub mod tictactoe;
mod tree;
mod xiangqi;

pub use gomoku::{Gomoku, GomokuRows, Point, StrictGomoku};
pub use reversi::{BalancedReversi, Discs, Reversi, ReversiMove, SideToMoveReversi};
pub use tictactoe::TicTacToe;
pub use tree::{OrderedTree, RandomTree, Tree};
pub use xiangqi::Xiangqi;
