// SPDX-License-Identifier: MIT OR Apache-2.0
//! Squares: numbers from 0 (`a0`) to 89 (`i9`).

use crate::convert::value_error;
use pyo3::prelude::*;
use std::borrow::Cow;
use xiangqi::types::{File, Rank, Square};

/// A square as an argument or a result.
#[derive(Clone, Copy, IntoPyObject)]
#[pyo3(transparent)]
pub struct SquareNumber(u8);

impl From<Square> for SquareNumber {
    fn from(square: Square) -> Self {
        Self(square as u8)
    }
}

/// An argument that is a square.
#[derive(Clone, Copy)]
pub struct SquareArg(pub Square);

impl<'a, 'py> FromPyObject<'a, 'py> for SquareArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number: i64 = object.extract()?;
        let square = usize::try_from(number).ok().and_then(Square::from_index);
        square.map(Self).ok_or_else(|| value_error(format_args!("{number} is not a square (0 to 89)")))
    }
}

/// Returns the square on a file (0 to 8) and a rank (0 to 9).
///
/// >>> chuhe.square(4, 0) == chuhe.E0
/// True
#[pyfunction]
pub fn square(file: usize, rank: usize) -> PyResult<SquareNumber> {
    match (File::ALL.get(file), Rank::ALL.get(rank)) {
        (Some(&file), Some(&rank)) => Ok(Square::new(file, rank).into()),
        _ => Err(value_error(format_args!("file {file}, rank {rank}: not on the board (0 to 8, 0 to 9)"))),
    }
}

/// Returns the file of a square: 0 for a to 8 for i.
///
/// >>> chuhe.square_file(chuhe.E0)
/// 4
#[pyfunction]
pub fn square_file(square: SquareArg) -> u8 {
    square.0.file() as u8
}

/// Returns the rank of a square, 0 for Red's back rank to 9 for Black's.
///
/// >>> chuhe.square_rank(chuhe.E9)
/// 9
#[pyfunction]
pub fn square_rank(square: SquareArg) -> u8 {
    square.0.rank() as u8
}

/// Returns the name of a square.
///
/// >>> chuhe.square_name(4)
/// 'e0'
#[pyfunction]
pub fn square_name(square: SquareArg) -> String {
    square.0.to_string()
}

/// Returns the square with this name.
///
/// >>> chuhe.parse_square("e0")
/// 4
/// >>> chuhe.parse_square("j0")
/// Traceback (most recent call last):
/// ValueError: 'j0' is not a square of the board (a0 to i9)
#[pyfunction]
pub fn parse_square(name: Cow<'_, str>) -> PyResult<SquareNumber> {
    name.parse::<Square>().map(Into::into).map_err(value_error)
}
