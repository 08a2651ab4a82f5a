// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning from games that the engine plays against itself.
//!
//! [`generate`] plays the games, on any number of threads: [`opening`](self) finds varied beginnings, `selfplay` plays from
//! there, `adjudicate` ends what is decided. [`GameWriter`] appends each game to a file as a [`GameRecord`] of about four bytes a
//! position, with everything that was searched. [`dataset`] reads the files again and picks the positions that are worth
//! learning from; [`texel`] fits the hand-made evaluation to them, [`train`] makes a network.
//!
//! [`spsa`] learns otherwise: it tunes the numbers of the search by the results of matches.

mod adjudicate;
pub mod chances;
pub mod dataset;
mod file;
mod generate;
mod opening;
mod packed;
mod record;
mod scale;
mod seeded;
mod selfplay;
pub mod spsa;
mod symmetric;
pub mod texel;
pub mod train;

pub use file::{FileError, GameReader, GameWriter};
pub use generate::generate;
pub use packed::PackedPosition;
pub use record::{Ending, GameRecord, ScoredMove};
pub use selfplay::Recipe;
