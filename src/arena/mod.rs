// SPDX-License-Identifier: MIT OR Apache-2.0
//! Matches between engines.
mod record;
mod spectator;
mod tally;

pub use record::{GameRecord, MoveRecord};
pub use spectator::{Event, Spectator};
pub use tally::{Estimate, Tally};
