// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors of book files.

use std::io;
use thiserror::Error;

/// A file is not a book that this program can use.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is a directory, a pipe or a device.
    #[error("not a regular file")]
    NoFile,
    /// It is longer than it says, or than a book can be.
    #[error("longer than a book of its kind can be")]
    TooLong,
    /// It is shorter than it says.
    #[error("a book that was cut off")]
    CutOff,
    /// It is neither a book of ours nor a `BOOK.DAT`.
    #[error("neither a book of chuhe nor one of ElephantEye")]
    Foreign,
    /// It is a book of ours in a version of the format that is not known here.
    #[error("a book in version {found} of the format; known is version {supported}")]
    Version {
        /// The version of the file.
        found: u16,
        /// The version that this program reads.
        supported: u16,
    },
    /// Bytes were changed.
    #[error("a damaged book: the checksum is wrong")]
    Checksum,
    /// The record with this number, from 0 on, has no move or is out of order.
    #[error("a damaged book: record {0} has no move or is out of order")]
    Record(usize),
}
