// SPDX-License-Identifier: MIT OR Apache-2.0
//! The laboratory: the algorithms of the founding papers, as plain as in the papers, on the papers' games.
//!
//! The papers are Yue and Feng's overview of game-tree search (2009), Moreland's lectures, Bai's report on a
//! program for reversi (2007), and a course report on gomoku (2019). The algorithms stand here by themselves,
//! to be read, run and compared; they share no code with the engine's search and serve as its oracle.
#![doc = include_str!("pages/overview.md")]

mod algorithm;
pub mod algorithms;
pub mod classes;
pub mod commands;
mod game;
pub mod games;
mod history;
mod ladder;
mod measure;
pub mod small;
pub mod td;
pub mod td_leaf;
pub mod textbook;
pub mod tournament;
mod transpositions;
pub mod tree_size;
pub mod watch;
pub mod worked;

pub use algorithm::{Algorithm, Found, NodeTally};
pub use algorithms::MemorySettings;
pub use game::{ChessGame, DiscGame, Game, INFINITE, Key, Neighbours, WON, is_won_or_lost};
pub use history::{HistoryLists, Rise, StepHistory};
pub use ladder::{BoxedAlgorithm, Chess, DiscTables, General, Ladder, Rung, Subject};
pub use measure::{Measurement, effective_branching_factor, sample_positions};
pub use transpositions::{PositionTable, Scheme, SchemeTable};
pub use watch::Watched;
pub use worked::WorkedTree;
