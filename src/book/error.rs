// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors of book files.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Error from opening a book.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The path is a directory, a pipe or a device.
    #[error("not a regular file")]
    NoFile,
    /// The file is longer than its header says, or than the size limit.
    #[error("damaged book: longer than its header says, or than 256 MiB")]
    TooLong,
    /// The file is shorter than its header says.
    #[error("truncated book: shorter than its header says")]
    CutOff,
    /// The file is not a book in any of the formats.
    #[error(
        "not a book of chuhe, ElephantEye (BOOK.DAT), BHGUI (.obk, .yfk), pfBook (.pfb) or xqbook (.xqb)"
    )]
    Foreign,
    /// The file is a database, and this library was built without SQLite.
    #[error("SQLite book: this build reads books of chuhe and ElephantEye only")]
    NoSqlite,
    /// The database cannot be read.
    #[error("damaged book: {0}")]
    Database(String),
    /// The database is not a book.
    #[error("SQLite database without a table of book moves (bhobk, pfBook or book)")]
    NoTable,
    /// The bytes are those of a database whose keys have no index.
    #[error("SQLite book without an index of its keys: it can be probed as a file only")]
    NoKeyIndex,
    /// An index of the keys cannot be made beside the file.
    #[error("SQLite book without an index of its keys, and {} cannot be written: {reason}", path.display())]
    KeyIndex {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: String,
    },
    /// The file is a chuhe book in an unknown version of the format.
    #[error("unsupported version {found} of the book format; this program reads version {supported}")]
    Version {
        /// The version of the file.
        found: u16,
        /// The version that this program reads.
        supported: u16,
    },
    /// The checksum is wrong.
    #[error("damaged book: wrong checksum")]
    Checksum,
    /// The record with this number, from 0, is malformed or out of order.
    #[error("damaged book: record {0} is malformed or out of order")]
    Record(usize),
}
