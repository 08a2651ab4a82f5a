// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files. A record is nested tuples and lists to Python, of which `python/chuhe/games.py` makes trees:
//! `(tags, start, line, result, faults)`, where a line is `(comment, [(move, nags, comment, [line, ...]), ...])`.

use crate::board::Board;
use crate::convert::{Named, value_error};
use crate::moves::Move;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use xiangqi::Notation;
use xiangqi::notation::{
    self, Encoding, GameResult, Lost, MAX_DEPTH, ReadRecordError, Record, RecordedMove, Variation,
};

/// Reads the games of a file one by one, each with the reason why it cannot be read (further), or None.
#[pyclass(module = "chuhe._chuhe", name = "_Records", frozen)]
pub struct Records {
    records: Mutex<notation::Records<'static>>,
    path: Option<PathBuf>,
}

/// A record, as far as it can be read, and the reason why it cannot be read (further).
type Game<'py> = (Option<Bound<'py, PyAny>>, Option<String>);

/// A path or the bytes of a file.
enum Source {
    Bytes(Vec<u8>),
    Path(PathBuf),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Source {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(path) = object.extract() {
            return Ok(Self::Path(path));
        }
        let problem = |_| PyTypeError::new_err(format!("a path or bytes, not {}", object.get_type()));
        object.extract().map(Self::Bytes).map_err(problem)
    }
}

#[pymethods]
impl Records {
    #[new]
    #[pyo3(signature = (source, encoding=None))]
    fn new(source: Source, encoding: Option<Named<Encoding>>) -> PyResult<Self> {
        let (source, path): (Box<dyn BufRead + Send>, _) = match source {
            Source::Bytes(bytes) => (Box::new(Cursor::new(bytes)), None),
            Source::Path(path) => {
                let file = File::open(&path).map_err(|error| file_error(error, Some(&path)))?;
                (Box::new(BufReader::new(file)), Some(path))
            }
        };
        let records = notation::Records::with_fallback(source, encoding.map(|encoding| encoding.0));
        Ok(Self { records: Mutex::new(records), path })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Game<'py>>> {
        let problem = |_| PyRuntimeError::new_err("another thread is reading these games");
        let records = &mut *self.records.try_lock().map_err(problem)?;
        match py.detach(|| records.next()) {
            None => Ok(None),
            Some(Ok(record)) => Ok(Some((Some(record_object(py, &record)?), None))),
            Some(Err(ReadRecordError::File(error))) if error.kind() == ErrorKind::InvalidData => {
                Ok(Some((None, Some(error.to_string()))))
            }
            Some(Err(ReadRecordError::File(error))) => Err(file_error(error, self.path.as_deref())),
            Some(Err(ReadRecordError::Game(error))) => {
                let beginning =
                    error.beginning.as_deref().map(|record| record_object(py, record)).transpose()?;
                Ok(Some((beginning, Some(error.to_string()))))
            }
            Some(Err(error)) => Err(value_error(error)),
        }
    }
}

/// Returns the exception for a file, with its name as that of `open` has it.
fn file_error(error: io::Error, path: Option<&Path>) -> PyErr {
    match (error.raw_os_error(), path) {
        (Some(code), Some(path)) => {
            let text = error.to_string();
            let reason = text.split(" (os error").next().unwrap_or_default();
            let (reason, path) = (reason.to_owned(), path.as_os_str().to_owned());
            if cfg!(windows) {
                // A code of Windows is the fourth argument, and Python finds the errno of it.
                PyOSError::new_err((0, reason, path, code))
            } else {
                PyOSError::new_err((code, reason, path))
            }
        }
        _ => error.into(),
    }
}

fn record_object<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyAny>> {
    let faults: Vec<_> = record.faults.iter().map(ToString::to_string).collect();
    let start = Board(record.start.without_history());
    let line = line_object(py, &record.line)?;
    Ok((record.tags.clone(), start, line, record.result_text(), faults).into_pyobject(py)?.into_any())
}

