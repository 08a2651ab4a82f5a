// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors of book files.

use std::io;
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
    /// The file is neither a chuhe book nor a `BOOK.DAT`.
    #[error("not a chuhe or ElephantEye (BOOK.DAT) book")]
    Foreign,
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
