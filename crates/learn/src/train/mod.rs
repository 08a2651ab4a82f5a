// SPDX-License-Identifier: MIT OR Apache-2.0
//! The trainer of the NNUE network, on the CPU alone: supervised learning on positions of self-play games.
//!
//! [`TrainingData`] reads game files through the [data filter](super::dataset) and holds some games out for
//! validation; its positions are shuffled, on disk if necessary (`store`). [`Training`] is a run: each
//! batch is decoded into feature indices (`example`), run forward and backward through the network
//! (`model`, `trainer`), and the `parameters` are updated (`optimizer`). `quantize` turns them into the
//! integers of the engine's network.
//!
//! The target of a position blends two expected results: the result of the game, weighted with the WDL
//! lambda, and the result that the score of the search stands for. This descends from TD(λ) (Sutton 1988), in
//! which a prediction learns from a mixture of all later predictions and the outcome, and λ = 1 means the
//! outcome alone. Two members of that mixture are kept: the score, which is a prediction backed up from many
//! plies ahead (as in `KnightCap`'s `TDLeaf(λ)`), and the outcome. A small lambda follows the teacher and its
//! errors; a large one follows the truth, of which a single game says very little.
//!
//! Sources of the ideas: Yu Nasu's efficiently updatable neural networks (2018) and the practice of the
//! trainers of Stockfish and bullet.
//!
//! The trainer uses no tensor library. A position activates few features of the first layer, one per piece,
//! and dense matrices would spend most of the time multiplying zeros. What is left is adding rows of numbers:
//! plain loops, which the compiler vectorises (`simd`).
//!
//! The same files, [`DataConfig`] and [`TrainConfig`] lead to the same network bit by bit with the same
//! number of threads, even after an interruption, wherever the mathematical library gives the same numbers:
//! that of another system or on another processor may not. The memory limit of the configuration matters:
//! positions shuffled on disk have another order.

mod checkpoint;
mod config;
mod data;
mod example;
mod init;
mod model;
mod optimizer;
mod parameters;
mod quantize;
mod real;
mod simd;
mod store;
mod trainer;
mod training;

pub use checkpoint::{EpochStats, Losses, csv};
pub use config::{TrainConfig, TrainError};
pub use data::{DataConfig, TrainingData};
pub use quantize::{RoundingError, idle_neurons};
pub use store::BLOCK;
pub use training::Training;
