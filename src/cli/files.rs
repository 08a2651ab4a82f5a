// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading and writing whole files, with errors that name them.

use super::failure::Failure;
use anyhow::Context;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// The file's text.
pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Writes a file completely or not at all. What is there already stays what it is: a link still leads to the file that is
/// written, and devices and pipes are written to. `-` is standard output.
pub(super) fn write(path: &Path, contents: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(io::stdout().write_all(contents.as_bytes())?);
    }
    let written = match fs::canonicalize(path) {
        Ok(target) if target.is_file() => replace(&target, contents),
        Err(_) if path.symlink_metadata().is_err() => replace(path, contents),
        _ => fs::write(path, contents),
    };
    written.with_context(|| path.display().to_string()).map_err(Failure::Job)
}

/// Writes under a temporary name beside the file, which is then renamed.
fn replace(path: &Path, contents: &str) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    fs::write(&temporary, contents).and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
        // Absent already if it could not be created: nothing to report beyond the first error.
        let _ = fs::remove_file(&temporary);
    })
}
