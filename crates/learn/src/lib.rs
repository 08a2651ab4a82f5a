// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning: self-play games, the trainer of the network, and the tuners.
//!
//! [`generate`] plays games of the engine against itself and [`GameWriter`] appends them to a **game
//! file**. [`dataset`] reads the files and applies the **data filter**; [`train`] trains a network on the
//! positions and writes a **network file**. `docs/architecture.md` has the walk through these steps.
//!
//! [`wdl`] fits the win, draw and loss probabilities to the same samples. [`spsa`] does not use game files:
//! it tunes the parameters of the search by the results of matches. [`zugzwang`] samples self-play games for
//! positions in which the null move is wrong.

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "shared by the tools alone; the names say it, and the errors are sentences"
)]

mod datagen;
pub mod dataset;
mod games;
pub mod spsa;
pub mod train;
pub mod wdl;
pub mod zugzwang;

pub use datagen::{DatagenConfig, StartKind, generate};
pub use games::{
    GameFileError, GameReader, GameWriter, PackedPosition, ScoredMove, SelfPlayGame, SelfPlayTermination,
};
