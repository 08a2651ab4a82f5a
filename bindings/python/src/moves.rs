// SPDX-License-Identifier: MIT OR Apache-2.0
//! Moves.

use crate::board::Board;
use crate::convert::{Named, value_error};
use crate::square::{SquareArg, SquareNumber};
use pyo3::prelude::*;
use std::borrow::Cow;
use xiangqi::types;
use xiangqi::{Notation, Position};

/// A move from one square to another.
///
/// >>> chuhe.Move(chuhe.H2, chuhe.E2)
/// Move.from_iccs('h2e2')
#[pyclass(module = "chuhe", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(pub types::Move);

#[pymethods]
impl Move {
    #[new]
    fn new(from_square: SquareArg, to_square: SquareArg) -> PyResult<Self> {
        let (from, to) = (from_square.0, to_square.0);
        if from == to {
            return Err(value_error(format_args!("a move from {from} to {to} is none")));
        }
        Ok(Self(types::Move::new(from, to)))
    }

    /// Reads coordinates: `h2e2` or `H2-E2`. `Board.parse_text` reads every notation.
    ///
    /// >>> chuhe.Move.from_iccs("H2-E2")
    /// Move.from_iccs('h2e2')
    #[staticmethod]
    fn from_iccs(text: Cow<'_, str>) -> PyResult<Self> {
        text.parse().map(Self).map_err(value_error)
    }

    /// The square that the move starts from.
    #[getter]
    fn from_square(&self) -> SquareNumber {
        self.0.from().into()
    }

    /// The square that the move goes to.
    #[getter]
    fn to_square(&self) -> SquareNumber {
        self.0.to().into()
    }

    /// Returns the move in coordinates.
    ///
    /// >>> chuhe.Move(chuhe.H2, chuhe.E2).iccs()
    /// 'h2e2'
    fn iccs(&self) -> String {
        self.0.to_string()
    }

    /// Returns the move in Chinese notation; it must be legal on the board.
    ///
    /// >>> chuhe.Move.from_iccs("h2e2").chinese(chuhe.Board())
    /// '炮二平五'
    fn chinese(&self, board: &Board) -> PyResult<String> {
        self.write(&board.0, Notation::Chinese)
    }

    /// Returns the move in WXF notation; it must be legal on the board.
    ///
    /// >>> chuhe.Move.from_iccs("h2e2").wxf(chuhe.Board())
    /// 'C2.5'
    fn wxf(&self, board: &Board) -> PyResult<String> {
        self.write(&board.0, Notation::Wxf)
    }

    /// Returns the move in a notation: `iccs`, `wxf`, `chinese`, `chinese-traditional` or `vietnamese`. It must
    /// be legal on the board.
    ///
    /// >>> chuhe.Move.from_iccs("h2e2").text(chuhe.Board(), "vietnamese")
    /// 'P2-5'
    fn text(&self, board: &Board, notation: Named<Notation>) -> PyResult<String> {
        self.write(&board.0, notation.0)
    }

    fn __str__(&self) -> String {
        self.iccs()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_iccs('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (SquareNumber, SquareNumber) {
        (self.from_square(), self.to_square())
    }
}

impl Move {
    fn write(self, position: &Position, notation: Notation) -> PyResult<String> {
        checked(position, self.0)?;
        Ok(notation.write(position, self.0))
    }
}

/// Refuses a move that is not legal.
pub fn checked(position: &Position, mv: types::Move) -> PyResult<()> {
    match position.why_illegal(mv) {
        None => Ok(()),
        Some(reason) => Err(value_error(xiangqi::position::IllegalMove { mv, reason })),
    }
}
