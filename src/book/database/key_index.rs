// SPDX-License-Identifier: MIT OR Apache-2.0
//! The index of a book whose table has none: a file beside it, made when the book is first opened and again
//! when it has changed. That takes about a minute for a gigabyte but hardly any memory, since the database
//! sorts in files.
//!
//! It is a database, too, of the keys and the numbers of their rows in the order of the keys, with the size
//! of the book and the time of its last change.

use super::layout::Layout;
use crate::book::error::BookError;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, Result, params};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use tempfile::NamedTempFile;
use xiangqi::types::{Bilingual, bilingual};

/// Size of a book, and the time of its last change in nanoseconds.
type Stamp = (i64, i64);

#[derive(Debug)]
pub struct KeyIndex(Connection);

impl KeyIndex {
    /// Opens the index of a book, which is made if it is missing or out of date.
    pub fn open(book: &Path, table: &Connection, layout: &Layout) -> std::result::Result<Self, BookError> {
        let mut path = book.as_os_str().to_owned();
        path.push(".index");
        let path = PathBuf::from(path);
        let stamp = stamp(book)?;
        if let Some(connection) = open(&path, stamp) {
            return Ok(Self(connection));
        }
        log::info!("{}: no index of the keys; making {}", book.display(), path.display());
        make(&path, stamp, table, layout)
            .map_err(|reason| BookError::KeyIndex { path: path.clone(), reason })?;
        open(&path, stamp).map(Self).ok_or(BookError::NoKeyIndex)
    }

    /// Returns the numbers of the rows with this key.
    pub fn rows(&self, key: &Value) -> Result<Vec<i64>> {
        let mut statement = self.0.prepare("SELECT number FROM row WHERE key = ?")?;
        statement.query_map([key], |row| row.get(0))?.collect()
    }
}

fn stamp(book: &Path) -> io::Result<Stamp> {
    let data = fs::metadata(book)?;
    let changed = data.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    Ok((data.len().cast_signed(), i64::try_from(changed.as_nanos()).unwrap_or(i64::MAX)))
}

/// Opens the file at `path` if it is the index of a book with this stamp.
fn open(path: &Path, stamp: Stamp) -> Option<Connection> {
    let path = path.is_file().then_some(path)?;
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
    let of = connection.query_row("SELECT size, changed FROM book", [], |row| Ok((row.get(0)?, row.get(1)?)));
    (of.ok()? == stamp).then_some(connection)
}

fn make(
    path: &Path,
    (size, changed): Stamp,
    table: &Connection,
    layout: &Layout,
) -> std::result::Result<(), Bilingual> {
    let file = NamedTempFile::new_in(path.parent().unwrap_or(path))?;
    fill(file.path(), size, changed, table, layout)
        .map_err(|error| bilingual!("{error}", "数据库无法写入"))?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn fill(path: &Path, size: i64, changed: i64, table: &Connection, layout: &Layout) -> Result<()> {
    let mut index = Connection::open(path)?;
    // Nothing is lost if this file is not finished.
    index.execute_batch(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
         CREATE TABLE book (size INTEGER, changed INTEGER);
         CREATE TABLE row (key, number INTEGER, PRIMARY KEY (key, number)) WITHOUT ROWID;",
    )?;
    let transaction = index.transaction()?;
    transaction.execute("INSERT INTO book VALUES (?, ?)", params![size, changed])?;
    {
        let Layout { table: name, columns: [key, ..], .. } = layout;
        let mut sorted = table.prepare(&format!(
            "SELECT {key}, rowid FROM {name} WHERE {key} IS NOT NULL ORDER BY {key}, rowid"
        ))?;
        let mut insert = transaction.prepare("INSERT INTO row VALUES (?, ?)")?;
        let mut rows = sorted.query([])?;
        while let Some(row) = rows.next()? {
            insert.execute(params![row.get::<_, Value>(0)?, row.get::<_, i64>(1)?])?;
        }
    }
    transaction.commit()
}
