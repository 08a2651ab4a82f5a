// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine. A search runs on a thread of the library, which reports through a channel; the thread of Python
//! waits for it without the lock of the interpreter.

use crate::board::PositionArg;
use crate::convert::{ASIAN, Named, OneOrMore, check_hash, check_limit, check_threads, seconds, value_error};
use crate::moves::{Move, checked};
use crate::process::ProcessLocal;
use crate::score::{SearchInfo, SearchResult};
use crate::tables::Tables;
use crate::wait::receive;
use chuhe::engine::{BookSettings, Level, Stopper};
use chuhe::search::{self, Limits, Lines, Listener, Settings};
use core::sync::atomic::{AtomicBool, Ordering};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use xiangqi::{Position, RuleSet};

/// An engine: one search at a time. Several engines search at the same time in several threads.
///
/// `hash_mb` is the size of the transposition table in MiB, `threads` the number of threads of a search: with one, a
/// search to a depth or of a number of nodes always has the same result in a new engine, or after `new_game`. `level` is
/// the level of play, from 0 to 20 (full strength); an analysis without limits and a search for a mate are always at full
/// strength. `tables` are endgame tables, `book` is the path of an opening book, or a list of paths: a book answers
/// without a search, but not an analysis without limits, a search for a mate, or one of several lines. `rules` judge
/// repetitions, `limit` is the number of plies without a capture that draws the game (None: no limit). Below full
/// strength, play varies with `seed`.
///
/// An engine cannot be used after a fork, in the new process: make another one there.
///
/// >>> engine = chuhe.Engine(hash_mb=1)
/// >>> engine.search(chuhe.Board("3k5/9/9/9/9/9/9/9/4R4/4K4 w"), depth=4)
/// <SearchResult: e1d1, mate in 1, depth 4>
#[pyclass(module = "chuhe", frozen)]
pub struct Engine {
    inner: ProcessLocal<Mutex<chuhe::Engine>>,
    level: Level,
    is_busy: Arc<AtomicBool>,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(
        signature = (*, hash_mb=64, threads=1, level=20, tables=None, book=None, rules=ASIAN, limit=120, seed=0),
        text_signature = "(*, hash_mb=64, threads=1, level=20, tables=None, book=None, rules='asian', limit=120, seed=0)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn new(
        py: Python<'_>,
        hash_mb: usize,
        threads: usize,
        level: u32,
        tables: Option<PyRef<'_, Tables>>,
        book: Option<OneOrMore<PathBuf>>,
        rules: Named<RuleSet>,
        limit: Option<u16>,
        seed: u64,
    ) -> PyResult<Self> {
        let level =
            Level::new(level).ok_or_else(|| value_error(format_args!("{level} is not a level (0 to 20)")))?;
        check_hash(hash_mb)?;
        check_threads(threads)?;
        let mut engine = py.detach(|| chuhe::Engine::new(hash_mb));
        let tb = tables.map(|tables| tables.shared()).transpose()?;
        engine.set_settings(Settings {
            threads,
            rules: rules.0,
            draw_plies: limit,
            seed,
            tb,
            ..Settings::default()
        });
        engine.set_level(level);
        if let Some(OneOrMore(files)) = book {
            let files = files.into_iter().map(Into::into).collect();
            engine.set_book_settings(BookSettings { files, ..BookSettings::default() });
            if let Some(problem) = engine.take_book_problems().first() {
                return Err(PyOSError::new_err(format!("{}: {}", problem.file.display(), problem.reason)));
            }
        }
        Ok(Self { inner: ProcessLocal::new(Mutex::new(engine)), level, is_busy: Arc::default() })
    }

    /// The level of play.
    #[getter]
    fn level(&self) -> u32 {
        self.level.number()
    }

