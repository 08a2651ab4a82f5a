// SPDX-License-Identifier: MIT OR Apache-2.0
//! The errors of reading and writing network files.

use super::arch::{MAX_FILE_SIZE, VERSION};
use std::io;
use thiserror::Error;

/// A network file that cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// Reading the file failed.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// The path names a directory, a pipe or a device.
    #[error("not a regular file")]
    NotAFile,
    /// The file does not begin with the magic bytes of a network file.
    #[error("not a chuhe network file (bad magic)")]
    NotANetwork,
    /// The file has another version of the format.
    #[error("unsupported format version {0} (supported: {VERSION})")]
    Version(u16),
    /// A size or constant of the header is not supported.
    #[error("unsupported network: {what} is {found}, expected {expected}")]
    Unsupported {
        /// The field.
        what: &'static str,
        /// Its value.
        found: usize,
        /// The values that it may have.
        expected: String,
    },
    /// The file is larger than the largest network.
    #[error("not a chuhe network file: it has {found} bytes, the largest network has {MAX_FILE_SIZE}")]
    TooLong {
        /// Its size in bytes.
        found: usize,
    },
    /// The file is truncated, or something was appended.
    #[error("the file has {found} bytes, expected {expected}")]
    Length {
        /// Its size in bytes.
        found: usize,
        /// The size according to its header.
        expected: usize,
    },
    /// The name is not UTF-8 or contains control characters.
    #[error("the name of the network is not printable UTF-8 text")]
    Name,
    /// The checksum does not match.
    #[error("checksum mismatch: the file is damaged")]
    Damaged,
    /// A weight with which sums could overflow.
    #[error("{what} {found} is out of range (-{max} to {max})")]
    OutOfRange {
        /// The kind of weight.
        what: &'static str,
        /// The weight.
        found: i16,
        /// The largest absolute value.
        max: i16,
    },
}
