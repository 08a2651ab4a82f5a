// SPDX-License-Identifier: MIT OR Apache-2.0
//! A limited number of engines, lent to one search at a time.

use crate::book::Books;
use crate::engine::{BookChoice, BookFile, BookSettings, Engine, Level};
use crate::eval::Network;
use crate::search::{Settings, SharedTb};
use crate::tb::Tablebase;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
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

/// Knowledge about positions that needs no search.
#[derive(Default)]
pub struct Knowledge {
    /// Opening books.
    pub books: Books,
    /// Endgame tables.
    pub tables: Arc<Tablebase>,
}

/// The engines. They are made when they are needed first, and kept.
pub struct Engines {
    config: EngineConfig,
    pub knowledge: Knowledge,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    idle: Vec<Engine>,
    lent: usize,
}

impl Engines {
    pub fn new(config: EngineConfig, knowledge: Knowledge) -> Self {
        Self { config, knowledge, state: Mutex::default() }
    }

    /// Lends an engine that follows these rules; `None` if all are searching.
    pub fn lend(self: &Arc<Self>, rules: RuleSet) -> Option<LentEngine> {
        let idle = {
            let mut state = self.lock();
            if state.lent >= self.config.most {
                return None;
            }
            state.lent += 1;
            state.idle.pop()
        };
        let mut engine = idle.unwrap_or_else(|| self.engine());
        let settings = engine.settings().clone();
        engine.set_settings(Settings { rules, ..settings });
        Some(LentEngine { engine: Some(engine), home: Arc::clone(self) })
    }

    /// Returns the number of engines that may search at the same time.
    pub fn most(&self) -> usize {
        self.config.most
    }

    fn engine(&self) -> Engine {
        let EngineConfig { threads, hash_mb, ref network, ref books, .. } = self.config;
        let mut engine = Engine::new(hash_mb);
        let tables = Arc::clone(&self.knowledge.tables);
        let tb = (tables.most_pieces() > 0).then(|| SharedTb::new(tables));
        engine.set_settings(Settings { threads, network: network.clone(), tb, ..Settings::default() });
        engine.set_book_settings(BookSettings {
            files: books.iter().cloned().map(BookFile::from).collect(),
            choice: BookChoice::Weight,
            ..BookSettings::default()
        });
        engine
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics")
    }
}

/// An engine on loan. Dropping it stops its search and gives it back.
pub struct LentEngine {
    engine: Option<Engine>,
    home: Arc<Engines>,
}

impl LentEngine {
    /// Prepares a search with these settings: at a level of play, with its books if it `plays` a game.
    pub fn prepare(&mut self, settings: Settings, level: Level, plays: bool) {
        let plies = if plays { u32::MAX } else { 0 };
        let engine = self.get();
        engine.set_level(level);
        engine.set_settings(settings);
        engine.set_book_settings(BookSettings { plies, ..engine.book_settings().clone() });
    }

    pub fn get(&mut self) -> &mut Engine {
        self.engine.as_mut().expect("the engine is given back by dropping alone")
    }
}

impl Drop for LentEngine {
    fn drop(&mut self) {
        let mut engine = self.engine.take().expect("an engine is given back once");
        engine.stop();
        let mut state = self.home.lock();
        state.idle.push(engine);
        state.lent -= 1;
    }
}