fn line_object<'py>(py: Python<'py>, line: &Variation) -> PyResult<Bound<'py, PyTuple>> {
    let moves = line.moves.iter().map(|recorded| {
        let variations = recorded.variations.iter().map(|line| line_object(py, line));
        let variations = PyList::new(py, variations.collect::<PyResult<Vec<_>>>()?)?;
        let nags = PyList::new(py, &recorded.glyphs)?;
        (Move(recorded.mv), nags, &recorded.comment, variations).into_pyobject(py)
    });
    let moves = PyList::new(py, moves.collect::<PyResult<Vec<_>>>()?)?;
    (&line.comment, moves).into_pyobject(py)
}

/// A record as Python gives it.
#[derive(FromPyObject)]
pub struct RecordArg<'py>(Vec<(String, String)>, PyRef<'py, Board>, Bound<'py, PyAny>, String);

/// A move of a line as Python gives it.
type MoveArg<'py> = (Move, Vec<u8>, String, Vec<Bound<'py, PyAny>>);

impl RecordArg<'_> {
    /// Returns the record if its moves are legal.
    fn record(self) -> PyResult<Record> {
        let Self(mut tags, start, line, result) = self;
        let result = match GameResult::from_text(&result) {
            Some(result) => result,
            // The words of a file that the reader does not know.
            None if result.contains(char::is_alphanumeric) => {
                tags.push(("Result".to_owned(), result));
                GameResult::Open
            }
            None => {
                return Err(value_error(format_args!("'{result}' is not a result (1-0, 0-1, 1/2-1/2 or *)")));
            }
        };
        if let Some((name, _)) =
            tags.iter().find(|(name, _)| ["Game", "Format", "FEN"].contains(&name.as_str()))
        {
            return Err(value_error(format_args!(
                "'{name}' cannot be a header: it is written from the game itself"
            )));
        }
        let start = start.0.without_history();
        let record = Record { tags, start, line: read_line(&line, 0)?, result, faults: Vec::new() };
        record.check().map_err(value_error)?;
        Ok(record)
    }
}

fn read_line(line: &Bound<'_, PyAny>, depth: usize) -> PyResult<Variation> {
    if depth > MAX_DEPTH {
        return Err(value_error(notation::RecordProblem::TooDeep));
    }
    let (comment, moves): (String, Vec<MoveArg<'_>>) = line.extract()?;
    let read = |(mv, glyphs, comment, lines): MoveArg<'_>| {
        let variations = lines.iter().map(|line| read_line(line, depth + 1)).collect::<PyResult<_>>()?;
        Ok(RecordedMove { mv: mv.0, glyphs, comment, variations })
    };
    Ok(Variation { comment, moves: moves.into_iter().map(read).collect::<PyResult<_>>()? })
}

/// Returns a record as PGN.
#[pyfunction(name = "_write_pgn")]
pub fn write_pgn(record: RecordArg<'_>, notation: Named<Notation>) -> PyResult<String> {
    Ok(record.record()?.to_pgn(notation.0))
}

/// Warns of what a format has no place for, at the line that calls the method of a game.
fn warn(py: Python<'_>, lost: &Lost, format: &str, encoding: Encoding) -> PyResult<()> {
    let warnings = py.import("warnings")?;
    for problem in lost.problems(format, encoding) {
        warnings.call_method1("warn", (problem.to_string(), py.get_type::<PyUserWarning>(), 2))?;
    }
    Ok(())
}

/// Returns a record in DhtmlXQ.
#[pyfunction(name = "_write_dhtmlxq")]
pub fn write_dhtmlxq(py: Python<'_>, record: RecordArg<'_>) -> PyResult<String> {
    let record = record.record()?;
    warn(py, &record.lost_in_dhtmlxq(), "DhtmlXQ", Encoding::Utf8)?;
    Ok(record.to_dhtmlxq())
}

/// Returns a record as an XQF file.
#[pyfunction(name = "_write_xqf")]
pub fn write_xqf(py: Python<'_>, record: RecordArg<'_>, encoding: Named<Encoding>) -> PyResult<Vec<u8>> {
    let file = record.record()?.to_xqf(encoding.0);
    let problem = || value_error("XQF has no place for more pieces of a kind than a game begins with");
    let file = file.ok_or_else(problem)?;
    warn(py, &file.lost, "XQF", encoding.0)?;
    Ok(file.bytes)
}
