// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files. A record is nested tuples and lists to Python, of which `python/chuhe/games.py` makes trees:
//! `(tags, start, line, result, faults)`, where a line is `(comment, [(move, nags, comment, [line, ...]), ...])`.

use crate::board::Board;
use crate::convert::{Named, value_error};
use crate::moves::Move;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use xiangqi::Notation;
use xiangqi::notation::{
    self, Encoding, GameResult, MAX_DEPTH, ReadRecordError, Record, RecordedMove, Variation,
};

/// Reads the games of a file one by one, each with the reason why it cannot be read (further), or None.
#[pyclass(module = "chuhe._chuhe", name = "_Records")]
pub struct Records(Mutex<notation::Records<'static>>);

/// A record, as far as it can be read, and the reason why it cannot be read (further).
type Game<'py> = (Option<Bound<'py, PyAny>>, Option<String>);

/// A path or the bytes of a file.
#[derive(FromPyObject)]
enum Source {
    Bytes(Vec<u8>),
    Path(PathBuf),
}

#[pymethods]
impl Records {
    #[new]
    #[pyo3(signature = (source, encoding=None))]
    fn new(source: Source, encoding: Option<Named<Encoding>>) -> PyResult<Self> {
        let source: Box<dyn BufRead + Send> = match source {
            Source::Bytes(bytes) => Box::new(Cursor::new(bytes)),
            Source::Path(path) => Box::new(BufReader::new(open(path)?)),
        };
        let records = notation::Records::with_fallback(source, encoding.map(|encoding| encoding.0));
        Ok(Self(Mutex::new(records)))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Game<'py>>> {
        let records = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        match py.detach(|| records.next()) {
            None => Ok(None),
            Some(Ok(record)) => Ok(Some((Some(record_object(py, &record)?), None))),
            Some(Err(ReadRecordError::File(error))) => Err(error.into()),
            Some(Err(ReadRecordError::Game(error))) => {
                let beginning =
                    error.beginning.as_deref().map(|record| record_object(py, record)).transpose()?;
                Ok(Some((beginning, Some(error.to_string()))))
            }
            Some(Err(error)) => Err(value_error(error)),
        }
    }
}

/// Opens a file; the exception has its name, as that of `open` has.
fn open(path: PathBuf) -> PyResult<File> {
    let file = File::open(&path);
    file.map_err(|error| match error.raw_os_error() {
        Some(code) => PyOSError::new_err((code, error.to_string(), path)),
        None => error.into(),
    })
}

fn record_object<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyAny>> {
    let faults: Vec<_> = record.faults.iter().map(ToString::to_string).collect();
    let start = Board(record.start.without_history());
    let line = line_object(py, &record.line)?;
    Ok((record.tags.clone(), start, line, record.result.text(), faults).into_pyobject(py)?.into_any())
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
        let Self(tags, start, line, result) = self;
        let unknown = || value_error(format_args!("'{result}' is not a result (1-0, 0-1, 1/2-1/2 or *)"));
        let result = GameResult::from_text(&result).ok_or_else(unknown)?;
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

/// Returns a record in DhtmlXQ.
#[pyfunction(name = "_write_dhtmlxq")]
pub fn write_dhtmlxq(record: RecordArg<'_>) -> PyResult<String> {
    Ok(record.record()?.to_dhtmlxq())
}

/// Returns a record as an XQF file.
#[pyfunction(name = "_write_xqf")]
pub fn write_xqf(record: RecordArg<'_>, encoding: Named<Encoding>) -> PyResult<Vec<u8>> {
    let record = record.record()?;
    let file = record.to_xqf(encoding.0);
    let problem = || value_error("XQF has no place for more pieces of a kind than a game begins with");
    file.map(|file| file.bytes).ok_or_else(problem)
}
