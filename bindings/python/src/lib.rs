// SPDX-License-Identifier: MIT OR Apache-2.0
//! The Python package `chuhe`: the rules of Xiangqi, game files and the engine, with the names of python-chess.
//!
//! The classes wrap types of the libraries `xiangqi` and `chuhe` and judge nothing themselves. Errors become
//! exceptions with the message of the library: `ValueError` for texts and values, `OSError` for files. The
//! doc comments are the docstrings of Python; their examples are tested by `tests/test_docs.py`, and the types
//! are in `python/chuhe/_chuhe.pyi`.
#![allow(clippy::needless_pass_by_value, reason = "arguments are converted from Python objects")]
#![allow(
    clippy::trivially_copy_pass_by_ref,
    clippy::wrong_self_convention,
    reason = "methods of Python objects take references and have the names that Python users know"
)]
#![allow(clippy::doc_markdown, clippy::doc_link_with_quotes, reason = "docstrings are for Python")]

mod analysis;
mod board;
mod convert;
mod engine;
mod moves;
mod piece;
mod positions;
mod process;
mod records;
mod rules;
mod score;
mod square;
mod tables;
mod wait;

use chuhe::eval::Network;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use xiangqi::fen::START_FEN;

#[pymodule]
mod _chuhe {
    #[pymodule_export]
    use crate::analysis::{Answers, analyse_many};
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::engine::{Analysis, Engine};
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::piece::Piece;
    #[pymodule_export]
    use crate::positions::{features, legal_moves_batch, perft, static_eval};
    #[pymodule_export]
    use crate::records::{Records, write_dhtmlxq, write_pgn, write_xqf};
    #[pymodule_export]
    use crate::rules::{Attack, ClassifiedMove, Outcome, Repetition, Verdict};
    #[pymodule_export]
    use crate::score::{Score, SearchInfo, SearchResult};
    #[pymodule_export]
    use crate::square::{parse_square, square, square_file, square_name, square_rank};
    #[pymodule_export]
    use crate::tables::Tables;

    use super::{Bound, Network, PyAnyMethods, PyModule, PyModuleMethods, PyResult, PyTuple, START_FEN};
    use xiangqi::notation::record_extensions;
    use xiangqi::types::{PieceKind, Square};

    /// Adds the constants.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        // Loaded before any fork: one that is being loaded would never be in the copy of the process.
        _ = Network::embedded();
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("STARTING_FEN", START_FEN)?;
        module.add("RED", true)?;
        module.add("BLACK", false)?;
        let suffixes = record_extensions().into_iter().map(|extension| format!(".{extension}"));
        module.add("SUFFIXES", PyTuple::new(module.py(), suffixes.collect::<Vec<_>>())?)?;
        for kind in PieceKind::ALL {
            module.add(format!("{kind:?}").to_uppercase(), kind as u8 + 1)?;
        }
        for square in Square::ALL {
            module.add(format!("{square:?}"), square as u8)?;
        }
        // All names are public, and the stub need not list them twice.
        module.delattr("__all__")
    }
}
