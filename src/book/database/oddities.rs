// SPDX-License-Identifier: MIT OR Apache-2.0
//! Unusual rows of a book, counted in one pass.

use super::layout::{self, Layout};
use super::row::MoveRow;
use crate::book::book_format::BookFormat;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Result};

/// Numbers of unusual moves in a database.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Oddities {
    /// Moves whose key is stored as a floating-point number.
    pub real_keys: usize,
    /// Moves that are lost, because their key became NULL.
    pub lost_keys: usize,
    /// Moves that may not be played.
    pub barred: usize,
    /// Rows that do not hold a move.
    pub malformed: usize,
    /// True if the table has no index of its keys.
    pub is_unindexed: bool,
}

pub fn count(connection: &Connection, format: BookFormat) -> Result<Oddities> {
    let mut found = Oddities::default();
    let Layout { table, columns, .. } = layout::of(format);
    let mut statement = connection.prepare(&format!("SELECT {} FROM {}", columns.join(", "), table))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let moves = MoveRow::read(row)?;
        match row.get_ref(0)? {
            ValueRef::Real(_) => found.real_keys += 1,
            ValueRef::Null => found.lost_keys += 1,
            _ => {}
        }
        found.barred += usize::from(!moves.is_usable);
        found.malformed += usize::from(layout::moves(format, moves.code).is_empty());
    }
    Ok(found)
}
