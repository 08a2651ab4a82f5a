// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning: self-play games, the trainer of the network, and the tuners.
//!
//! # From a self-play game to the evaluation
//!
//! Each step calls the next one down, or passes its file on:
//!
//! 1. [`generate`] plays the games of a [`DatagenConfig`]: random start, search of every move, adjudication
//!    by score (`datagen`). The result is a [`SelfPlayGame`].
//! 2. [`GameWriter::append`] encodes the game into a **game file**, about four bytes per position (`games`).
//! 3. [`GameReader`] reads the game file; [`TrainingData::read`](train::TrainingData::read) and
//!    [`samples`](dataset::samples) pass each game to the data filter.
//! 4. [`SampleSelector::select`](data_filter::SampleSelector::select) applies the **data filter**
//!    ([`DataFilter`](data_filter::DataFilter)): it leaves out captures, checks, opening plies, large scores,
//!    high rule60 counts and duplicates. Each selected position is a [`Sample`](data_filter::Sample) with the
//!    score of the search and the result of the game.
//! 5. [`TrainingData`](train::TrainingData) packs samples into training examples and shuffles them;
//!    [`Training::epoch`](train::Training::epoch) runs each batch forward and backward and takes an `AdamW`
//!    step.
//! 6. [`Training::network`](train::Training::network) quantises the parameters to
//!    [`NetworkWeights`](crate::eval::network::NetworkWeights), whose
//!    [`to_bytes`](crate::eval::network::NetworkWeights::to_bytes) is the **network file**.
//! 7. [`Network::from_bytes`](crate::eval::Network::from_bytes) loads it, and the
//!    [`Evaluator`](crate::eval::Evaluator) evaluates positions with it.
//!
//! # Other uses of the games
//!
//! [`texel`] fits the weights of the hand-crafted evaluation (HCE) and [`wdl`] the win, draw and loss
//! probabilities to the same samples. [`spsa`] does not use game files: it tunes the parameters of the search
//! by the results of matches.
//!
//! Two studies belong to the laboratory: [`td_leaf`] learns an evaluation from nothing, and [`zugzwang`]
//! samples self-play games for positions in which the null move is wrong.

pub mod data_filter;
mod datagen;
pub mod dataset;
mod games;
mod scale;
mod seeded;
pub mod spsa;
mod symmetric_matrix;
pub mod td_leaf;
pub mod texel;
pub mod train;
pub mod wdl;
pub mod zugzwang;

pub use datagen::{DatagenConfig, StartKind, generate};
pub use games::{
    GameFileError, GameReader, GameWriter, PackedPosition, ScoredMove, SelfPlayGame, SelfPlayTermination,
};
