// SPDX-License-Identifier: MIT OR Apache-2.0
//! The facade that other programs use: a table, settings, books, and one search at a time, waited for or in the background.
//!
//! A move that a book has is answered in place of a search: the search itself knows no books.

pub mod bench;
mod book_set;
mod memory;

pub(crate) use memory::available_megabytes;

pub use book_set::{BookProblem, BookSettings};

use crate::book::BookMove;
use crate::position::Position;
use crate::search::{
    Control, Limits, Listener, Request, ScoreBound, SearchInfo, SearchResult, Searcher, Settings, StoredDepth,
};
use crate::tt;
use crate::types::value::{MAX_ORDINARY, from_centipawns};
use crate::types::{Move, Value};
use book_set::BookSet;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// Size of the table if nobody asks for another, in MiB.
pub const DEFAULT_HASH_MB: usize = 64;

/// What the transposition table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableEntry {
    /// Best move.
    pub best_move: Option<Move>,
    /// At least this value, to this depth in plies.
    pub lower: Option<(Value, u32)>,
    /// At most this value, to this depth in plies.
    pub upper: Option<(Value, u32)>,
}

/// Ends an engine's search from another thread, or from a signal handler's.
#[derive(Clone)]
pub struct Stopper(Arc<Control>);

impl Stopper {
    /// Ends the search under way, if there is one, as soon as possible; does not wait.
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
    books: BookSet,
    searcher: Searcher,
    /// The search in the background and the searcher that it was lent.
    background: Option<JoinHandle<Searcher>>,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(DEFAULT_HASH_MB)
    }
}

impl Engine {
    /// An engine with a table of `hash_mb` MiB, within the memory there is, and default settings.
    pub fn new(hash_mb: usize) -> Self {
        Self {
            settings: Settings::default(),
            books: BookSet::default(),
            searcher: Searcher::new(memory::affordable(hash_mb)),
            background: None,
        }
    }

    /// The present settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes settings; waits for a running search to end first. What was learned under rules or by an
    /// evaluation that hold no longer is forgotten.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the table.
    pub fn set_settings(&mut self, settings: Settings) {
        self.wait();
        if !settings.agree_on_values_with(&self.settings) {
            self.new_game();
        }
        self.searcher.prepare(settings.threads);
        self.settings = settings;
    }

    /// Which books are asked, and when.
    pub fn book_settings(&self) -> &BookSettings {
        self.books.settings()
    }

    /// Changes them. Other files than before are read at once; those that are no books are passed over.
    pub fn set_book_settings(&mut self, settings: BookSettings) {
        self.books.set(settings);
    }

    /// Reads the books again.
    pub fn reload_books(&mut self) {
        self.books.load();
    }

    /// What is wrong with books, as far as this was not told before.
    pub fn take_book_problems(&mut self) -> Vec<BookProblem> {
        self.books.take_problems()
    }

    /// Gives the table a new size in MiB and empties it, waiting for a running search first. Returns the size got, which
    /// is smaller if memory does not suffice.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the table.
    pub fn resize_hash(&mut self, megabytes: usize) -> usize {
        self.wait();
        self.searcher.resize_table(memory::affordable(megabytes), self.settings.threads)
    }

    /// Forgets everything learned: table and histories. Waits for a running search first. Books that have changed are read
    /// again.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the table.
    pub fn new_game(&mut self) {
        self.wait();
        self.searcher.clear(self.settings.threads);
        self.books.refresh();
    }

    /// Searches and returns the answer.
    pub fn search(&mut self, position: &Position, limits: &Limits) -> SearchResult {
        self.search_with(position, limits, &mut ())
    }

