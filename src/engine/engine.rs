// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine as other programs use it: its settings, its books, and one search at a time. A book move is
//! answered without a search. A search in the background runs on a thread of its own, which is lent the
//! searcher meanwhile.

use super::book::{BookProblem, BookSet, BookSettings, book_result};
use super::hash::{HashEntry, affordable};
use super::level::{self, Level};
use super::perft::divide;
use crate::search::{Control, Limits, Listener, Request, SearchResult, Searcher, Settings};
use crate::threads::{self, JoinHandle};
use crate::time::Instant;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::types::Move;

/// Default size of the transposition table in MiB.
pub const DEFAULT_HASH_MB: usize = 64;

/// The longest wait for the memory of the transposition table.
const MOST_WARM_UP: Duration = Duration::from_secs(1);

/// Stops an engine's search from another thread, or from a signal handler's.
#[derive(Clone)]
pub struct Stopper(Arc<Control>);

impl Stopper {
    /// Stops the running search, if there is one, as soon as possible; does not wait.
    pub fn stop(&self) {
        self.0.stop();
    }
}

/// A playing engine. Dropping it stops its search.
///
/// ```
/// use chuhe::{Engine, Limits, Position};
/// let result = Engine::new(1).search(&Position::startpos(), &Limits::depth(3));
/// assert!(result.best_move.is_some());
/// ```
pub struct Engine {
    settings: Settings,
    level: Level,
    books: BookSet,
    pub(super) searcher: Searcher,
    /// The search in the background, which the searcher is lent to.
    job: Option<JoinHandle<Searcher>>,
}

impl Default for Engine {
    /// Returns an engine with a transposition table of [`DEFAULT_HASH_MB`] MiB.
    fn default() -> Self {
        Self::new(DEFAULT_HASH_MB)
    }
}

/// Settings and books.
impl Engine {
    /// Creates an engine with default settings and a transposition table of `hash_mb` MiB, or less if memory
    /// is short.
    pub fn new(hash_mb: usize) -> Self {
        Self {
            settings: Settings::default(),
            level: Level::FULL,
            books: BookSet::default(),
            searcher: Searcher::new(affordable(hash_mb)),
            job: None,
        }
    }

    /// Returns the current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings, after waiting for a running search to end. If the new settings give other values
    /// (another rule set or evaluation), the transposition table and the histories are cleared.
    ///
    /// ```
    /// use chuhe::{Engine, RuleSet};
    /// let mut engine = Engine::new(1);
    /// let mut settings = engine.settings().clone();
    /// settings.rules = RuleSet::CheckBan;
    /// engine.set_settings(settings);
    /// assert_eq!(engine.settings().rules, RuleSet::CheckBan);
    /// ```
    pub fn set_settings(&mut self, settings: Settings) {
        self.wait();
        if !settings.agree_on_values_with(&self.settings) {
            self.new_game();
        }
        self.searcher.prepare(settings.threads);
        self.settings = settings;
    }

    /// Returns the level of play.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Sets the level of play, from the next search on. Analyses, those with `limits.infinite` or
    /// `limits.mate`, are made at full strength. Below full strength play varies with [`Settings::seed`].
    ///
    /// ```
    /// use chuhe::engine::Level;
    /// use chuhe::{Engine, Limits, Position};
    /// let mut engine = Engine::new(1);
    /// engine.set_level(Level::new(3).unwrap());
    /// assert!(engine.search(&Position::startpos(), &Limits::default()).best_move.is_some());
    /// ```
    pub fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    /// Returns the settings of the opening books.
    pub fn book_settings(&self) -> &BookSettings {
        self.books.settings()
    }

    /// Changes the settings of the opening books. Files that are new or have changed are read at once; files that
    /// are not books are skipped and reported by [`take_book_problems`](Self::take_book_problems).
    ///
    /// ```
    /// use chuhe::Engine;
    /// use chuhe::engine::BookSettings;
    /// let mut engine = Engine::new(1);
    /// let files = vec!["missing.book".into()];
    /// engine.set_book_settings(BookSettings { files, ..BookSettings::default() });
    /// assert_eq!(engine.take_book_problems().len(), 1);
    /// ```
    pub fn set_book_settings(&mut self, settings: BookSettings) {
        self.books.set(settings);
    }

