// SPDX-License-Identifier: MIT OR Apache-2.0
//! Analyses for a book: engines that take positions from an explorer until it has enough of them.

use super::build::AnalysisArgs;
use crate::book::{Book, BookMove, Builder, Exploration, Explorer, Task, format};
use crate::cli::progress::style;
use crate::cli::{Failure, datagen, files, interrupt};
use crate::engine::Engine;
use crate::position::Position;
use crate::search::{Bound, Limits, Listener, SearchInfo, Settings};
use crate::types::{Move, Score};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The table of each engine, in MiB.
const HASH_MB: usize = 64;

/// A book under way is saved so often.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);

/// Values of decided positions.
const DECIDED: i16 = 9_999;

/// What the engines' threads share.
struct Work<'a> {
    state: Mutex<State>,
    /// Told when there may be positions again.
    news: Condvar,
    base: Option<&'a Book>,
    bar: ProgressBar,
}

struct State {
    explorer: Explorer,
    /// Analyses under way.
    pending: usize,
    /// No more analyses are to begin.
    is_over: bool,
}

/// Adds analyses to the builder. An analysis that is interrupted leaves what it has got in the file `out`.
pub(super) fn run(
    args: &AnalysisArgs,
    max_plies: u32,
    base: Option<&Book>,
    builder: &mut Builder,
    out: &Path,
) -> Result<(), Failure> {
    let lines = args.lines.as_deref().map(datagen::read_book).transpose()?.unwrap_or_default();
    let positions = args.positions.unwrap_or_default() as usize;
    let exploration = Exploration { positions, max_plies, margin: args.margin };
    let bar = ProgressBar::new(positions as u64)
        .with_style(style("{elapsed_precise} {wide_bar} {pos}/{len} positions (eta {eta})"));
    bar.enable_steady_tick(Duration::from_millis(500));
    let state =
        Mutex::new(State { explorer: Explorer::new(exploration, &lines), pending: 0, is_over: false });
    let work = Work { state, news: Condvar::new(), base, bar };
    let work = &work;
    thread::scope(|scope| {
        let engines: Vec<_> =
            (0..args.threads).map(|_| scope.spawn(move || work.analyse(&mut Analyst::new(args)))).collect();
        let mut saved = Instant::now();
        while engines.iter().any(|engine| !engine.is_finished()) {
            thread::sleep(Duration::from_millis(20));
            if saved.elapsed() >= SAVE_INTERVAL {
                builder.add_records(work.lock().explorer.records());
                // What cannot be kept need not be found.
                files::save(out, format::to_bytes(builder.records())).inspect_err(|_| work.end())?;
                saved = Instant::now();
            }
        }
        Ok::<_, Failure>(())
    })?;
    work.bar.finish_and_clear();
    let state = work.lock();
    builder.add_records(state.explorer.records());
    if interrupt::is_pressed() {
        files::save(out, format::to_bytes(builder.records()))?;
        return Err(interrupt::failure(state.explorer.positions(), positions, "positions"));
    }
    Ok(())
}

impl Work<'_> {
    /// Nothing that is done under the lock leaves it half done.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets no more analyses begin.
    fn end(&self) {
        self.lock().is_over = true;
        self.news.notify_all();
    }

    /// Analyses positions until there are no more.
    fn analyse(&self, analyst: &mut Analyst) {
        while let Some(task) = self.next() {
            let known = self.base.map(|book| known(book, &task.position)).unwrap_or_default();
            let found = analyst.analyse(&task, known);
            let mut state = self.lock();
            state.explorer.add(&task, &found);
            state.pending -= 1;
            drop(state);
            self.bar.inc(1);
            self.news.notify_all();
        }
    }

    /// The next position, as soon as there is one.
    fn next(&self) -> Option<Task> {
        let mut state = self.lock();
        loop {
            if state.is_over || interrupt::is_pressed() {
                return None;
            }
            if let Some(task) = state.explorer.next() {
                state.pending += 1;
                return Some(task);
            }
            if state.pending == 0 {
                return None;
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The moves of a position that a book has values for.
fn known(book: &Book, position: &Position) -> Vec<BookMove> {
    let mut known = book.probe(position);
    known.retain(|known| known.depth > 0);
    known
}

/// An engine that finds the values of moves.
struct Analyst {
    engine: Engine,
    nodes: u64,
}

impl Analyst {
    fn new(args: &AnalysisArgs) -> Self {
        let mut engine = Engine::new(HASH_MB);
        let network = args.network.network();
        engine.set_settings(Settings { multi_pv: args.multipv.into(), network, ..Settings::default() });
        Self { engine, nodes: args.nodes }
    }

    /// The values of the best moves, if they are not known, and of those that are required.
    fn analyse(&mut self, task: &Task, known: Vec<BookMove>) -> Vec<BookMove> {
        let position = &task.position;
        let mut found = if known.is_empty() { self.search(position, task.candidates.clone()) } else { known };
        for mv in task.missing(&found) {
            found.extend(self.search(position, vec![mv]));
        }
        found
    }

    /// The values of the best of these moves.
    fn search(&mut self, position: &Position, search_moves: Vec<Move>) -> Vec<BookMove> {
        let mut lines = Lines::default();
        let limits = Limits { search_moves, ..Limits::nodes(self.nodes) };
        self.engine.search_with(position, &limits, &mut lines);
        lines.latest()
    }
}

/// The last exact value of each move.
#[derive(Default)]
struct Lines(BTreeMap<Move, BookMove>);

impl Lines {
    /// Values of the last two iterations: the last one may have been broken off. Older ones tell little.
    fn latest(self) -> Vec<BookMove> {
        let deepest = self.0.values().map(|known| known.depth).max().unwrap_or_default();
        self.0.into_values().filter(|known| known.depth + 1 >= deepest).collect()
    }
}

impl Listener for Lines {
    fn on_info(&mut self, info: &SearchInfo) {
        if let (Some(&mv), Bound::Exact) = (info.pv.first(), info.bound) {
            let depth = u16::try_from(info.depth).unwrap_or(u16::MAX);
            self.0.insert(mv, BookMove { value: centipawns(info.score), depth, ..BookMove::new(mv, 0) });
        }
    }
}

fn centipawns(score: Score) -> i16 {
    match score {
        Score::Cp(value) => {
            let limit = i32::from(DECIDED);
            i16::try_from(value.clamp(-limit, limit)).unwrap_or(DECIDED)
        }
        Score::Mate(plies) | Score::Rule(plies) => {
            if plies > 0 {
                DECIDED
            } else {
                -DECIDED
            }
        }
    }
}
