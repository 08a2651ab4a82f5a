// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading and writing whole files, with errors that name them.

use super::failure::Failure;
use anyhow::Context;
use std::fs;
use std::path::Path;

/// The file's text.
pub(super) fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Writes the file, completely or not at all: under a temporary name beside it, which is then renamed.
pub(super) fn write(path: &Path, contents: &str) -> Result<(), Failure> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let written = fs::write(&temporary, contents).and_then(|()| fs::rename(&temporary, path));
    written.with_context(|| path.display().to_string()).map_err(|error| {
        // Absent already if it could not be created: nothing to report beyond the first error.
        let _ = fs::remove_file(&temporary);
        Failure::Job(error)
    })
}
