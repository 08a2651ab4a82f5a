// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine together with its options: a changed option takes effect here.

use super::console::{Console, LOG, one_word};
use super::options::{OptionEffect, Options};
use crate::engine::Engine;
use crate::search::Settings;
use crate::tb::{SharedTb, Tablebase};
use std::path::PathBuf;
use std::slice;
use std::sync::Arc;

/// An engine and the options in force.
pub struct ConfiguredEngine {
    pub engine: Engine,
    pub options: Options,
    /// A person types the commands: what is not understood is answered.
    pub is_at_terminal: bool,
    tb: TbSet,
    console: Arc<Console>,
}

impl ConfiguredEngine {
    /// Returns an engine with default options.
    pub fn new(console: Arc<Console>) -> Self {
        let mut options = Options::default();
        // Many programs start a new process for each game.
        options.reseed();
        let engine = Engine::new(options.hash_megabytes());
        Self { engine, options, is_at_terminal: false, tb: TbSet::default(), console }
    }

    /// Sets an option, which takes effect at once.
    pub fn set_option(&mut self, name: &str, value: &[u8]) {
        let hash = self.options.hash;
        match self.options.set(name, value) {
            OptionEffect::NewGame => self.new_game(),
            OptionEffect::LoadBooks => {
                self.pass_settings_on();
                self.engine.reload_books();
            }
            OptionEffect::OpenTables => self.tb = TbSet::default(),
            OptionEffect::Note(note) => self.console.message(format!("{name}: {note}")),
            OptionEffect::Unsupported => self.console.message(format!("{name} not supported")),
            OptionEffect::Refused(reason) => self.console.message(format!("{name} rejected: {reason}")),
            OptionEffect::Unknown if self.is_talkative() => {
                self.console.note(format!("unknown option {}", one_word(name)));
            }
            OptionEffect::Unclear(reason) if self.is_talkative() => {
                self.console.note(format!("{name}: {reason}"));
            }
            OptionEffect::Set | OptionEffect::Unknown | OptionEffect::Unclear(_) => {}
        }
        if self.options.hash != hash {
            self.resize_hash();
        }
        self.pass_settings_on();
    }

    /// Returns true if everything that is not understood is answered.
    pub fn is_talkative(&self) -> bool {
        self.options.debug || self.is_at_terminal
    }

    /// Begins a new game: everything learned is forgotten.
    pub fn new_game(&mut self) {
        self.options.reseed();
        self.pass_settings_on();
        self.engine.new_game();
        self.console.lock().policy.forget();
    }

    /// Passes the settings of the search and the books on to the engine, those of the search where they differ
    /// from those in force.
    pub fn pass_settings_on(&mut self) {
        let tb = self.tb.of(self.options.table_directories());
        let settings = Settings { tb, ..self.options.search_settings() };
        if settings != *self.engine.settings() {
            log::info!(target: LOG, "{settings:?}");
            self.engine.set_settings(settings);
        }
        self.engine.set_level(self.options.level());
        let books = self.options.book_settings(self.console.dialect());
        if books != *self.engine.book_settings() {
            log::info!(target: LOG, "{books:?}");
        }
        self.engine.set_book_settings(books);
    }

    /// Reports unusable books and endgame tables, each once. This comes with the next `go`: programs do not
    /// expect an answer to `setoption`.
    pub fn report_unusable_files(&mut self) {
        for (directory, reason) in std::mem::take(&mut self.tb.problems) {
            let directory = one_word(&directory.display().to_string());
            self.console.message(format!("tables {directory} ignored: {reason}"));
        }
        for problem in self.engine.take_book_problems() {
            let file = one_word(&problem.file.display().to_string());
            self.console.message(format!("book {file} ignored: {}", problem.reason));
        }
    }

    fn resize_hash(&mut self) {
        let megabytes = self.engine.resize_hash(self.options.hash_megabytes());
        log::info!(target: LOG, "transposition table of {megabytes} MiB");
        if megabytes < self.options.hash {
            self.console.message(format!("hash {megabytes} MB"));
        }
    }
}

/// The endgame tables in force, opened when their directories change.
#[derive(Default)]
struct TbSet {
    directories: Vec<PathBuf>,
    tables: Option<SharedTb>,
    /// Unusable directories that were not reported yet, with the reason.
    problems: Vec<(PathBuf, String)>,
}

impl TbSet {
    /// Returns the tables of these directories, opened now unless they are those in force. Directories
    /// without tables are skipped.
    fn of(&mut self, directories: Vec<PathBuf>) -> Option<SharedTb> {
        if directories != self.directories {
            self.problems.clear();
            let mut usable = directories.clone();
            usable.retain(|directory| match problem(directory) {
                Some(reason) => {
                    self.problems.push((directory.clone(), reason));
                    false
                }
                None => true,
            });
            self.tables = Tablebase::open(&usable)
                .ok()
                .filter(|_| !usable.is_empty())
                .map(|tables| SharedTb::new(Arc::new(tables)));
            self.directories = directories;
        }
        self.tables.clone()
    }
}

/// Returns the reason why the tables of a directory cannot be used.
fn problem(directory: &PathBuf) -> Option<String> {
    match Tablebase::open(slice::from_ref(directory)) {
        Err(error) => Some(error.error.to_string()),
        Ok(tables) if tables.most_pieces() == 0 => Some("no tables".to_owned()),
        Ok(_) => None,
    }
}
