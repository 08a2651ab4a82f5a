// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many searches at a time: a session of the library's `analysis`, whose lines are written and read in Python.

use crate::board::Board;
use crate::convert::{check_hash, check_limit, check_threads, seconds};
use crate::process::ProcessLocal;
use crate::tables::Tables;
use crate::wait::receive;
use chuhe::book::Books;
use chuhe::search::{Limits, Settings};
use chuhe_review::analysis::{AnalysisConfig, Answered, Session};
use core::mem;
use pyo3::exceptions::PyRuntimeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};
use std::io::{self, BufReader, Read, Write};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

/// Nodes of a search without a limit, as on the command line.
const NODES: u64 = 100_000;

/// Queries that are taken before the first of them is answered: while that takes long, the other threads do them.
const MAX_AHEAD: u64 = 1024;

/// Searches many positions, `threads` at a time (None: all processors), and returns an iterator of the answers, in the
/// order of the queries. A query is a board, or a dictionary with the fields of `chuhe analysis`; an answer is a
/// dictionary with its fields, `error` among them if the query cannot be used. A query without an `id` gets its number.
///
/// `depth`, `nodes` and `time`, in seconds, are limits of the queries that have none; without any, a search has 100,000
/// nodes. At fixed nodes or depth, an answer depends on nothing but its query.
///
/// Queries are taken from the iterator while an answer is waited for, up to 1,024 of them beyond the answers, so there
/// may be any number of them. `hash_mb` is the largest size of the transposition table of a search, in MiB.
///
/// >>> answers = chuhe.analyse_many([chuhe.Board(), {"moves": "h2e2 h9g7", "multiPV": 2}], nodes=500)
/// >>> [(answer["id"], len(answer["lines"])) for answer in answers]
/// [('0', 1), ('1', 2)]
#[pyfunction]
#[pyo3(signature = (queries, *, threads=None, depth=None, nodes=None, time=None, hash_mb=16, tables=None))]
pub fn analyse_many(
    queries: &Bound<'_, PyAny>,
    threads: Option<usize>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    hash_mb: usize,
    tables: Option<PyRef<'_, Tables>>,
) -> PyResult<Answers> {
    check_limit("nodes", nodes)?;
    let limits = Limits { depth, nodes, movetime: time.map(seconds).transpose()?, ..Limits::default() };
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    check_threads(threads)?;
    check_hash(hash_mb)?;
    let tb = tables.as_ref().map(|tables| tables.shared()).transpose()?;
    let config = AnalysisConfig {
        threads,
        settings: Settings { tb, ..Settings::default() },
        limits: if limits.is_bounded() { limits } else { Limits::nodes(NODES) },
        hash_mb,
        is_hash_shared: false,
        max_pending: MAX_AHEAD,
        is_in_order: true,
        books: Books::default(),
        tables: tables.map(|tables| tables.tablebase()).transpose()?,
        answered: Answered::default(),
    };
    let (line_sender, lines) = mpsc::channel();
    let (sender, messages) = mpsc::channel();
    let session = Session::new(config, Output { line: Vec::new(), answers: sender.clone() });
    let stop = Box::new(session.stopper());
    let input = BufReader::new(Input { wants: sender.clone(), lines, rest: Vec::new() });
    let state = State {
        queries: Some(queries.try_iter()?.unbind()),
        count: 0,
        is_wanted: false,
        lines: Some(line_sender),
        messages,
        is_ended: false,
    };
    thread::Builder::new().name("analysis".to_owned()).spawn(move || {
        let ended = session.run(input).map(|_| ()).map_err(|error| error.to_string());
        _ = sender.send(Message::End(ended));
    })?;
    Ok(Answers(ProcessLocal::new(Running { stop: Mutex::new(stop), state: Mutex::new(state) })))
}

/// The events of a session, sent to the Python thread that waits for an answer.
enum Message {
    /// It has room for a query.
    Wanted,
    Answer(String),
    /// The session has ended, perhaps early for this reason.
    End(Result<(), String>),
}