    /// Reads the opening books again.
    pub fn reload_books(&mut self) {
        self.books.load();
    }

    /// Returns the problems with opening books that have not been returned before.
    pub fn take_book_problems(&mut self) -> Vec<BookProblem> {
        self.books.take_problems()
    }

    /// Resizes and clears the transposition table, after waiting for a running search to end. Returns the new
    /// size in MiB, which is smaller than requested if memory is short.
    ///
    /// ```
    /// assert_eq!(chuhe::Engine::new(1).resize_hash(2), 2);
    /// ```
    pub fn resize_hash(&mut self, megabytes: usize) -> usize {
        self.wait();
        self.searcher.resize_tt(megabytes, self.settings.threads, affordable)
    }

    /// Clears the transposition table and the histories, after waiting for a running search to end. Opening
    /// books that have changed are read again.
    ///
    /// ```
    /// use chuhe::{Engine, Limits, Position};
    /// let mut engine = Engine::new(1);
    /// let nodes = engine.search(&Position::startpos(), &Limits::depth(3)).nodes;
    /// engine.new_game();
    /// assert_eq!(engine.search(&Position::startpos(), &Limits::depth(3)).nodes, nodes);
    /// ```
    pub fn new_game(&mut self) {
        self.wait();
        self.searcher.clear(self.settings.threads);
        self.books.refresh();
    }

    /// Waits, a second at most, until the memory of the transposition table is ready for use: the first
    /// searches on a large table are slow otherwise. Returns at once while a search is running.
    ///
    /// ```
    /// let engine = chuhe::Engine::new(16);
    /// engine.get_ready();
    /// ```
    pub fn get_ready(&self) {
        self.searcher.wait_for_warm_up(MOST_WARM_UP);
    }

    /// Returns the transposition-table entry of `position`. Its mate values count from `position`.
    ///
    /// ```
    /// use chuhe::{Engine, Limits, Position};
    /// let mut engine = Engine::new(1);
    /// assert!(engine.probe(&Position::startpos()).is_none());
    /// let result = engine.search(&Position::startpos(), &Limits::depth(3));
    /// let entry = engine.probe(&Position::startpos()).unwrap();
    /// assert_eq!(entry.best_move, result.best_move);
    /// ```
    pub fn probe(&self, position: &Position) -> Option<HashEntry> {
        HashEntry::probe(self.searcher.tt(), position)
    }
}

