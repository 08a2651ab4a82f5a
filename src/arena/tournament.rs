// SPDX-License-Identifier: MIT OR Apache-2.0
//! A whole match: threads that take pair after pair from the schedule and play both games of it, one after the other.
//!
//! Each thread has engines of its own, which go on from game to game as long as the same two meet. A game that has
//! ended goes into the log before anything else is done with it. Games that are under way when the match is over,
//! because the test has been decided or the match was called off, are dropped: a test of which the result
//! could change after its end would be none.

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
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use thiserror::Error;

/// All that fixes a match.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The engines. No two have the same [label](EngineSpec::label).
    pub engines: Vec<EngineSpec>,
    /// Where the games begin.
    pub openings: Vec<OpeningLine>,
    /// Who plays whom from where; made for so many engines and openings.
    pub schedule: GameSchedule,
    /// The part of the schedule to play.
    pub shard: Shard,
    /// What the games are played by.
    pub conditions: MatchConditions,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The test of the first engine's results that may end the match early.
    pub sprt: Option<Sprt>,
}

/// A game of the log is not the one that the schedule has under its number.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LogMismatch {
    /// There is no such number.
    #[error("game {game} is not in the schedule of {games} games")]
    Unplanned {
        /// The game's number.
        game: usize,
        /// How many games there are.
        games: usize,
    },
    /// It is another game.
    #[error("game {game}: {what} is '{logged}' in the log and '{planned}' in this match")]
    Differs {
        /// The game's number.
        game: usize,
        /// What differs.
        what: &'static str,
        /// How it is in the log.
        logged: String,
        /// How it is in the schedule.
        planned: String,
    },
}

impl Tournament {
    /// Is the game one of this match, as far as its beginning tells?
    ///
    /// # Errors
    /// What differs.
    pub fn check(&self, record: &LoggedGame) -> Result<(), LogMismatch> {
        let game = record.game;
        let agree = |what, logged: &str, planned: &str| {
            let differs = || {
                let (logged, planned) = (logged.to_owned(), planned.to_owned());
                LogMismatch::Differs { game, what, logged, planned }
            };
            if logged == planned { Ok(()) } else { Err(differs()) }
        };
        let Some(fixture) = self.schedule.game(game) else {
            return Err(LogMismatch::Unplanned { game, games: self.schedule.games() });
        };
        let [red, black] = fixture.engines.map(|engine| self.engines[engine].label());
        let opening = &self.openings[fixture.opening];
        agree("Red", &record.red, &red)?;
        agree("Black", &record.black, &black)?;
        agree("the start", &record.fen, &opening.start.to_fen())?;
        let moves: Vec<String> = opening.moves.iter().map(Move::to_string).collect();
        // An opening in which the game ends is recorded as far as it was played.
        if !record.moves.is_empty() || !moves.starts_with(&record.opening) {
            agree("the opening", &record.opening.join(" "), &moves.join(" "))?;
        }
        agree("the limit", &record.limit, &self.conditions.limit.to_string())?;
        agree("the rule set", &record.rules, &self.conditions.rules.to_string())
    }

    /// How many games of this part of the match are among the records.
    pub fn done(&self, records: &[LoggedGame]) -> usize {
        let is_here =
            |game: &usize| self.schedule.game(*game).is_some_and(|fixture| self.shard.has(fixture.pair));
        numbers(records).into_iter().filter(is_here).count()
    }

    /// How many games there are to play in this part of the match.
    pub fn games(&self) -> usize {
        let (pairs, games) = (self.schedule.pairs(), self.schedule.games());
        // The pairs of two games come first: as many as there are more games than pairs.
        self.shard.share(pairs) + self.shard.share(games - pairs)
    }

