// SPDX-License-Identifier: MIT OR Apache-2.0
//! The laboratory: the algorithms of the founding papers, as plain as in the papers, on the papers' games.
//!
//! The papers are Yue and Feng's overview of game-tree search (2009), Moreland's lectures, Bai's report on a
//! program for reversi (2007), and a course report on gomoku (2019). The algorithms stand here by themselves,
//! to be read, run and compared; they share no code with the engine's [`search`](crate::search) and serve as
//! its oracle.
#![doc = include_str!("pages/overview.md")]

mod algorithm;
pub mod algorithms;
mod game;
pub mod games;
mod history;
mod ladder;
mod measure;
mod memory;
mod position_table;
mod positions;
pub mod small;
mod step_history;
mod table;
mod tally;
pub mod td;
pub mod tournament;
pub mod tree_size;
pub mod worked;

pub use algorithm::{Algorithm, Found};
pub use game::{ChessGame, DiscGame, Game, INFINITE, Key, WON, is_won_or_lost};
pub use history::{HistoryLists, Rise};
pub use ladder::{BoxedAlgorithm, Rung, Subject};
pub use measure::{Measurement, effective_branching_factor};
pub use memory::MemorySettings;
pub use position_table::PositionTable;
pub use positions::sample_positions;
pub use step_history::StepHistory;
pub use table::{Scheme, SchemeTable};
pub use tally::NodeTally;
pub use worked::WorkedTree;
