// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files that are whole or not there at all.

use std::fs;
use std::io;
use std::path::Path;

/// Writes a file completely or not at all. What is there already stays what it is: a link still leads to the file that is
/// written, and devices and pipes are written to.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    match fs::canonicalize(path) {
        Ok(target) if target.is_file() => replace(&target, contents),
        Err(_) if path.symlink_metadata().is_err() => replace(path, contents),
        _ => fs::write(path, contents),
    }
}

/// Writes under a temporary name beside the file, which is then renamed.
fn replace(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    fs::write(&temporary, contents).and_then(|()| fs::rename(&temporary, path)).inspect_err(|_| {
        // Absent already if it could not be created: nothing to report beyond the first error.
        let _ = fs::remove_file(&temporary);
    })
}
