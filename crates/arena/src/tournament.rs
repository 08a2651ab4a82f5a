// SPDX-License-Identifier: MIT OR Apache-2.0
//! A whole match. Worker threads take pair after pair from the scheduler and play both games of each, one
//! after the other.
//!
//! Each worker has its own engine processes, which keep running while the same engines meet. A game that has
//! ended is written to the log before anything else is done with it. Games in progress when the match ends,
//! because the SPRT is decided or the match was cancelled, are dropped: results that arrive later must not
//! change a finished test.
//!
//! A game whose engine cannot be started is tried once more and then left out: it has no result. An engine
//! that cannot be started in three games running ends the match, and so does a lack of resources of this
//! program.

use crate::engine::EngineProcess;
use crate::engine_spec::EngineSpec;
use crate::game::{GameTask, MatchConditions, NoGame, play_game};
use crate::game_log::GameLog;
use crate::human::{Console, HumanPlayer};
use crate::log_records::{LogHead, LoggedGame};
use crate::player::{EngineFault, IsCancelled, Player};
use crate::schedule::{GameSchedule, ScheduledGame, Shard, TournamentFormat, shuffled};
use crate::spectator::{MatchEvent, Spectator};
use crate::sprt::Sprt;
use crate::tally::{RunningTally, Tally};
use crate::time_control::SearchLimit;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use thiserror::Error;
use xiangqi::openings::OpeningLine;
use xiangqi::types::{Bilingual, Language, Move, bilingual, bilingual_errors, text};

/// The number of consecutive failed starts of an engine that ends the match.
const MAX_FAILED_STARTS: u32 = 3;
/// The reason why the results can be locked.
const NO_PANIC: &str = "no worker panics while it holds the results";

#[derive(Clone, Debug)]
pub struct Tournament {
    /// The engines. No two have the same [label](EngineSpec::label).
    pub engines: Vec<EngineSpec>,
    /// The limit on the search of each engine.
    pub limits: Vec<SearchLimit>,
    pub openings: Vec<OpeningLine>,
    /// The schedule, made for the numbers of these engines and openings.
    pub schedule: GameSchedule,
    /// The part of the schedule to play.
    pub shard: Shard,
    pub conditions: MatchConditions,
    pub concurrency: usize,
    /// The SPRT of the first engine's results that may end the match early.
    pub sprt: Option<Sprt>,
}

/// The reason why a match ended before its last game.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum MatchError {
    Log(Bilingual),
    /// An engine does not start any more.
    NotStarted {
        engine: String,
        fault: EngineFault,
    },
    Left,
    /// This program lacks file handles, processes or memory.
    Exhausted(Bilingual),
}

bilingual_errors!(MatchError);

impl MatchError {
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Log(error) => error.text(language).to_owned(),
            Self::NotStarted { engine, fault } => text!(
                language,
                "{engine} failed to start in three games running: {fault}; these games have no result",
                "{engine} 连续三局无法启动：{fault}；这几局没有结果",
                fault = fault.text(language)
            ),
            Self::Left => language
                .pick(
                    "a person has left: standard input has ended; the game is not counted",
                    "棋手已离开：标准输入已结束；未下完的一局不计",
                )
                .to_owned(),
            Self::Exhausted(what) => text!(
                language,
                "no resources for another engine: {what}; lower --concurrency",
                "没有资源再启动引擎：{what}；请减少同时进行的对局数",
                what = what.text(language)
            ),
        }
    }
}

impl Tournament {
    /// Creates a match of the first engine against each of the others, with this number of games per pairing,
    /// played one at a time. There are at least two engines and one opening.
    pub fn new(
        engines: Vec<EngineSpec>,
        openings: Vec<OpeningLine>,
        games: usize,
        conditions: MatchConditions,
    ) -> Result<Self, Bilingual> {
        let limits: Result<_, _> = engines.iter().map(|engine| engine.limit_in(conditions.limit)).collect();
        Ok(Self {
            limits: limits?,
            schedule: GameSchedule::new(
                TournamentFormat::Gauntlet,
                engines.len(),
                games,
                shuffled(openings.len(), 0),
            ),
            engines,
            openings,
            shard: Shard::WHOLE,
            conditions,
            concurrency: 1,
            sprt: None,
        })
    }

    pub fn has_people(&self) -> bool {
        self.engines.iter().any(EngineSpec::is_human)
    }

    /// Returns the limits of Red and Black in a game, if one of them has a limit of its own.
    fn own_limits(&self, game: &ScheduledGame) -> Option<[SearchLimit; 2]> {
        let limits = game.engines.map(|engine| self.limits[engine]);
        limits.iter().any(|&limit| limit != self.conditions.limit).then_some(limits)
    }