    /// Clears the transposition table and the histories.
    fn new_game(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            self.lock_idle()?.new_game();
            Ok(())
        })
    }

    /// Searches a position and returns the result. The first limit that is reached ends the search: `depth` in
    /// plies, `nodes`, `time` in seconds, at most seven days. `mate` looks for a mate in at most this many moves.
    /// `multipv` is the number of lines; `search_moves` are the only moves that are searched, `ban_moves` those that
    /// are not. Below full strength no limit is needed.
    ///
    /// Other threads of Python run meanwhile. Ctrl-C ends a search in the main thread; Python tells no other of it.
    ///
    /// >>> result = chuhe.Engine(hash_mb=1).search(chuhe.Board(), nodes=2000, multipv=3)
    /// >>> len(result.lines), result.best_move == result.lines[0].pv[0]
    /// (3, True)
    #[pyo3(signature = (
        board, *, depth=None, nodes=None, time=None, mate=None, multipv=1, search_moves=None, ban_moves=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn search(
        slf: &Bound<'_, Self>,
        board: PositionArg,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        multipv: usize,
        search_moves: Option<Vec<Move>>,
        ban_moves: Option<Vec<Move>>,
    ) -> PyResult<SearchResult> {
        let limits = limits(&board.0, depth, nodes, time, mate, search_moves, ban_moves)?;
        if !limits.is_bounded() && slf.get().level == Level::FULL {
            return Err(value_error("a search needs a limit: depth, nodes, time or mate"));
        }
        let analysis = Self::begin(slf, board.0, limits, multipv)?;
        analysis.wait(slf.py())
    }

    /// Starts a search, with the limits of `search` or without any, and returns an iterator of its reports.
    ///
    /// >>> with chuhe.Engine(hash_mb=1).analyse(chuhe.Board()) as analysis:
    /// ...     for info in analysis:
    /// ...         if info.depth == 5:
    /// ...             break
    /// >>> analysis.wait().depth >= 5
    /// True
    #[pyo3(signature = (
        board, *, depth=None, nodes=None, time=None, mate=None, multipv=1, search_moves=None, ban_moves=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn analyse(
        slf: &Bound<'_, Self>,
        board: PositionArg,
        depth: Option<u32>,
        nodes: Option<u64>,
        time: Option<f64>,
        mate: Option<u32>,
        multipv: usize,
        search_moves: Option<Vec<Move>>,
        ban_moves: Option<Vec<Move>>,
    ) -> PyResult<Analysis> {
        let mut limits = limits(&board.0, depth, nodes, time, mate, search_moves, ban_moves)?;
        limits.infinite = !limits.is_bounded();
        Self::begin(slf, board.0, limits, multipv)
    }
}

/// Reads the limits of a search.
fn limits(
    position: &Position,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    mate: Option<u32>,
    search_moves: Option<Vec<Move>>,
    ban_moves: Option<Vec<Move>>,
) -> PyResult<Limits> {
    check_limit("nodes", nodes)?;
    check_limit("mate", mate.map(u64::from))?;
    let moves = |moves: Option<Vec<Move>>| -> PyResult<Vec<xiangqi::Move>> {
        moves.into_iter().flatten().map(|mv| checked(position, mv.0).map(|()| mv.0)).collect()
    };
    Ok(Limits {
        depth,
        nodes,
        mate,
        movetime: time.map(seconds).transpose()?,
        search_moves: moves(search_moves)?,
        ban_moves: moves(ban_moves)?,
        ..Limits::default()
    })
}

impl Engine {
    /// Returns the engine if it is not searching. To be called without the lock of the interpreter: another thread
    /// may be clearing the table.
    fn lock_idle(&self) -> PyResult<MutexGuard<'_, chuhe::Engine>> {
        let engine = self.inner.get()?.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_busy.load(Ordering::Acquire) {
            return Err(PyRuntimeError::new_err(
                "the engine is searching: stop the analysis, or use another engine",
            ));
        }
        Ok(engine)
    }

    fn begin(
        slf: &Bound<'_, Self>,
        position: Position,
        limits: Limits,
        multi_pv: usize,
    ) -> PyResult<Analysis> {
        if !(1..=128).contains(&multi_pv) {
            return Err(value_error(format_args!("multipv is 1 to 128, not {multi_pv}")));
        }
        let this = slf.get();
        let running = slf.py().detach(|| -> PyResult<_> {
            let mut engine = this.lock_idle()?;
            // The reporter of the last search is dropped before this search makes the engine busy.
            engine.wait();
            let settings = Settings { multi_pv, ..engine.settings().clone() };
            engine.set_settings(settings);
            this.is_busy.store(true, Ordering::Release);
            let (sender, events) = mpsc::channel();
            let reporter = Reporter { events: sender, is_busy: Arc::clone(&this.is_busy) };
            engine.start(&position, limits, Box::new(reporter));
            let progress = Progress { events, lines: Lines::default(), result: None };
            Ok(RunningSearch { stopper: engine.stopper(), progress: Mutex::new(progress) })
        })?;
        Ok(Analysis {
            search: ProcessLocal::new(running),
            _engine: slf.clone().unbind(),
            position: position.without_history(),
            multi_pv,
        })
    }
}

