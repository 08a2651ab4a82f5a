// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arguments: Python values become values of the library, or an exception with its message.

use chuhe::engine::MAX_HASH_MB;
use chuhe::search::Limits;
use chuhe::threads::MAX_THREADS;
use core::fmt::Display;
use core::str::FromStr;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::borrow::Cow;
use std::time::Duration;
use xiangqi::RuleSet;
use xiangqi::types::{Color, Language, PieceKind};

/// The exception for a value that the library refuses.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An argument that is a text to Python: the name of rules, of a notation, of a language.
#[derive(Clone, Copy)]
pub struct Named<T>(pub T);

impl<'a, 'py, T: FromStr<Err: Display>> FromPyObject<'a, 'py> for Named<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.extract::<Cow<'_, str>>()?.parse().map(Self).map_err(value_error)
    }
}

/// Refuses a number of threads that the library does not start.
pub fn check_threads(threads: usize) -> PyResult<()> {
    if (1..=MAX_THREADS as usize).contains(&threads) {
        return Ok(());
    }
    Err(value_error(format_args!("threads are 1 to {MAX_THREADS}, not {threads}")))
}

/// Refuses a size of a transposition table that the library does not make.
pub fn check_hash(megabytes: usize) -> PyResult<()> {
    if (1..=MAX_HASH_MB).contains(&megabytes) {
        return Ok(());
    }
    Err(value_error(format_args!("hash_mb is 1 to {MAX_HASH_MB}, not {megabytes}")))
}

/// Refuses a limit that leaves nothing to search.
pub fn check_limit(name: &str, limit: Option<u64>) -> PyResult<()> {
    if limit == Some(0) {
        return Err(value_error(format_args!("{name} is at least 1, not 0")));
    }
    Ok(())
}

/// Reads a time; a longer one is cut to the longest.
pub fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map(|time| time.min(Limits::MAX_TIME))
        .map_err(|_| value_error(format_args!("{time} is not a time in seconds")))
}

/// The default of arguments that name rules.
pub const ASIAN: Named<RuleSet> = Named(RuleSet::Asian);
/// The default of arguments that name a language.
pub const ENGLISH: Named<Language> = Named(Language::English);

/// One value or a list of them.
pub struct OneOrMore<T>(pub Vec<T>);

impl<'a, 'py, T: for<'b> FromPyObject<'b, 'py>> FromPyObject<'a, 'py> for OneOrMore<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(one) = object.extract() {
            return Ok(Self(vec![one]));
        }
        let each = object.try_iter()?.map(|each| each?.extract::<T>().map_err(Into::into));
        each.collect::<PyResult<_>>().map(Self)
    }
}

/// A side is a bool to Python, as in python-chess: Red, who moves first, is True.
pub const fn is_red(color: Color) -> bool {
    matches!(color, Color::Red)
}

pub const fn color(is_red: bool) -> Color {
    if is_red { Color::Red } else { Color::Black }
}

/// A kind of piece is a number from 1 to Python.
pub const fn piece_type(kind: PieceKind) -> u8 {
    kind as u8 + 1
}

pub fn piece_kind(piece_type: u8) -> PyResult<PieceKind> {
    let kind = PieceKind::ALL.get(usize::from(piece_type).wrapping_sub(1)).copied();
    kind.ok_or_else(|| value_error(format_args!("{piece_type} is not a kind of piece (1 to 7)")))
}
