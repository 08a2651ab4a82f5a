// SPDX-License-Identifier: MIT OR Apache-2.0
//! A whole match. Worker threads take pair after pair from the scheduler and play both games of each, one
//! after the other.
//!
//! Each worker has its own engine processes, which keep running while the same engines meet. A game that has
//! ended is written to the log before anything else is done with it. Games in progress when the match ends,
//! because the SPRT is decided or the match was cancelled, are dropped: results that arrive later must not
//! change a finished test.

use super::child::EngineProcess;
use super::game_log::GameLog;
use super::logged_game::LoggedGame;
use super::player::{IsCancelled, Player};
use super::referee::{GameTask, MatchConditions, play_game};
use super::schedule::{GameSchedule, ScheduledGame, Shard};
use super::spec::EngineSpec;
use super::spectator::{MatchEvent, Spectator};
use super::sprt::Sprt;
use super::tally::{RunningTally, Tally};
use crate::openings::OpeningLine;
use crate::types::Move;
use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use thiserror::Error;

/// The definition of a match.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The engines. No two have the same [label](EngineSpec::label).
    pub engines: Vec<EngineSpec>,
    /// The openings.
    pub openings: Vec<OpeningLine>,
    /// The schedule, made for the numbers of these engines and openings.
    pub schedule: GameSchedule,
    /// The part of the schedule to play.
    pub shard: Shard,
    /// Limits, rules and adjudication.
    pub conditions: MatchConditions,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// The SPRT of the first engine's results that may end the match early.
    pub sprt: Option<Sprt>,
}

/// A game in the log differs from the scheduled game with its number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LogMismatch {
    /// The schedule has no game with this number.
    #[error("game {game} is not in the schedule of {games} games")]
    NotScheduled {
        /// The game's number.
        game: usize,
        /// The number of scheduled games.
        games: usize,
    },
    /// The games differ.
    #[error("game {game}: {what} is '{logged}' in the log and '{planned}' in this match")]
    Differs {
        /// The game's number.
        game: usize,
        /// The property that differs.
        what: &'static str,
        /// Its value in the log.
        logged: String,
        /// Its value in the schedule.
        planned: String,
    },
}

impl Tournament {
    /// Checks that a logged game belongs to this match, by its number, engines, opening, limit and rules.
    ///
    /// # Errors
    /// [`LogMismatch`] with the property that differs.
    pub fn check(&self, record: &LoggedGame) -> Result<(), LogMismatch> {
        let game = record.game;
        let agree = |what, logged: &str, planned: &str| {
            let differs = || {
                let (logged, planned) = (logged.to_owned(), planned.to_owned());
                LogMismatch::Differs { game, what, logged, planned }
            };
            if logged == planned { Ok(()) } else { Err(differs()) }
        };
        let Some(scheduled) = self.schedule.game(game) else {
            return Err(LogMismatch::NotScheduled { game, games: self.schedule.games() });
        };
        let [red, black] = scheduled.engines.map(|engine| self.engines[engine].label());
        let opening = &self.openings[scheduled.opening];
        agree("Red", &record.red, &red)?;
        agree("Black", &record.black, &black)?;
        agree("the start", &record.fen, &opening.start.to_fen())?;
        let moves: Vec<String> = opening.moves.iter().map(Move::to_string).collect();
        // An opening in which the game ends is logged as far as it was played.
        if !record.moves.is_empty() || !moves.starts_with(&record.opening) {
            agree("the opening", &record.opening.join(" "), &moves.join(" "))?;
        }
        agree("the limit", &record.limit, &self.conditions.limit.to_string())?;
        agree("the rule set", &record.rules, &self.conditions.rules.to_string())
    }

    /// Returns the number of games of this shard that are among the records.
    pub fn done(&self, records: &[LoggedGame]) -> usize {
        let is_in_shard =
            |game: &usize| self.schedule.game(*game).is_some_and(|game| self.shard.contains(game.pair));
        game_numbers(records).into_iter().filter(is_in_shard).count()
    }

    /// Returns the number of games in this shard.
    pub fn games(&self) -> usize {
        let (pairs, games) = (self.schedule.pairs(), self.schedule.games());
        // Complete pairs come first; there are as many of them as there are more games than pairs.
        self.shard.count(pairs) + self.shard.count(games - pairs)
    }