    pub fn log_head(&self) -> LogHead {
        let engines = self.engines.iter().zip(self.limits.iter().copied());
        let openings = self.schedule.openings().iter().map(|&index| &self.openings[index]);
        LogHead::new(engines, &self.conditions, openings)
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
        // The complete pairs come first: their number is that of the second games.
        self.shard.count(pairs) + self.shard.count(games - pairs)
    }

    /// Plays all games of this shard that are not in `played`. Returns both, ordered by number, and the error
    /// that has ended the match, if any. Each game is appended to the log when it ends; then the spectator is
    /// called.
    pub fn run(
        &self,
        played: Vec<LoggedGame>,
        log: Option<GameLog>,
        spectator: &dyn Spectator,
        is_cancelled: IsCancelled<'_>,
    ) -> (Vec<LoggedGame>, Option<MatchError>) {
        let to_do = self.games().saturating_sub(self.done(&played));
        let console = match self.has_people().then(Console::start).transpose() {
            Ok(console) => console,
            Err(error) => return (played, Some(MatchError::Exhausted(error.into()))),
        };
        let scheduler = Scheduler {
            tournament: self,
            done: game_numbers(&played),
            next_pair: AtomicUsize::new(0),
            is_over: AtomicBool::new(self.is_decided(&played)),
            results: Mutex::new(Results {
                tally: self.tally(&played),
                records: played,
                log,
                failed_starts: HashMap::new(),
                error: None,
            }),
            spectator,
            is_cancelled,
            console,
        };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(to_do) {
                let work = || Worker { scheduler: &scheduler, engines: HashMap::new() }.run();
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                    scheduler.end(MatchError::Exhausted(error.into()));
                }
            }
        });
        let Results { mut records, error, .. } = scheduler.results.into_inner().expect(NO_PANIC);
        records.sort_by_key(|record| record.game);
        (records, error)
    }

    /// Checks that a logged game belongs to this match, by its number, engines, opening, limit and rules.
    pub fn check(&self, record: &LoggedGame) -> Result<(), Bilingual> {
        let number = record.game + 1;
        let agree = |what: &str, chinese: &str, logged: &str, planned: &str| {
            if logged == planned {
                return Ok(());
            }
            Err(bilingual!(
                "game {number}: {what} is '{logged}' in the log and '{planned}' in this match",
                "第{number}局：{chinese}在记录中为“{logged}”，在本场比赛中为“{planned}”"
            ))
        };
        let Some(scheduled) = self.schedule.game(record.game) else {
            let games = self.schedule.games();
            return Err(bilingual!(
                "game {number} is not in the schedule of {games} games",
                "第{number}局不在{games}局的赛程中"
            ));
        };
        let [red, black] = scheduled.engines.map(|engine| self.engines[engine].label());
        let opening = &self.openings[scheduled.opening];
        agree("Red", "红方", &record.red, &red)?;
        agree("Black", "黑方", &record.black, &black)?;
        agree("the start", "初始局面", &record.fen, &opening.start.to_fen())?;
        let moves: Vec<String> = opening.moves.iter().map(Move::to_string).collect();
        // An opening in which the game ends is logged up to its last move played.
        if !record.moves.is_empty() || !moves.starts_with(&record.opening) {
            agree("the opening", "开局", &record.opening.join(" "), &moves.join(" "))?;
        }
        agree("the limit", "时限", &record.limit.to_string(), &self.conditions.limit.to_string())?;
        let text = |limits: Option<[SearchLimit; 2]>| {
            limits.map_or("the match's".to_owned(), |[red, black]| format!("{red} and {black}"))
        };
        let (logged, planned) = (text(record.limits), text(self.own_limits(&scheduled)));
        agree("the engines' limits", "各引擎的时限", &logged, &planned)?;
        agree("the rule set", "规则", &record.rules, &self.conditions.rules.to_string())
    }

    pub fn is_decided(&self, records: &[LoggedGame]) -> bool {
        self.is_decided_by(&self.tally(records).tally)
    }

    fn is_decided_by(&self, tally: &Tally) -> bool {
        self.sprt.is_some_and(|sprt| sprt.decision(tally).is_some())
    }

    /// The results of the first engine against all others.
    fn tally(&self, records: &[LoggedGame]) -> RunningTally {
        RunningTally::of(records, &self.engines[0].label())
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
    next_pair: AtomicUsize,
    /// The SPRT is decided, or an error ends the match.
    is_over: AtomicBool,
    results: Mutex<Results>,
    spectator: &'a dyn Spectator,
    is_cancelled: IsCancelled<'a>,
    console: Option<Console>,
}