    /// Searches (or asks the books), telling `listener`, and returns the answer (`on_result` is not called).
    ///
    /// # Panics
    /// Never: no thread panics while it holds the table.
    pub fn search_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        self.wait();
        let start = Instant::now();
        self.searcher.begin(false, start);
        if let Some(known) = self.books.choose(position, limits, &self.settings) {
            return self.answer(position, known, start).tell(listener);
        }
        self.searcher.search(Request { position, limits, settings: &self.settings }, listener)
    }

    /// Searches (or asks the books) in the background; `listener.on_result` gets the answer exactly once. A search with `limits.ponder`
    /// or `limits.infinite` holds its answer until [`ponder_hit`](Self::ponder_hit) or [`stop`](Self::stop).
    /// Waits for an earlier search first.
    ///
    /// # Panics
    /// If no thread can be started.
    pub fn start(&mut self, position: &Position, limits: Limits, mut listener: Box<dyn Listener>) {
        let start = Instant::now();
        self.wait();
        self.searcher.begin(limits.ponder, start);
        let known = self.books.choose(position, &limits, &self.settings);
        let answer = known.map(|known| self.answer(position, known, start));
        let mut searcher = self.searcher.lend();
        let (position, settings) = (position.clone(), self.settings.clone());
        let search = move || {
            let request = Request { position: &position, limits: &limits, settings: &settings };
            let result = match answer {
                Some(answer) => answer.tell(listener.as_mut()),
                None => searcher.search(request, listener.as_mut()),
            };
            if limits.infinite || limits.ponder {
                searcher.control().wait_for_release(limits.infinite);
            }
            listener.on_result(&result);
            searcher
        };
        let thread = thread::Builder::new().name("search".to_owned()).spawn(search);
        self.background = Some(thread.expect("a thread can be started"));
    }

    /// A move of a book as the answer to a search. Its score is the book's, or if that has none, the evaluation at depth 0.
    fn answer(&self, position: &Position, known: BookMove, start: Instant) -> BookAnswer {
        let value = if known.depth > 0 {
            from_centipawns(known.value.into()).clamp(-MAX_ORDINARY, MAX_ORDINARY)
        } else {
            self.settings.evaluator(position).evaluate(position)
        };
        let ponder = self.books.reply(&position.after(known.mv));
        BookAnswer(SearchResult {
            best_move: Some(known.mv),
            ponder,
            value,
            score: value.into(),
            depth: 0,
            nodes: 0,
            time: start.elapsed(),
            pv: [known.mv].into_iter().chain(ponder).collect(),
        })
    }

    /// Is a search under way, or its answer held back?
    pub fn is_searching(&self) -> bool {
        self.background.as_ref().is_some_and(|thread| !thread.is_finished())
    }

    /// Ends the search as soon as possible and waits until its answer was given.
    pub fn stop(&mut self) {
        if self.background.is_some() {
            self.searcher.control().stop();
            self.wait();
        }
    }

    /// The opponent played the expected move: the clock runs from now. If the search had ended and its answer was held
    /// back, it has been given on return.
    pub fn ponder_hit(&mut self) {
        if self.searcher.control().ponder_hit() {
            self.wait();
        }
    }

    /// A handle that can end this engine's search from elsewhere.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(self.searcher.control()))
    }

    /// Waits until the search has ended and its answer was given. (Never ends for an endless search.)
    ///
    /// # Panics
    /// If the search panicked, which is a bug.
    pub fn wait(&mut self) {
        if let Some(thread) = self.background.take() {
            self.searcher = thread.join().expect("the search does not panic");
        }
    }

    /// What the table knows of `position`. Values count mates from it.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the table.
    pub fn probe(&self, position: &Position) -> Option<TableEntry> {
        let entry = self.searcher.table().probe(position.key())?;
        let bound = Some((entry.value, StoredDepth::plies(entry.depth)));
        let lower = bound.filter(|_| matches!(entry.bound, tt::Bound::Lower | tt::Bound::Exact));
        let upper = bound.filter(|_| matches!(entry.bound, tt::Bound::Upper | tt::Bound::Exact));
        let best_move = entry.mv.filter(|&mv| position.is_legal(mv));
        Some(TableEntry { best_move, lower, upper })
    }
}

/// What is answered in place of a search.
struct BookAnswer(SearchResult);

impl BookAnswer {
    /// Tells `listener` as a search would.
    fn tell(self, listener: &mut dyn Listener) -> SearchResult {
        let SearchResult { score, depth, nodes, time, ref pv, .. } = self.0;
        let info = SearchInfo {
            depth,
            seldepth: depth,
            multi_pv: 1,
            score,
            bound: ScoreBound::Exact,
            nodes,
            time,
            hashfull: 0,
            pv: pv.clone(),
        };
        listener.on_info(&info);
        self.0
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}