    /// Plays all games of this shard that are not in `played`, and returns both, ordered by number. Each game
    /// is appended to the log when it ends; then the spectator is called.
    ///
    /// # Errors
    /// The log cannot be written; the match ends there.
    pub fn run(
        &self,
        played: Vec<LoggedGame>,
        log: Option<GameLog>,
        spectator: &dyn Spectator,
        is_cancelled: IsCancelled<'_>,
    ) -> io::Result<Vec<LoggedGame>> {
        let to_do = self.games().saturating_sub(self.done(&played));
        let scheduler = Scheduler {
            tournament: self,
            done: game_numbers(&played),
            next_pair: AtomicUsize::new(0),
            is_over: AtomicBool::new(self.is_decided(&played)),
            results: Mutex::new(Results { tally: self.tally(&played), records: played, log, error: None }),
            spectator,
            is_cancelled,
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(to_do) {
                scope.spawn(|| Worker { scheduler: &scheduler, engines: HashMap::new() }.run());
            }
        });
        let Results { mut records, error, .. } =
            scheduler.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        records.sort_by_key(|record| record.game);
        error.map_or(Ok(records), Err)
    }

    /// Returns true if the SPRT ends the match with these results.
    pub fn is_decided(&self, records: &[LoggedGame]) -> bool {
        self.is_decided_by(&self.tally(records).tally())
    }

    fn is_decided_by(&self, tally: &Tally) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decision(tally).is_some())
    }

    /// The results of the first engine against all others.
    fn tally(&self, records: &[LoggedGame]) -> RunningTally {
        RunningTally::of(records, &self.engines[0].label(), None)
    }
}

fn game_numbers(records: &[LoggedGame]) -> HashSet<usize> {
    records.iter().map(|record| record.game).collect()
}

/// The state shared by the workers: the next pair to play, and the results.
struct Scheduler<'a> {
    tournament: &'a Tournament,
    /// The numbers of the games played before.
    done: HashSet<usize>,
    /// The number of the next pair.
    next_pair: AtomicUsize,
    /// The SPRT is decided, or the log cannot be written.
    is_over: AtomicBool,
    results: Mutex<Results>,
    spectator: &'a dyn Spectator,
    is_cancelled: IsCancelled<'a>,
}

/// The games that have ended, and the log that they are written to.
struct Results {
    records: Vec<LoggedGame>,
    /// The first engine's results.
    tally: RunningTally,
    log: Option<GameLog>,
    error: Option<io::Error>,
}

impl Scheduler<'_> {
    /// Returns the number of the next pair, until all are taken.
    fn take_pair(&self) -> Option<usize> {
        let pair = self.next_pair.fetch_add(1, Ordering::Relaxed);
        Some(pair).filter(|&pair| pair < self.tournament.schedule.pairs())
    }

    /// Returns true if no more games are to be played.
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || (self.is_cancelled)()
    }

    /// Logs and counts a game. A game that ends after the match is over is dropped.
    fn add(&self, record: &LoggedGame) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_over.load(Ordering::Relaxed) {
            return;
        }
        if let Some(Err(error)) = results.log.as_mut().map(|log| log.append(record)) {
            results.error = Some(error);
            self.is_over.store(true, Ordering::Relaxed);
            return;
        }
        results.records.push(record.clone());
        results.tally.add(record);
        if self.tournament.is_decided_by(&results.tally.tally()) {
            self.is_over.store(true, Ordering::Relaxed);
        }
        drop(results);
        self.spectator.on_event(&MatchEvent::Ended { record });
    }
}

/// A thread that plays games, with its engine processes.
struct Worker<'a> {
    scheduler: &'a Scheduler<'a>,
    /// The running engines, by their index.
    engines: HashMap<usize, EngineProcess>,
}

impl Worker<'_> {
    /// Plays pairs until none are left.
    fn run(mut self) {
        let scheduler = self.scheduler;
        let Tournament { schedule, shard, .. } = scheduler.tournament;
        while let Some(pair) = scheduler.take_pair() {
            let is_to_do =
                |game: &ScheduledGame| shard.contains(pair) && !scheduler.done.contains(&game.game);
            for game in schedule.pair(pair).filter(is_to_do) {
                if scheduler.is_over() {
                    return;
                }
                let Some(record) = self.play(&game) else { return };
                scheduler.add(&record);
            }
        }
    }

    /// Plays a game; `None` if it was cancelled.
    fn play(&mut self, game: &ScheduledGame) -> Option<LoggedGame> {
        let scheduler = self.scheduler;
        let Tournament { engines: specs, openings, conditions, .. } = scheduler.tournament;
        self.engines.retain(|engine, _| game.engines.contains(engine));
        for engine in game.engines {
            let start = || EngineProcess::new(&specs[engine], specs[engine].label());
            self.engines.entry(engine).or_insert_with(start);
        }
        let engines = self.engines.get_disjoint_mut(game.engines.each_ref());
        let players = engines.map(|engine| engine.expect("both were inserted") as &mut dyn Player);
        let task = GameTask::new(game, openings);
        play_game(&task, players, conditions, scheduler.spectator, &|| scheduler.is_over())
    }
}
