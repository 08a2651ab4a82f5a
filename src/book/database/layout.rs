// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tables of each format, by which a book is recognised.

use super::row::{Code, Key, Place};
use super::{bhgui, xqbook};
use crate::book::error::BookError;
use crate::book::format::BookFormat;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};
use xiangqi::position::Position;
use xiangqi::types::Move;

/// A table of moves.
#[derive(Debug)]
pub struct Layout {
    pub table: &'static str,
    /// Key, move, score, games won, drawn and lost, and 1 if the move may be played.
    pub columns: [&'static str; 7],
    /// The statements that make an empty book.
    pub create: &'static str,
}

static BHGUI: Layout = Layout {
    table: "bhobk",
    columns: ["vkey", "vmove", "vscore", "vwin", "vdraw", "vlost", "vvalid"],
    create: "CREATE TABLE bhobk (id INTEGER PRIMARY KEY, vkey, vmove INTEGER, vscore INTEGER, vwin INTEGER, \
             vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER); \
             CREATE INDEX bhobk_vkey ON bhobk (vkey);",
};

static PFBOOK: Layout = Layout {
    table: "pfBook",
    columns: BHGUI.columns,
    create: "CREATE TABLE pfBook (id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore INTEGER, vwin INTEGER, \
             vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER); \
             CREATE INDEX pfBook_vkey ON pfBook (vkey); \
             CREATE TABLE bookVersion (key TEXT, version INTEGER); \
             INSERT INTO bookVersion VALUES ('version', 1);",
};

static XQBOOK: Layout = Layout {
    table: "book",
    columns: ["Key", "Move", "Score", "Win", "Draw", "Lost", "Valid"],
    create: "CREATE TABLE book (Id INTEGER PRIMARY KEY, Key BLOB, Move INTEGER, Score INTEGER, Win INTEGER, \
             Draw INTEGER, Lost INTEGER, Valid INTEGER, Memo TEXT); \
             CREATE INDEX book_Key ON book (Key); \
             CREATE TABLE information (version INTEGER, game TEXT); \
             INSERT INTO information VALUES (1, 'xiangqi');",
};

impl Layout {
    /// Returns true if the database finds a key without reading the whole table.
    pub fn has_index(&self, connection: &Connection) -> rusqlite::Result<bool> {
        let Self { table, columns: [key, ..], .. } = self;
        let query = format!("EXPLAIN QUERY PLAN SELECT * FROM {table} WHERE {key} = 1");
        let plan: String = connection.query_row(&query, [], |row| row.get("detail"))?;
        Ok(plan.starts_with("SEARCH"))
    }
}

/// Returns the table of a format.
pub fn of(format: BookFormat) -> &'static Layout {
    match format {
        BookFormat::Pfb => &PFBOOK,
        BookFormat::Xqb => &XQBOOK,
        _ => &BHGUI,
    }
}

/// Returns the places where a book may keep a position.
pub fn places(format: BookFormat, position: &Position) -> Vec<Place> {
    match format {
        BookFormat::Xqb => vec![xqbook::place(position)],
        _ => bhgui::places(position),
    }
}

/// Returns the moves that a code may mean; at most one of them is legal.
pub fn moves(format: BookFormat, code: Code) -> Vec<Move> {
    match format {
        BookFormat::Xqb => xqbook::mv(code).into_iter().collect(),
        _ => bhgui::moves(code),
    }
}

/// Returns the code of a move.
pub fn code(format: BookFormat, mv: Move) -> Code {
    match format {
        BookFormat::Xqb => xqbook::code(mv),
        _ => bhgui::code(mv, format == BookFormat::Yfk),
    }
}

/// Returns the form in which the original program stores a key.
pub fn form(format: BookFormat, key: Key) -> Value {
    match key {
        Key::Number(key) if format != BookFormat::Pfb && key >> 63 == 1 && !f64::from_bits(key).is_nan() => {
            Value::Real(f64::from_bits(key))
        }
        Key::Number(key) => Value::Integer(key.cast_signed()),
        Key::Board(bytes) => Value::Blob(bytes),
    }
}

/// Recognises a book by its tables. Of `.obk` and `.yfk`, which have the same, it returns the former.
pub fn recognise(connection: &Connection) -> Result<BookFormat, BookError> {
    for format in [BookFormat::Obk, BookFormat::Pfb, BookFormat::Xqb] {
        let Layout { table, columns, .. } = of(format);
        // A view or a virtual table would run what somebody wrote into the file.
        let is_table = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ? COLLATE NOCASE \
                        AND rootpage > 0";
        if connection.query_row(is_table, [table], |_| Ok(())).optional()?.is_some() {
            connection.prepare(&format!("SELECT {} FROM {table}", columns.join(", ")))?;
            return Ok(format);
        }
    }
    Err(BookError::NoTable)
}
