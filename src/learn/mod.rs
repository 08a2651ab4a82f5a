// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning from games that the engine plays against itself.
//!
//! [`generate`] plays the games, on any number of threads: [`opening`](self) finds varied beginnings, `selfplay` plays from
//! there, `adjudicate` ends what is decided. [`GameWriter`] appends each game to a file as a [`GameRecord`] of about four bytes a
//! position, with everything that was searched. [`dataset`] reads the files again and picks the positions that are worth
//! learning from; [`texel`] fits the hand-made evaluation to them, [`train`] makes a network.
//!
//! [`spsa`] learns otherwise: it tunes the numbers of the search by the results of matches.

pub mod data_filter;
mod datagen;
pub mod dataset;
mod games;
mod scale;
mod seeded;
pub mod spsa;
mod symmetric_matrix;
pub mod texel;
pub mod train;
pub mod wdl;

pub use datagen::{DatagenConfig, generate};
pub use games::{
    GameFileError, GameReader, GameWriter, PackedPosition, ScoredMove, SelfPlayGame, SelfPlayTermination,
};
