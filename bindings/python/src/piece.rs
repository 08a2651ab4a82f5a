// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pieces.

use crate::convert::{color, is_red, piece_kind, piece_type, value_error};
use pyo3::prelude::*;
use xiangqi::types::{self, Language};

/// A piece of one side.
///
/// >>> chuhe.Piece(chuhe.ROOK, chuhe.RED)
/// Piece.from_symbol('R')
#[pyclass(module = "chuhe", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(pub types::Piece);

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: u8, color: bool) -> PyResult<Self> {
        Ok(Self(types::Piece::new(piece_kind(piece_type)?, self::color(color))))
    }

    /// Returns the piece with this FEN letter, in upper case for Red.
    ///
    /// >>> chuhe.Piece.from_symbol("c").chinese()
    /// '炮'
    #[staticmethod]
    fn from_symbol(symbol: char) -> PyResult<Self> {
        let piece = types::Piece::from_letter(symbol);
        piece.map(Self).ok_or_else(|| value_error(format_args!("'{symbol}' is not the letter of a piece")))
    }

    /// The kind of piece: KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON or PAWN.
    #[getter]
    fn piece_type(&self) -> u8 {
        piece_type(self.0.kind())
    }

    /// The side: RED or BLACK.
    #[getter]
    fn color(&self) -> bool {
        is_red(self.0.color())
    }

    /// Returns the FEN letter, in upper case for Red.
    fn symbol(&self) -> char {
        self.0.letter()
    }

    /// Returns the Chinese name.
    fn chinese(&self) -> &'static str {
        self.0.word(Language::Chinese)
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __getnewargs__(&self) -> (u8, bool) {
        (self.piece_type(), self.color())
    }
}
