// SPDX-License-Identifier: MIT OR Apache-2.0
//! Openings: their names, and the lines that games begin with.
//!
//! [`Opening`] classifies games by ECCO, the Encyclopedia of Chinese Chess Openings; [`OpeningLine`] is a
//! position with moves to play from it, as read from the opening files of matches and data generation.

mod ecco;
mod line;

pub use ecco::{Opening, OpeningName};
pub use line::{OpeningLine, OpeningLinesError};
