// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading and writing whole files, with errors that name them.

use super::failure::Failure;
use crate::files;
use anyhow::Context;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The file's text.
pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Writes a file completely or not at all, as [`files::write`] does. `-` is standard output.
pub(super) fn write(path: &Path, contents: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(io::stdout().write_all(contents.as_bytes())?);
    }
    files::write(path, contents).with_context(|| path.display().to_string()).map_err(Failure::Job)
}