/// The games that have ended, and the log that they are written to.
struct Results {
    records: Vec<LoggedGame>,
    tally: RunningTally,
    log: Option<GameLog>,
    /// The games running in which an engine could not be started, by its name.
    failed_starts: HashMap<String, u32>,
    error: Option<MatchError>,
}

impl Scheduler<'_> {
    /// Returns the number of the next pair, until all are taken.
    fn take_pair(&self) -> Option<usize> {
        let pair = self.next_pair.fetch_add(1, Ordering::Relaxed);
        Some(pair).filter(|&pair| pair < self.tournament.schedule.pairs())
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || (self.is_cancelled)()
    }

    /// Logs and counts a game. A game that ends after the match is over is dropped.
    fn add(&self, record: &LoggedGame) {
        let mut results = self.lock();
        if self.is_over.load(Ordering::Relaxed) {
            return;
        }
        if let Some(Err(error)) = results.log.as_mut().map(|log| log.append(record)) {
            self.end_with(&mut results, MatchError::Log(error.into()));
            return;
        }
        results.failed_starts.remove(&record.red);
        results.failed_starts.remove(&record.black);
        results.records.push(record.clone());
        results.tally.add(record);
        if self.tournament.is_decided_by(&results.tally.tally) {
            self.is_over.store(true, Ordering::Relaxed);
        }
        drop(results);
        self.spectator.on_event(&MatchEvent::Ended { record });
    }

    /// Leaves a game out whose engine could not be started.
    fn leave_out(&self, game: usize, engine: String, fault: EngineFault) {
        log::warn!("game {} has no result: {engine} did not start: {fault}", game + 1);
        let mut results = self.lock();
        let failed_starts = results.failed_starts.entry(engine.clone()).or_default();
        *failed_starts += 1;
        if *failed_starts >= MAX_FAILED_STARTS {
            self.end_with(&mut results, MatchError::NotStarted { engine, fault });
        }
    }

    fn end(&self, error: MatchError) {
        self.end_with(&mut self.lock(), error);
    }

    fn end_with(&self, results: &mut Results, error: MatchError) {
        self.is_over.store(true, Ordering::Relaxed);
        results.error.get_or_insert(error);
    }

    fn lock(&self) -> MutexGuard<'_, Results> {
        self.results.lock().expect(NO_PANIC)
    }
}

/// A thread that plays games, with its engine processes.
struct Worker<'a> {
    scheduler: &'a Scheduler<'a>,
    engines: HashMap<usize, Box<dyn Player + 'a>>,
}

impl Worker<'_> {
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
                // A start may fail for a passing reason.
                let outcome = match self.play(&game) {
                    Err(NoGame::NotStarted { .. }) => self.play(&game),
                    outcome => outcome,
                };
                match outcome {
                    Ok(record) => scheduler.add(&record),
                    Err(NoGame::NotStarted { player, fault }) => {
                        scheduler.leave_out(game.game, player, fault);
                    }
                    Err(NoGame::Exhausted(lack)) => return scheduler.end(MatchError::Exhausted(lack)),
                    Err(NoGame::Left) => return scheduler.end(MatchError::Left),
                    Err(NoGame::Cancelled) => return,
                }
            }
        }
    }

    fn play(&mut self, game: &ScheduledGame) -> Result<LoggedGame, NoGame> {
        let scheduler = self.scheduler;
        let Tournament { engines: specs, openings, conditions, .. } = scheduler.tournament;
        let limits = scheduler.tournament.own_limits(game);
        self.engines.retain(|engine, _| game.engines.contains(engine));
        for engine in game.engines {
            self.engines.entry(engine).or_insert_with(|| player(scheduler, &specs[engine]));
        }
        let engines = self.engines.get_disjoint_mut(game.engines.each_ref());
        let players = engines.map(|engine| engine.expect("both were inserted").as_mut() as &mut dyn Player);
        let task = GameTask { limits, ..GameTask::new(game, openings) };
        play_game(&task, players, conditions, scheduler.spectator, &|| scheduler.is_over())
    }
}

fn player<'a>(scheduler: &'a Scheduler<'a>, spec: &EngineSpec) -> Box<dyn Player + 'a> {
    match &scheduler.console {
        Some(console) if spec.is_human() => {
            Box::new(HumanPlayer::new(spec.label(), console, scheduler.spectator))
        }
        _ => Box::new(EngineProcess::new(spec, spec.label())),
    }
}