/// Lines that Python writes when they are wanted.
struct Input {
    wants: Sender<Message>,
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && self.wants.send(Message::Wanted).is_ok() {
            self.rest = self.lines.recv().map(String::into_bytes).unwrap_or_default();
        }
        let count = self.rest.as_slice().read(buffer)?;
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Sends whole lines to Python.
struct Output {
    line: Vec<u8>,
    answers: Sender<Message>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend(bytes);
        Ok(bytes.len())
    }

    /// The session writes a line at once and flushes it.
    fn flush(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(&mem::take(&mut self.line)).into_owned();
        self.answers.send(Message::Answer(line)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// The answers to many queries: an iterator. When it is no longer referred to, the searches are stopped.
#[pyclass(module = "chuhe", frozen)]
pub struct Answers(ProcessLocal<Running>);

struct Running {
    stop: Mutex<Box<dyn Fn() + Send>>,
    state: Mutex<State>,
}

struct State {
    /// `None` when they were cleared: they may refer to the answers.
    queries: Option<Py<PyIterator>>,
    /// Number of queries taken.
    count: u64,
    /// The session waits for a query.
    is_wanted: bool,
    /// `None` after the last query.
    lines: Option<Sender<String>>,
    messages: Receiver<Message>,
    is_ended: bool,
}

#[pymethods]
impl Answers {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let running = self.0.get()?;
        let problem = |_| PyRuntimeError::new_err("another thread is reading these answers");
        let mut state = running.state.try_lock().map_err(problem)?;
        let answer = state.next_answer(py, || running.stop())?;
        answer.map(|line| py.import("json")?.call_method1("loads", (line,))).transpose()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.0.here().map(|running| running.state.try_lock()) {
            Some(Ok(state)) => visit.call(&state.queries),
            // Somebody who waits for an answer refers to the answers.
            _ => Ok(()),
        }
    }

    fn __clear__(&self) {
        _ = self.0.here().and_then(|running| running.state.try_lock().ok()?.queries.take());
    }
}

impl Running {
    fn stop(&self) {
        if let Ok(stop) = self.stop.lock() {
            stop();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

impl State {
    /// Waits for the next answer, and gives the session the queries that it wants meanwhile; `None` after the last
    /// answer. Ctrl-C calls `stop`.
    fn next_answer(&mut self, py: Python<'_>, stop: impl Fn()) -> PyResult<Option<String>> {
        while !self.is_ended {
            if self.is_wanted {
                match (self.next_line(py)?, &self.lines) {
                    // A session that has ended says why.
                    (Some(line), Some(lines)) => _ = lines.send(line),
                    _ => self.lines = None,
                }
                self.is_wanted = false;
            }
            match receive(py, &mut self.messages).inspect_err(|_| stop())? {
                Some(Message::Wanted) => self.is_wanted = true,
                Some(Message::Answer(line)) => return Ok(Some(line)),
                Some(Message::End(ended)) => {
                    self.is_ended = true;
                    ended.map_err(PyRuntimeError::new_err)?;
                }
                None => self.is_ended = true,
            }
        }
        Ok(None)
    }

    /// Takes a query and writes it as a line; `None` after the last one.
    fn next_line(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        let Some(queries) = &self.queries else { return Ok(None) };
        let Some(query) = queries.bind(py).clone().next().transpose()? else { return Ok(None) };
        let fields = PyDict::new(py);
        fields.set_item("id", self.count.to_string())?;
        self.count += 1;
        match query.cast::<Board>() {
            Ok(board) => {
                let position = &board.try_borrow()?.0;
                fields.set_item("fen", position.at_start().to_fen())?;
                fields.set_item("moves", position.moves().map(|mv| mv.to_string()).collect::<Vec<_>>())?;
            }
            Err(_) => fields.update(query.cast()?)?,
        }
        let line = py.import("json")?.call_method1("dumps", (fields,))?.extract::<String>()?;
        Ok(Some(line + "\n"))
    }
}
