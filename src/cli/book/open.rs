// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opens books, with errors that name the file.

use crate::book::Book;
use anyhow::Context;
use std::path::Path;

/// Opens a book of any format.
pub fn open(file: &Path) -> anyhow::Result<Book> {
    Book::open(file).with_context(|| file.display().to_string())
}
