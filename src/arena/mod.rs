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
mod elo;
mod engine;
mod engine_spec;
mod game;
mod game_log;
pub mod html_report;
mod human;
mod log_records;
mod monitor;
pub mod pgn;
mod player;
mod schedule;
mod spectator;
mod sprt;
mod summary;
mod summary_text;
mod tally;
mod time_control;
mod tournament;
mod translation;

pub use adjudication::{Adjudication, DrawAdjudication, ResignAdjudication};
pub use elo::{Estimate, wilson_interval};
pub use engine::{EngineProcess, KnownOptions, TrialStart, handles_needed, raise_handle_limit, try_engines};
pub use engine_spec::{EngineSpec, SpecError};
pub use game::{GameTask, MatchConditions, NoGame, play_game};
pub use game_log::{GameLog, LogError, LoggedGames, MergeError, merge};
pub use human::{Console, HumanPlayer};
pub use log_records::{LogHead, LoggedEngine, LoggedGame, LoggedMove};
pub use monitor::Monitor;
pub use player::{
    Answer, Decision, EngineFault, FaultKind, IsCancelled, MoveEvaluation, Player, PlayerError, Turn,
};
pub use schedule::{GameSchedule, ParseShardError, ScheduledGame, Shard, TournamentFormat};
pub use spectator::{MatchEvent, MatchInfo, Remark, Spectator, Spectators, prompt};
pub use sprt::{EloModel, Hypothesis, ParseSprtError, Sprt};
pub use summary::{EngineSummary, FaultSummary, MatchScore, MatchSummary, SprtSummary, engines_of};
pub use tally::{RunningTally, Tally};
pub use time_control::{
    Clocks, Odds, OddsError, ParseOddsError, ParseTimeControlError, SearchLimit, TimeControl,
};
pub use tournament::{LogMismatch, MatchError, Tournament};
pub use translation::reason as reason_text;
