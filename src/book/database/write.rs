// SPDX-License-Identifier: MIT OR Apache-2.0
//! Makes a book in one of the formats.

use super::layout::{self, Layout};
use super::row::MoveRow;
use crate::book::book_format::BookFormat;
use crate::book::book_move::BookMove;
use crate::book::error::BookError;
use crate::position::Position;
use rusqlite::{Connection, MAIN_DB, params};

/// Returns the bytes of a file with these moves of positions, each position once.
pub fn to_bytes<'a>(
    format: BookFormat,
    known: impl IntoIterator<Item = (&'a Position, BookMove)>,
) -> Result<Vec<u8>, BookError> {
    let mut connection = Connection::open_in_memory()?;
    let Layout { table, columns, create } = layout::of(format);
    connection.execute_batch(create)?;
    let transaction = connection.transaction()?;
    {
        let columns = columns.join(", ");
        let mut insert =
            transaction.prepare(&format!("INSERT INTO {table} ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)"))?;
        for (position, known) in known {
            let Some(place) = layout::places(format, position).into_iter().next() else { continue };
            let row = MoveRow::of(layout::code(format, place.view.mv(known.mv)), &known);
            let MoveRow { code, score, won, drawn, lost, is_usable } = row;
            insert.execute(params![
                layout::form(format, place.key),
                code,
                score,
                won,
                drawn,
                lost,
                is_usable
            ])?;
        }
    }
    transaction.commit()?;
    Ok(connection.serialize(MAIN_DB)?.to_vec())
}
