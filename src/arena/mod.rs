// SPDX-License-Identifier: MIT OR Apache-2.0
//! Matches between engines.
//!
//! A [`Tournament`] takes its games from a [`Schedule`]; the referee ([`play_game`]) asks two [`Player`]s in turn, of which
//! a [`Child`] is one that talks to a program of its own; the [`GameRecord`] of each game goes into a [`GameLog`], and
//! what the records say is in a [`Summary`].
mod adjudication;
mod bans;
mod child;
mod elo;
pub mod html;
mod likelihood;
mod limit;
mod log;
mod merge;
mod monitor;
pub mod pgn;
mod player;
mod programme;
mod record;
mod referee;
#[cfg(test)]
mod samples;
mod schedule;
mod spec;
mod spectator;
mod sprt;
mod summary;
mod tally;
mod tournament;

pub use adjudication::{Adjudication, DrawRule, ResignRule};
pub use child::Child;
pub use elo::Estimate;
pub use limit::{Clocks, Limit, ParseTimeControlError, TimeControl};
pub use log::{GameLog, LogError, LoggedGames};
pub use merge::{MergeError, merge};
pub use monitor::Monitor;
pub use player::{Answer, Decision, Fault, FaultKind, IsCancelled, Player, Told, Trouble, Turn};
pub use programme::Programme;
pub use record::{GameRecord, MoveRecord};
pub use referee::{Conditions, GameTask, play_game};
pub use schedule::{Fixture, Format, ParseShardError, Schedule, Shard};
pub use spec::{EngineSpec, SpecError};
pub use spectator::{Event, Spectator, Spectators};
pub use sprt::{EloModel, Hypothesis, ParseSprtError, Sprt};
pub use summary::{EngineSummary, Score, SprtSummary, Summary, engines_of};
pub use tally::{RunningTally, Tally};
pub use tournament::{Disagreement, Tournament};

/// Where the traffic with engines and their faults are logged.
const LOG: &str = "chuhe::arena";
