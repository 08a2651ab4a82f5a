// SPDX-License-Identifier: MIT OR Apache-2.0
//! Endgame tables.

use crate::board::Board;
use crate::convert::OneOrMore;
use crate::moves::Move;
use crate::process::ProcessLocal;
use chuhe::tb::{SharedTb, Tablebase, TablebaseError, TbValue};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// The endgame tables of a folder, or of a list of folders; `chuhe tables build` makes them. They know the rule of
/// perpetual check, not that of perpetual chase. They cannot be used after a fork, in the new process: open them again
/// there.
#[pyclass(module = "chuhe", frozen)]
pub struct Tables(ProcessLocal<Arc<Tablebase>>);

/// `win`, `draw` or `loss` for the side to move, and the number of plies to it.
type TableValue = (&'static str, u16);

#[pymethods]
impl Tables {
    #[new]
    fn new(folders: OneOrMore<PathBuf>) -> PyResult<Self> {
        let tables = Tablebase::open(&folders.0).map_err(os_error)?;
        Ok(Self(ProcessLocal::new(Arc::new(tables))))
    }

    /// The material of each table, such as `KRvKAABB`.
    #[getter]
    fn balances(&self) -> PyResult<Vec<String>> {
        Ok(self.0.get()?.balances().iter().map(ToString::to_string).collect())
    }

    /// The most pieces that a table has, kings included; 0 if there is none.
    #[getter]
    fn max_pieces(&self) -> PyResult<u32> {
        Ok(self.0.get()?.most_pieces())
    }

    /// Returns `win`, `draw` or `loss` for the side to move, with the number of plies; None if no table has the
    /// position.
    fn probe(&self, board: &Board) -> PyResult<Option<TableValue>> {
        Ok(self.0.get()?.value(&board.0).map_err(os_error)?.map(table_value))
    }

    /// Returns the legal moves with their values for the side to move, quickest wins first and slowest losses last;
    /// None if a position after one of them has no table.
    fn moves(&self, board: &Board) -> PyResult<Option<Vec<(Move, TableValue)>>> {
        let moves = self.0.get()?.moves(&board.0).map_err(os_error)?;
        Ok(moves.map(|moves| moves.into_iter().map(|(mv, value)| (Move(mv), table_value(value))).collect()))
    }
}

impl Tables {
    pub fn shared(&self) -> PyResult<SharedTb> {
        self.tablebase().map(SharedTb::new)
    }

    pub fn tablebase(&self) -> PyResult<Arc<Tablebase>> {
        self.0.get().map(Arc::clone)
    }
}

fn table_value(value: TbValue) -> TableValue {
    match value {
        TbValue::Win(plies) => ("win", plies),
        TbValue::Draw => ("draw", 0),
        TbValue::Loss(plies) => ("loss", plies),
    }
}

fn os_error(error: TablebaseError) -> PyErr {
    PyOSError::new_err(error.to_string())
}