/// What a search reports.
enum Event {
    Info(search::SearchInfo),
    Result(search::SearchResult),
}

/// Sends the reports of a search. Nobody may be waiting any more.
struct Reporter {
    events: Sender<Event>,
    is_busy: Arc<AtomicBool>,
}

impl Listener for Reporter {
    fn on_info(&mut self, info: &search::SearchInfo) {
        _ = self.events.send(Event::Info(info.clone()));
    }

    fn on_result(&mut self, result: &search::SearchResult) {
        self.is_busy.store(false, Ordering::Release);
        _ = self.events.send(Event::Result(result.clone()));
    }
}

/// A search that panics has no result.
impl Drop for Reporter {
    fn drop(&mut self) {
        self.is_busy.store(false, Ordering::Release);
    }
}

/// A running search: an iterator of its reports, until it ends. Used in a `with` statement, it is stopped at the end
/// of that, and the engine can search again; so it is when it is no longer referred to.
#[pyclass(module = "chuhe", frozen)]
pub struct Analysis {
    search: ProcessLocal<RunningSearch>,
    /// Keeps the engine.
    _engine: Py<Engine>,
    position: Position,
    multi_pv: usize,
}

struct RunningSearch {
    stopper: Stopper,
    progress: Mutex<Progress>,
}

struct Progress {
    events: Receiver<Event>,
    lines: Lines,
    result: Option<search::SearchResult>,
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<SearchInfo>> {
        let search = self.search.get()?;
        let info = search.next_info(py, &mut *search.progress()?)?;
        Ok(info.map(|info| SearchInfo::new(&self.position, info)))
    }

    /// Stops the search, which ends soon after; does not wait.
    fn stop(&self) -> PyResult<()> {
        self.search.get()?.stopper.stop();
        Ok(())
    }

    /// Waits until the search has ended, and returns its result. One without limits has to be stopped before.
    fn wait(&self, py: Python<'_>) -> PyResult<SearchResult> {
        let search = self.search.get()?;
        let mut progress = search.progress()?;
        search.finish(py, &mut progress)?;
        match &progress.result {
            Some(result) => {
                let lines = progress.lines.of_result(result, self.multi_pv);
                SearchResult::new(py, &self.position, result.clone(), lines)
            }
            None => Err(PyRuntimeError::new_err("the search failed")),
        }
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: Bound<'_, PyAny>) -> PyResult<()> {
        let search = self.search.get()?;
        search.stopper.stop();
        // A thread that is reading the analysis gets the end of it.
        search.progress().map_or(Ok(()), |mut progress| search.finish(py, &mut progress))
    }
}

impl RunningSearch {
    /// Another thread may be waiting for a report while this one has the lock of the interpreter: waiting for it
    /// here would block both.
    fn progress(&self) -> PyResult<MutexGuard<'_, Progress>> {
        let problem = |_| PyRuntimeError::new_err("another thread is reading this analysis");
        self.progress.try_lock().map_err(problem)
    }

    /// Waits until the search has ended.
    fn finish(&self, py: Python<'_>, progress: &mut Progress) -> PyResult<()> {
        while self.next_info(py, progress)?.is_some() {}
        Ok(())
    }

    /// Waits for the next report; `None` if the search has ended. Ctrl-C stops it.
    fn next_info(&self, py: Python<'_>, progress: &mut Progress) -> PyResult<Option<search::SearchInfo>> {
        if progress.result.is_some() {
            return Ok(None);
        }
        match receive(py, &mut progress.events).inspect_err(|_| self.stopper.stop())? {
            Some(Event::Info(info)) => {
                progress.lines.record(&info);
                Ok(Some(info))
            }
            Some(Event::Result(result)) => {
                progress.result = Some(result);
                Ok(None)
            }
            None => Ok(None),
        }
    }
}

/// Stops the search and waits until the engine is free again. The search needs no lock of the interpreter.
impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Ok(progress) = self.progress.get_mut() {
            let is_running = progress.result.is_none();
            while is_running && !matches!(progress.events.recv(), Ok(Event::Result(_)) | Err(_)) {}
        }
    }
}
