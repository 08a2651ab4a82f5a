// SPDX-License-Identifier: MIT OR Apache-2.0
//! A limited number of engines, lent to one search at a time. Searches wait for one in the order of their
//! coming; those without end give way when others wait.

use crate::Knowledge;
use chuhe::engine::{BookChoice, BookFile, BookSettings, Engine};
use chuhe::eval::Network;
use chuhe::search::Settings;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::spawn_blocking;
use xiangqi::rules::RuleSet;

/// Resources of the engines.
#[derive(Clone)]
pub struct EngineConfig {
    /// Search threads of each engine.
    pub threads: usize,
    /// Transposition table of each engine, in MiB.
    pub hash_mb: usize,
    /// Engines that may search at the same time.
    pub most: usize,
    /// The evaluation.
    pub network: Arc<Network>,
    /// Opening books, for the levels of play.
    pub books: Vec<PathBuf>,
}

/// The most that a search may have: threads, and the size of the transposition table in MiB.
#[derive(Serialize)]
pub struct EngineLimits {
    threads: usize,
    hash: usize,
}

/// An engine with the size that its transposition table should have, in MiB.
struct SizedEngine {
    engine: Engine,
    hash_mb: usize,
}

/// The engines. They are made when they are needed first, and kept.
pub struct Engines {
    config: EngineConfig,
    pub knowledge: Knowledge,
    idle: Mutex<Vec<SizedEngine>>,
    /// A permit for each engine that may search. It is fair: first come, first served.
    turns: Arc<Semaphore>,
    /// Searches that wait for their turn.
    waiting: AtomicUsize,
}

/// Time that a long search has for itself, while others wait.
const TURN: Duration = Duration::from_secs(10);

impl Engines {
    pub fn new(config: EngineConfig, knowledge: Knowledge) -> Self {
        let turns = Arc::new(Semaphore::new(config.most));
        Self { config, knowledge, idle: Mutex::default(), turns, waiting: AtomicUsize::new(0) }
    }

    /// Lends an engine that follows these rules, with a transposition table of `hash_mb` MiB at most, as soon
    /// as one is free; `None` if `stopped` before.
    pub async fn lend(
        self: &Arc<Self>,
        rules: RuleSet,
        hash_mb: Option<usize>,
        stopped: &mut oneshot::Receiver<()>,
    ) -> Option<LentEngine> {
        let place = Place::of(&self.waiting);
        let turn = tokio::select! {
            biased;
            _ = stopped => return None,
            turn = Arc::clone(&self.turns).acquire_owned() => turn.ok()?,
        };
        drop(place);
        let home = Arc::clone(self);
        // A new engine clears its table, which may be large.
        let lend = move || {
            let idle = home.lock().pop();
            let mut lent = idle.unwrap_or_else(|| home.engine());
            let hash_mb = hash_mb.unwrap_or(usize::MAX).clamp(1, home.config.hash_mb);
            if lent.hash_mb != hash_mb {
                lent.engine.resize_hash(hash_mb);
                lent.hash_mb = hash_mb;
            }
            lent.engine.set_settings(home.settings(rules));
            LentEngine { lent: Some(lent), home, since: Instant::now(), _turn: turn }
        };
        // It fails only if the server is being shut down.
        spawn_blocking(lend).await.ok()
    }

    /// Returns the most that a search may have.
    pub fn limits(&self) -> EngineLimits {
        EngineLimits { threads: self.config.threads, hash: self.config.hash_mb }
    }

    /// Returns true if a search has to wait for an engine.
    pub fn are_busy(&self) -> bool {
        self.turns.available_permits() == 0
    }

    /// Returns the settings of a search by these rules.
    pub fn settings(&self, rules: RuleSet) -> Settings {
        let EngineConfig { threads, ref network, .. } = self.config;
        let settings = Settings { threads, network: network.clone(), ..Settings::default() };
        self.knowledge.settings(rules, settings)
    }

    fn engine(&self) -> SizedEngine {
        let EngineConfig { hash_mb, ref books, .. } = self.config;
        let mut engine = Engine::new(hash_mb);
        engine.set_book_settings(BookSettings {
            files: books.iter().cloned().map(BookFile::from).collect(),
            choice: BookChoice::Weight,
            ..BookSettings::default()
        });
        SizedEngine { engine, hash_mb }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<SizedEngine>> {
        self.idle.lock().expect("no thread panics")
    }
}

/// A place in the queue, until it is dropped.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn of(waiting: &'a AtomicUsize) -> Self {
        waiting.fetch_add(1, Ordering::Relaxed);
        Self(waiting)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// An engine on loan. Dropping it stops its search and gives it back.
pub struct LentEngine {
    lent: Option<SizedEngine>,
    home: Arc<Engines>,
    since: Instant,
    _turn: OwnedSemaphorePermit,
}

impl LentEngine {
    /// Returns true if a long search has to give way: others wait, and it has had its turn.
    pub fn gives_way(&self) -> bool {
        self.since.elapsed() >= TURN && self.home.waiting.load(Ordering::Relaxed) > 0
    }

    pub fn get(&mut self) -> &mut Engine {
        &mut self.lent.as_mut().expect("the engine is given back by dropping alone").engine
    }
}

impl Drop for LentEngine {
    fn drop(&mut self) {
        let mut lent = self.lent.take().expect("an engine is given back once");
        lent.engine.stop();
        self.home.lock().push(lent);
    }
}
