// SPDX-License-Identifier: MIT OR Apache-2.0
//! Matches between engines: the tournament manager, in the manner of cutechess-cli and fastchess.
//!
//! A [`Tournament`] takes its games from a [`GameSchedule`]. For each game the referee ([`play_game`]) asks
//! two [`Player`]s in turn for their moves; an [`EngineProcess`] is a player that runs a UCCI or UCI program,
//! and [`try_engines`] finds the ones that cannot play before the first game.
//! The [`LoggedGame`] of each game is appended to a [`GameLog`]. A [`MatchSummary`] computes the results from
//! the log: pentanomial counts of game pairs ([`Tally`]), Elo, normalised Elo and LOS ([`Estimate`]), and the
//! sequential probability ratio test ([`Sprt`]).

mod adjudication;
mod bans;
mod child;
mod elo;
mod game_log;
mod game_task;
pub mod html;
mod human;
mod likelihood;
mod limit;
mod log_check;
mod log_head;
mod log_target;
mod logged_game;
mod match_info;
mod merge;
mod monitor;
mod odds;
pub mod pgn;
mod player;
mod quoting;
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
mod trial;
mod wording;

pub use adjudication::{Adjudication, DrawAdjudication, ResignAdjudication};
pub use child::{EngineProcess, handles};
pub use elo::{Estimate, wilson_interval};
pub use game_log::{GameLog, LogError, LoggedGames};
pub use game_task::{GameTask, MatchConditions, NoGame};
pub use human::{Console, HumanPlayer};
pub use limit::{Clocks, ParseTimeControlError, SearchLimit, TimeControl};
pub use log_check::LogMismatch;
pub use log_head::{LogHead, LoggedEngine};
pub use logged_game::{LoggedGame, LoggedMove};
pub use match_info::MatchInfo;
pub use merge::{MergeError, merge};
pub use monitor::Monitor;
pub use odds::{Odds, OddsError, ParseOddsError};
pub use player::{
    Answer, Decision, EngineFault, FaultKind, IsCancelled, MoveEvaluation, Player, PlayerError, Turn,
};
pub use referee::play_game;
pub use schedule::{GameSchedule, ParseShardError, ScheduledGame, Shard, TournamentFormat};
pub use spec::{EngineSpec, SpecError};
pub use spectator::{MatchEvent, Remark, Spectator, Spectators, prompt};
pub use sprt::{EloModel, Hypothesis, ParseSprtError, Sprt};
pub use summary::{EngineSummary, FaultSummary, MatchScore, MatchSummary, SprtSummary, engines_of};
pub use tally::{RunningTally, Tally};
pub use tournament::{MatchError, Tournament};
pub use trial::{TrialStart, try_engines};
pub use wording::reason as reason_text;