    /// Plays all games that are not among the ones `played`, and gives back both, ordered by number. The log gets each game
    /// at once, then the spectator is told.
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
        let hall = Hall {
            tournament: self,
            done: numbers(&played),
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(self.is_decided(&played)),
            books: Mutex::new(Books { tally: self.tally(&played), records: played, log, error: None }),
            spectator,
            is_cancelled,
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(to_do) {
                scope.spawn(|| hall.work());
            }
        });
        let Books { mut records, error, .. } =
            hall.books.into_inner().unwrap_or_else(PoisonError::into_inner);
        records.sort_by_key(|record| record.game);
        error.map_or(Ok(records), Err)
    }

    /// Do the results suffice to end the match?
    pub fn is_decided(&self, records: &[LoggedGame]) -> bool {
        self.is_decided_by(&self.tally(records).tally())
    }

    fn is_decided_by(&self, tally: &Tally) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decision(tally).is_some())
    }

    /// The results of the first engine, against whom ever.
    fn tally(&self, records: &[LoggedGame]) -> RunningTally {
        RunningTally::of(records, &self.engines[0].label(), None)
    }
}

/// The numbers of the games.
fn numbers(records: &[LoggedGame]) -> HashSet<usize> {
    records.iter().map(|record| record.game).collect()
}

/// The engines at work for one of the threads, by their index.
type Seats = HashMap<usize, EngineProcess>;

/// Where the threads of a match meet.
struct Hall<'a> {
    tournament: &'a Tournament,
    /// The numbers of the games played before.
    done: HashSet<usize>,
    /// The number of the next pair.
    next: AtomicUsize,
    /// Is there nothing left to play for?
    is_over: AtomicBool,
    books: Mutex<Books>,
    spectator: &'a dyn Spectator,
    is_cancelled: IsCancelled<'a>,
}

/// What was played, and where it is written down.
struct Books {
    records: Vec<LoggedGame>,
    /// The first engine's results.
    tally: RunningTally,
    log: Option<GameLog>,
    error: Option<io::Error>,
}

impl Hall<'_> {
    /// Plays pairs until there are none left.
    fn work(&self) {
        let Tournament { schedule, shard, .. } = self.tournament;
        let is_over = || self.is_over.load(Ordering::Relaxed) || (self.is_cancelled)();
        let mut seats = Seats::new();
        loop {
            let pair = self.next.fetch_add(1, Ordering::Relaxed);
            if pair >= schedule.pairs() {
                return;
            }
            let games = schedule.pair(pair).filter(|game| shard.has(pair) && !self.done.contains(&game.game));
            for fixture in games {
                if is_over() {
                    return;
                }
                let Some(record) = self.play(&fixture, &mut seats, &is_over) else { return };
                self.enter(&record);
            }
        }
    }

    /// Plays a game, with the engines that sit there already as far as they are the right ones.
    fn play(
        &self,
        fixture: &ScheduledGame,
        seats: &mut Seats,
        is_over: IsCancelled<'_>,
    ) -> Option<LoggedGame> {
        let Tournament { engines, openings, conditions, .. } = self.tournament;
        seats.retain(|engine, _| fixture.engines.contains(engine));
        for engine in fixture.engines {
            seats
                .entry(engine)
                .or_insert_with(|| EngineProcess::new(&engines[engine], engines[engine].label()));
        }
        let seated = seats.get_disjoint_mut(fixture.engines.each_ref());
        let players = seated.map(|child| child.expect("both were seated") as &mut dyn Player);
        let opening = &openings[fixture.opening];
        let task = GameTask {
            game: fixture.game,
            pair: fixture.pair,
            start: &opening.start,
            opening: &opening.moves,
            opening_name: opening.name.as_deref(),
        };
        play_game(&task, players, conditions, self.spectator, is_over)
    }

    /// Writes a game down. One that ends after the match is over is dropped.
    fn enter(&self, record: &LoggedGame) {
        let mut books = self.books();
        if self.is_over.load(Ordering::Relaxed) {
            return;
        }
        if let Some(Err(error)) = books.log.as_mut().map(|log| log.append(record)) {
            books.error = Some(error);
            self.is_over.store(true, Ordering::Relaxed);
            return;
        }
        books.records.push(record.clone());
        books.tally.add(record);
        if self.tournament.is_decided_by(&books.tally.tally()) {
            self.is_over.store(true, Ordering::Relaxed);
        }
        drop(books);
        self.spectator.on_event(&MatchEvent::Ended { record });
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
