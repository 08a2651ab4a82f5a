// SPDX-License-Identifier: MIT OR Apache-2.0
//! Books of other programs that are SQLite databases: `.obk` and `.yfk` (BHGUI), `.pfb` (pfBook) and `.xqb`
//! (xqbook).
//!
//! All of them store the same of a move: a score, the numbers of games won, drawn and lost by the mover, and
//! whether it may be played. They differ in how they identify a position ([`bhgui`], [`xqbook`]) and in the
//! names of tables and columns ([`layout`]).
//!
//! A book stays in its file, of which a probe reads a few pages through the database's index of the keys: a
//! book of a gigabyte costs no memory and opens at once. For a file without such an index one is made once,
//! [beside it](key_index).
//!
//! The score is the weight of a move. Where no score is positive, the moves with the highest one weigh 1, so
//! that a book which only values moves is played from, too.

mod bhgui;
mod key_index;
mod layout;
mod row;
mod xqbook;

use super::database_book::{DatabaseBook, Oddities};
use super::error::BookError;
use super::format::{BookFormat, BookMove};
use key_index::KeyIndex;
use layout::Layout;
use row::{MoveRow, Place, View};
use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, MAIN_DB, OpenFlags, Result, Row, ToSql, params};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use xiangqi::position::Position;

/// Time to wait for another program that writes to the book.
const PATIENCE: Duration = Duration::from_millis(500);

/// A book in a database.
#[derive(Debug)]
struct Database {
    format: BookFormat,
    size: usize,
    table: Mutex<Table>,
}

#[derive(Debug)]
struct Table {
    connection: Connection,
    layout: &'static Layout,
    /// The index of the keys if the database has none.
    index: Option<KeyIndex>,
}

/// Opens a book, which is never written to.
pub fn open(path: &Path) -> Result<Arc<dyn DatabaseBook>, BookError> {
    let size = usize::try_from(fs::metadata(path)?.len()).unwrap_or(usize::MAX);
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let index = |connection: &Connection, layout: &Layout| KeyIndex::open(path, connection, layout);
    Ok(Arc::new(Database::new(connection, size, index)?))
}

/// Reads a book from the bytes of a file.
pub fn from_bytes(bytes: &[u8]) -> Result<Arc<dyn DatabaseBook>, BookError> {
    let mut connection = Connection::open_in_memory()?;
    connection.deserialize_read_exact(MAIN_DB, bytes, bytes.len(), true)?;
    Ok(Arc::new(Database::new(connection, bytes.len(), |_, _| Err(BookError::NoKeyIndex))?))
}

impl Database {
    fn new(
        connection: Connection,
        size: usize,
        index: impl FnOnce(&Connection, &Layout) -> Result<KeyIndex, BookError>,
    ) -> Result<Self, BookError> {
        connection.busy_timeout(PATIENCE)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        let mut format = layout::recognise(&connection)?;
        let layout = layout::of(format);
        let is_indexed = layout.has_index(&connection)?;
        let index = if is_indexed { None } else { Some(index(&connection, layout)?) };
        let table = Table { connection, layout, index };
        if format == BookFormat::Obk && table.is_swapped()? {
            format = BookFormat::Yfk;
        }
        Ok(Self { format, size, table: Mutex::new(table) })
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().expect("no thread panics with it")
    }
}

impl DatabaseBook for Database {
    fn format(&self) -> BookFormat {
        self.format
    }

    fn size(&self) -> usize {
        self.size
    }

    fn probe(&self, position: &Position) -> Vec<BookMove> {
        self.lock().probe(self.format, position).unwrap_or_else(|error| {
            log::warn!("book: {error}");
            Vec::new()
        })
    }

    fn positions(&self) -> usize {
        let Layout { columns: [key, ..], .. } = layout::of(self.format);
        self.lock().count(&format!("count(DISTINCT {key})"))
    }

    fn moves(&self) -> usize {
        self.lock().count("count(*)")
    }

    fn oddities(&self) -> Result<Oddities, BookError> {
        Ok(self.lock().oddities(self.format)?)
    }
}

impl From<rusqlite::Error> for BookError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.to_string())
    }
}

impl Table {
    fn probe(&self, format: BookFormat, position: &Position) -> Result<Vec<BookMove>> {
        let mut found = Vec::new();
        for place in layout::places(format, position) {
            found.extend(self.rows(&place)?.into_iter().map(|row| (row, place.view)));
        }
        let scores = found.iter().filter(|(row, _)| row.is_usable).map(|(row, _)| row.score);
        let best = scores.max().unwrap_or_default();
        let readings = |&(ref row, view): &(MoveRow, View)| {
            let known = |mv| row.known(view.mv(mv), best);
            layout::moves(format, row.code).into_iter().map(known).collect::<Vec<_>>()
        };
        Ok(found.iter().flat_map(readings).collect())
    }

    /// Returns the rows of a place.
    fn rows(&self, place: &Place) -> Result<Vec<MoveRow>> {
        let mut found = Vec::new();
        let mut take = |row: &Row<'_>| {
            if place.key.is(row.get_ref(0)?) {
                found.push(MoveRow::read(row)?);
            }
            Ok(())
        };
        for form in place.key.forms() {
            match &self.index {
                None => self.each(self.layout.columns[0], &form, &mut take)?,
                Some(index) => {
                    index.rows(&form)?.iter().try_for_each(|row| self.each("rowid", row, &mut take))?;
                }
            }
        }
        Ok(found)
    }

    /// Passes on the rows with this value in a column.
    fn each(&self, column: &str, value: &dyn ToSql, take: impl FnMut(&Row<'_>) -> Result<()>) -> Result<()> {
        let Layout { table, columns, .. } = self.layout;
        let query = format!("SELECT {} FROM {table} WHERE {column} = ?", columns.join(", "));
        self.connection.prepare(&query)?.query_map([value], take)?.collect()
    }

    fn count(&self, what: &str) -> usize {
        let query = format!("SELECT {what} FROM {}", self.layout.table);
        let number: Result<i64> = self.connection.query_row(&query, [], |row| row.get(0));
        number.ok().and_then(|number| usize::try_from(number).ok()).unwrap_or_default()
    }

    fn oddities(&self, format: BookFormat) -> Result<Oddities> {
        let mut found = Oddities { is_unindexed: self.index.is_some(), ..Oddities::default() };
        let Layout { table, columns, .. } = self.layout;
        let query = format!("SELECT {} FROM {table}", columns.join(", "));
        let mut statement = self.connection.prepare(&query)?;
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

    /// Returns true if the moves of the start position, or of the first position after it that the book has,
    /// are legal with their squares swapped.
    fn is_swapped(&self) -> Result<bool> {
        let start = Position::startpos();
        let replies = start.legal_moves().into_iter().map(|mv| start.after(mv));
        for position in [start.clone()].into_iter().chain(replies) {
            for place in layout::places(BookFormat::Obk, &position) {
                for row in self.rows(&place)? {
                    let mut readings = layout::moves(BookFormat::Obk, row.code).into_iter();
                    if let Some(reading) = readings.position(|mv| position.is_legal(place.view.mv(mv))) {
                        return Ok(reading == 1);
                    }
                }
            }
        }
        Ok(false)
    }
}

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
