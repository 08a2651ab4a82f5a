// SPDX-License-Identifier: MIT OR Apache-2.0
//! The errors of a training run.

use crate::eval::network::arch::{HIDDEN_STEP, MAX_HIDDEN};
use crate::learn::games::GameFileError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The reason why a training run cannot begin or continue.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainError {
    /// A game file cannot be used.
    #[error(transparent)]
    Games(#[from] GameFileError),
    /// A temporary file, which holds the positions that exceed the memory limit, cannot be written or read.
    #[error("temporary file in {}: {reason}", directory.display())]
    Scratch {
        /// The directory of the file.
        directory: PathBuf,
        /// The cause.
        reason: io::Error,
    },
    /// The data filter selects no position, or all of them are held out.
    #[error("no positions to train on")]
    NoData,
    /// Invalid hidden size.
    #[error("hidden size {0}: not a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}")]
    Hidden(usize),
    /// The initial network has more neurons.
    #[error("hidden size {hidden}: smaller than that of the initial network, {initial}")]
    Shrunk {
        /// The hidden size of the run.
        hidden: usize,
        /// The hidden size of the initial network.
        initial: usize,
    },
    /// The checkpoint is something else, or truncated, or damaged.
    #[error("not a checkpoint, or an incomplete or damaged one")]
    InvalidCheckpoint,
    /// The checkpoint was made with another configuration, or with other positions or another order of them.
    #[error("the checkpoint of another run: its configuration or its positions differ")]
    OtherRun,
}
