// SPDX-License-Identifier: MIT OR Apache-2.0
//! Many searches at a time: a session of the library's `analysis`, whose lines are written and read in Python.

use crate::board::Board;
use crate::convert::{check_threads, value_error};
use crate::tables::Tables;
use crate::wait::receive;
use chuhe::analysis::{AnalysisConfig, Answered, Session};
use chuhe::book::Books;
use chuhe::search::{Limits, Settings};
use core::mem;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};
use std::io::{self, BufReader, Read, Write};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TrySendError};
use std::thread;
use std::time::Duration;

/// Nodes of a search without a limit, as on the command line.
const NODES: u64 = 100_000;

/// Searches many positions, `threads` at a time (None: all processors), and returns an iterator of the answers, in the
/// order of the queries. A query is a board, or a dictionary with the fields of `chuhe analysis`; an answer is a
/// dictionary with its fields, `error` among them if the query cannot be used. A query without an `id` gets its number.
///
/// `depth`, `nodes` and `time`, in seconds, are limits of the queries that have none; without any, a search has 100,000
/// nodes. At fixed nodes or depth, an answer depends on nothing but its query.
///
/// Queries are taken from the iterator as they are needed, so there may be any number of them.
///
/// >>> answers = chuhe.analyse_many([chuhe.Board(), {"moves": "h2e2 h9g7", "multiPV": 2}], nodes=500)
/// >>> [(answer["id"], len(answer["lines"])) for answer in answers]
/// [('0', 1), ('1', 2)]
#[pyfunction]
#[pyo3(signature = (queries, *, threads=None, depth=None, nodes=None, time=None, hash_mb=64, tables=None))]
pub fn analyse_many(
    queries: &Bound<'_, PyAny>,
    threads: Option<usize>,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<f64>,
    hash_mb: usize,
    tables: Option<PyRef<'_, Tables>>,
) -> PyResult<Answers> {
    let seconds = |time| Duration::try_from_secs_f64(time).map_err(value_error);
    let limits = Limits { depth, nodes, movetime: time.map(seconds).transpose()?, ..Limits::default() };
    let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    check_threads(threads)?;
    let tb = tables.as_ref().map(|tables| tables.shared());
    let config = AnalysisConfig {
        threads,
        settings: Settings { tb, ..Settings::default() },
        limits: if limits.is_bounded() { limits } else { Limits::nodes(NODES) },
        hash_mb,
        is_hash_shared: false,
        max_pending: 4 * threads as u64,
        is_in_order: true,
        books: Books::default(),
        tables: tables.map(|tables| tables.tablebase()),
        answered: Answered::default(),
    };
    let (line_sender, lines) = mpsc::sync_channel(threads);
    let (answer_sender, answers) = mpsc::channel();
    let session = Session::new(config, Output { line: Vec::new(), answers: answer_sender.clone() });
    let stop = Box::new(session.stopper());
    let input = BufReader::new(Input { lines, rest: Vec::new() });
    thread::Builder::new().name("analysis".to_owned()).spawn(move || {
        let ended = session.run(input).map(|_| String::new()).map_err(|error| error.to_string());
        _ = answer_sender.send(ended);
    })?;
    let state = State {
        queries: queries.try_iter()?.unbind(),
        count: 0,
        unsent: None,
        lines: Some(line_sender),
        answers,
    };
    Ok(Answers { stop: Mutex::new(stop), state: Mutex::new(state) })
}

/// Lines that Python writes.
struct Input {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.lines.recv().map(String::into_bytes).unwrap_or_default();
        }
        let count = self.rest.as_slice().read(buffer)?;
        self.rest.drain(..count);
        Ok(count)
    }
}

/// An answer; an empty one is the end, an error is the reason for an early one.
type AnswerLine = Result<String, String>;

/// Sends whole lines to Python.
struct Output {
    line: Vec<u8>,
    answers: Sender<AnswerLine>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend(bytes);
        Ok(bytes.len())
    }

    /// The session writes a line at once and flushes it.
    fn flush(&mut self) -> io::Result<()> {
        let line = String::from_utf8_lossy(&mem::take(&mut self.line)).into_owned();
        self.answers.send(Ok(line)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// The answers to many queries: an iterator. When it is no longer referred to, the searches are stopped.
#[pyclass(module = "chuhe", frozen)]
pub struct Answers {
    stop: Mutex<Box<dyn Fn() + Send>>,
    state: Mutex<State>,
}

struct State {
    queries: Py<PyIterator>,
    /// Number of queries taken.
    count: u64,
    /// A line that had no room.
    unsent: Option<String>,
    /// `None` after the last query.
    lines: Option<SyncSender<String>>,
    answers: Receiver<AnswerLine>,
}

#[pymethods]
impl Answers {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let problem =
            |_| pyo3::exceptions::PyRuntimeError::new_err("another thread is reading these answers");
        let mut state = self.state.try_lock().map_err(problem)?;
        state.send_queries(py)?;
        let answer = receive(py, &mut state.answers).inspect_err(|_| self.stop())?;
        match answer {
            Some(Ok(line)) if !line.is_empty() => {
                Ok(Some(py.import("json")?.call_method1("loads", (line,))?))
            }
            Some(Err(error)) => Err(pyo3::exceptions::PyRuntimeError::new_err(error)),
            Some(Ok(_)) | None => Ok(None),
        }
    }
}

impl Answers {
    fn stop(&self) {
        if let Ok(stop) = self.stop.lock() {
            stop();
        }
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.stop();
    }
}

impl State {
    /// Takes as many queries as there is room for.
    fn send_queries(&mut self, py: Python<'_>) -> PyResult<()> {
        while let Some(lines) = self.lines.clone() {
            let line = match self.unsent.take() {
                Some(line) => Some(line),
                None => self.next_line(py)?,
            };
            match line.map(|line| lines.try_send(line)) {
                None => self.lines = None,
                Some(Ok(())) => {}
                Some(Err(TrySendError::Full(line))) => {
                    self.unsent = Some(line);
                    break;
                }
                // The session has ended and says why.
                Some(Err(TrySendError::Disconnected(_))) => break,
            }
        }
        Ok(())
    }

    /// Takes a query and writes it as a line; `None` after the last one.
    fn next_line(&mut self, py: Python<'_>) -> PyResult<Option<String>> {
        let Some(query) = self.queries.bind(py).clone().next().transpose()? else { return Ok(None) };
        let fields = PyDict::new(py);
        fields.set_item("id", self.count.to_string())?;
        self.count += 1;
        match query.cast::<Board>() {
            Ok(board) => {
                let position = &board.borrow().0;
                fields.set_item("fen", position.at_start().to_fen())?;
                fields.set_item("moves", position.moves().map(|mv| mv.to_string()).collect::<Vec<_>>())?;
            }
            Err(_) => fields.call_method1("update", (query,)).map(|_| ())?,
        }
        let line = py.import("json")?.call_method1("dumps", (fields,))?.extract::<String>()?;
        Ok(Some(line + "\n"))
    }
}
