// SPDX-License-Identifier: MIT OR Apache-2.0
//! Matches between Xiangqi (Chinese chess) engines, in the manner of cutechess-cli and fastchess: UCCI and
//! UCI programs play pairs of games from the same opening, a referee keeps the rules and the clocks, and the
//! results are tested with a pentanomial SPRT. `chuhe match` is this crate on the command line.
//!
//! # A match
//!
//! ```no_run
//! use chuhe_arena::{EngineSpec, MatchConditions, MatchSummary, SearchLimit, Spectators, Tournament};
//! use std::time::Duration;
//! use xiangqi::openings::OpeningLine;
//!
//! let new: EngineSpec = "cmd=./new,name=new,option.hashsize=16".parse()?;
//! let old: EngineSpec = "cmd=./old,name=old,option.hashsize=16".parse()?;
//! let openings = OpeningLine::read_all(&std::fs::read_to_string("openings.epd")?)?;
//! let limit = SearchLimit::Clock("8+0.08".parse()?);
//! let conditions = MatchConditions::new(limit, Duration::from_millis(100));
//!
//! let tournament = Tournament::new(vec![new, old], openings, 100, conditions)?;
//! let (games, error) = tournament.run(Vec::new(), None, &Spectators(Vec::new()), &|| false);
//! println!("{}", MatchSummary::new(&games, &["new".to_owned(), "old".to_owned()], None));
//! error.map_or(Ok(()), Err)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The arguments of [`run`](Tournament::run) are the games played before, a [`GameLog`], an observer, and a
//! function that cancels the match.
//!
//! A single game is [`play_game`], which asks two [`Player`]s in turn for their moves. An [`EngineProcess`] is a
//! player that runs a program, a [`HumanPlayer`] a person at the terminal; other players implement the trait.
//!
//! # From a schedule to a result
//!
//! A [`Tournament`] takes its games from a [`GameSchedule`]; [`try_engines`] finds the engines that cannot
//! play before the first one. The [`LoggedGame`] of each game is appended to the [`GameLog`]. A
//! [`MatchSummary`] computes the results from the log: pentanomial counts of game pairs ([`Tally`]), Elo,
//! normalised Elo and LOS ([`Estimate`]), and the sequential probability ratio test ([`Sprt`]). [`pgn`] and
//! [`html_report`] write the games for people, a [`Monitor`] shows them on a terminal.

#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "a name that says it all has no comment, and the errors are sentences"
)]

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
pub use engine_spec::{EngineDefaults, EngineSpec};
pub use game::{GameTask, MatchConditions, NoGame, play_game};
pub use game_log::{GameLog, LogError, LoggedGames, merge};
pub use human::{Console, HumanPlayer};
pub use log_records::{LogHead, LoggedEngine, LoggedGame, LoggedMove};
pub use monitor::Monitor;
pub use player::{
    Answer, Decision, EngineFault, FaultKind, IsCancelled, MoveEvaluation, Player, PlayerError, Turn,
};
pub use schedule::{GameSchedule, ScheduledGame, Shard, TournamentFormat, shuffled};
pub use spectator::{MatchEvent, MatchInfo, Remark, Spectator, Spectators, prompt};
pub use sprt::{EloModel, Hypothesis, Sprt};
pub use summary::{EngineSummary, FaultSummary, MatchScore, MatchSummary, SprtSummary, TimeGap, engines_of};
pub use tally::{RunningTally, Tally};
pub use time_control::{Clocks, Odds, SearchLimit, TimeControl};
pub use tournament::{MatchError, Tournament};
pub use translation::reason as reason_text;
