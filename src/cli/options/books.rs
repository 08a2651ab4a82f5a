// SPDX-License-Identifier: MIT OR Apache-2.0
//! The opening books that a command reads.

use crate::book::{Book, Books};
use crate::cli::failure::warn;
use crate::protocol::options::Options;
use anyhow::Context;
use std::path::PathBuf;
use ucci::Dialect;

/// Opens these books; without any, the engine's default one. If that cannot be read, the command goes on
/// without it.
pub fn open_books(files: &[PathBuf]) -> anyhow::Result<Books> {
    let open = |file: &PathBuf| Book::open(file).with_context(|| file.display().to_string());
    if !files.is_empty() {
        return Ok(Books::new(files.iter().map(open).collect::<anyhow::Result<_>>()?));
    }
    let files = Options::default().book_settings(Dialect::Ucci).files;
    let readable = |book: anyhow::Result<Book>| book.inspect_err(|error| warn(&format!("{error:#}"))).ok();
    Ok(Books::new(files.iter().map(|file| open(&file.path)).filter_map(readable).collect()))
}
