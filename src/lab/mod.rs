// SPDX-License-Identifier: MIT OR Apache-2.0
//! The laboratory: the algorithms of the founding papers, as plain as the papers have them, on the papers' games.

pub mod algorithms;
mod game;
pub mod games;
mod history;
mod ladder;
mod measure;
mod memory;
mod positions;
mod table;
mod tally;
pub mod td;
pub mod tournament;

pub use algorithms::{Algorithm, Found};
pub use game::{ChessGame, Game, INFINITE, Key, WON, is_won_or_lost};
pub use history::{History, Rise};
pub use ladder::{BoxedAlgorithm, Rung, Subject};
pub use measure::{Measurement, effective_branching_factor};
pub use memory::MemorySettings;
pub use positions::sample_positions;
pub use table::{Scheme, Table};
pub use tally::Tally;