/// Searches.
impl Engine {
    /// Searches `position`, or plays a book move, and returns the result.
    ///
    /// ```
    /// use chuhe::{Engine, Limits, Position, Score};
    /// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w")?;
    /// let result = Engine::new(1).search(&position, &Limits::depth(4));
    /// assert_eq!((result.best_move, result.score), (Some("e1d1".parse()?), Score::Mate(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(&mut self, position: &Position, limits: &Limits) -> SearchResult {
        self.search_with(position, limits, &mut ())
    }

    /// [`search`](Self::search) that reports its progress to `listener`, except for the result, which is
    /// returned.
    ///
    /// ```
    /// use chuhe::search::{Listener, SearchInfo};
    /// use chuhe::{Engine, Limits, Position};
    ///
    /// struct Depths(Vec<u32>);
    ///
    /// impl Listener for Depths {
    ///     fn on_info(&mut self, info: &SearchInfo) {
    ///         self.0.push(info.depth);
    ///     }
    /// }
    ///
    /// let mut depths = Depths(Vec::new());
    /// Engine::new(1).search_with(&Position::startpos(), &Limits::depth(3), &mut depths);
    /// assert_eq!(depths.0.last(), Some(&3));
    /// ```
    pub fn search_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        self.wait();
        let start = Instant::now();
        self.searcher.begin(false, start);
        if let Some(answer) = self.book_answer(position, limits, start) {
            listener.on_info(&answer.info());
            return answer;
        }
        let request = Request { position, limits, settings: &self.settings };
        match self.level.weakness_for(limits) {
            Some(weakness) => level::play(weakness, &self.searcher, request, listener),
            None => self.searcher.think(request, listener),
        }
    }

    /// Starts a search in the background, or plays a book move, after waiting for an earlier search to end.
    /// [`Listener::on_result`] gets the result, exactly once. A search with `limits.ponder` or
    /// `limits.infinite` holds its result until [`ponder_hit`](Self::ponder_hit) or [`stop`](Self::stop).
    ///
    /// If no thread can be started, the search runs before this function returns; an unlimited search then
    /// answers at once.
    ///
    /// ```
    /// use chuhe::search::{Listener, SearchResult};
    /// use chuhe::{Engine, Limits, Position};
    /// use std::sync::mpsc;
    ///
    /// struct Answer(mpsc::Sender<SearchResult>);
    ///
    /// impl Listener for Answer {
    ///     fn on_result(&mut self, result: &SearchResult) {
    ///         self.0.send(result.clone()).expect("the receiver is waiting");
    ///     }
    /// }
    ///
    /// let (sender, receiver) = mpsc::channel();
    /// let mut engine = Engine::new(1);
    /// engine.start(&Position::startpos(), Limits::depth(3), Box::new(Answer(sender)));
    /// assert!(receiver.recv()?.best_move.is_some());
    /// # Ok::<(), mpsc::RecvError>(())
    /// ```
    pub fn start(&mut self, position: &Position, limits: Limits, mut listener: Box<dyn Listener>) {
        self.wait();
        let start = Instant::now();
        self.searcher.begin(limits.ponder, start);
        let answer = self.book_answer(position, &limits, start);
        let (position, settings, level) = (position.clone(), self.settings.clone(), self.level);
        self.spawn(limits.is_bounded(), move |searcher, refusal| {
            if let Some(error) = refusal {
                let warning = format!("no thread for the search, which cannot be stopped: {error}");
                log::warn!("{warning}");
                listener.on_warning(&warning);
            }
            let request = Request { position: &position, limits: &limits, settings: &settings };
            let result = if let Some(answer) = answer {
                listener.on_info(&answer.info());
                answer
            } else if let Some(weakness) = level.weakness_for(&limits) {
                level::play(weakness, searcher, request, listener.as_mut())
            } else {
                searcher.think(request, listener.as_mut())
            };
            if searcher.control().hold_answer(limits.infinite) {
                listener.on_held(&result);
                searcher.control().wait_for_release(limits.infinite);
            }
            listener.on_result(&result);
        });
    }

    /// Starts a job in the background, which obeys the searcher's control; no other is running. If no thread
    /// can be started, it runs at once and gets the reason; unless it is bounded, its control is stopped
    /// before.
    pub(super) fn spawn(
        &mut self,
        is_bounded: bool,
        job: impl FnOnce(&mut Searcher, Option<io::Error>) + Send + 'static,
    ) {
        // A thread that cannot be started drops its closure, so the job stays outside.
        let lent = Arc::new(Mutex::new(Some((self.searcher.lend(), job))));
        let run = move |refusal| {
            let (mut searcher, job) = lent.lock().expect("it is locked once").take().expect("it runs once");
            job(&mut searcher, refusal);
            searcher
        };
        let on_thread = run.clone();
        match threads::spawn("search", move || on_thread(None)) {
            Ok(thread) => self.job = Some(thread),
            Err(error) => {
                if !is_bounded {
                    self.searcher.control().stop();
                }
                self.searcher = run(Some(error));
            }
        }
    }

    /// Returns true if the last search was stopped from outside.
    ///
    /// ```
    /// use chuhe::{Engine, Limits, Position};
    /// let mut engine = Engine::new(1);
    /// engine.search(&Position::startpos(), &Limits::depth(3));
    /// assert!(!engine.was_stopped());
    /// ```
    pub fn was_stopped(&self) -> bool {
        self.searcher.control().is_stopped()
    }

    /// Counts the leaves of the game tree of each legal move in the background, after waiting for an earlier
    /// search to end. `on_done` gets the counts; after a [`stop`](Self::stop) the moves that were not counted
    /// to the end are missing.
    ///
    /// ```
    /// use chuhe::{Engine, Position};
    /// let mut engine = Engine::new(1);
    /// engine.start_perft(&Position::startpos(), 3, |counts| assert_eq!(counts.len(), 44));
    /// engine.wait();
    /// ```
    pub fn start_perft(
        &mut self,
        position: &Position,
        depth: u32,
        on_done: impl FnOnce(&[(Move, u64)]) + Send + 'static,
    ) {
        self.wait();
        self.searcher.begin(false, Instant::now());
        let (position, threads) = (position.clone(), self.settings.threads);
        self.spawn(true, move |searcher, _| {
            let control = searcher.control();
            on_done(&divide(&position, depth, threads, || control.poll()));
        });
    }

    /// Returns the answer of a book, if one has a move.
    fn book_answer(&self, position: &Position, limits: &Limits, start: Instant) -> Option<SearchResult> {
        if self.level.book_plies().is_some_and(|plies| position.ply() >= plies) {
            return None;
        }
        let known = self.books.choose(position, limits, &self.settings)?;
        let ponder = self.books.reply(&position.after(known.mv));
        Some(book_result(position, known, ponder, &self.settings, start))
    }

    /// Returns true while a search is running or its result is held back.
    ///
    /// ```
    /// use chuhe::{Engine, Limits, Position};
    /// let mut engine = Engine::new(1);
    /// engine.start(&Position::startpos(), Limits::default(), Box::new(()));
    /// assert!(engine.is_searching());
    /// engine.stop();
    /// assert!(!engine.is_searching());
    /// ```
    pub fn is_searching(&self) -> bool {
        self.job.as_ref().is_some_and(|job| !job.is_finished())
    }

    /// Stops the search as soon as possible and waits until its result has been reported.
    pub fn stop(&mut self) {
        if self.job.is_some() {
            self.searcher.control().stop();
            self.wait();
        }
    }

    /// Reports that the opponent played the expected move: the clock runs from now. If the search has ended
    /// already and need not wait for a stop, its result has been reported on return.
    ///
    /// ```
    /// use chuhe::{Engine, Limits, Position};
    /// let mut engine = Engine::new(1);
    /// engine.start(&Position::startpos(), Limits { ponder: true, ..Limits::depth(2) }, Box::new(()));
    /// assert!(engine.is_searching());
    /// engine.ponder_hit();
    /// engine.wait();
    /// assert!(!engine.is_searching());
    /// ```
    pub fn ponder_hit(&mut self) {
        if self.searcher.control().ponder_hit() {
            self.wait();
        }
    }

    /// Returns a handle that can stop this engine's search from another thread.
    ///
    /// ```
    /// use chuhe::{Engine, Limits, Position};
    /// let mut engine = Engine::new(1);
    /// engine.start(&Position::startpos(), Limits::default(), Box::new(()));
    /// let stopper = engine.stopper();
    /// std::thread::spawn(move || stopper.stop());
    /// engine.wait();
    /// assert!(!engine.is_searching());
    /// ```
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(self.searcher.control()))
    }

    /// Waits until the search has ended and its result has been reported. An infinite search never ends by
    /// itself. In WebAssembly a search that has yielded to the caller goes on only when the caller returns,
    /// and is not waited for.
    ///
    /// # Panics
    /// If the search panicked, which is a bug.
    ///
    /// ```
    /// use chuhe::{Engine, Limits, Position};
    /// let mut engine = Engine::new(1);
    /// engine.start(&Position::startpos(), Limits::depth(3), Box::new(()));
    /// engine.wait();
    /// assert!(engine.probe(&Position::startpos()).is_some());
    /// ```
    pub fn wait(&mut self) {
        if self.job.as_ref().is_some_and(threads::has_yielded) {
            return;
        }
        if let Some(job) = self.job.take() {
            self.searcher = job.join().expect("the search does not panic");
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}
