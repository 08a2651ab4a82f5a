// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole files: reading and writing with errors that name them, comparing paths, locking.

use super::failure::Failure;
use crate::files::{self, directory};
use anyhow::{Context, bail, ensure};
use std::fs::{self, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Reads a text file.
pub fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Returns the canonical path of a file, which need not exist yet. Devices and pipes have none: they cannot
/// be overwritten.
pub fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(target) = fs::canonicalize(path) {
        return target.is_file().then_some(target);
    }
    Some(fs::canonicalize(directory(path)).ok()?.join(path.file_name()?))
}

/// Returns true if both paths name the same file.
pub fn are_same(one: &Path, other: &Path) -> bool {
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Checks that a file can be created at this path, to fail before the work rather than after it.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let directory = directory(path);
    ensure!(directory.is_dir(), "{}: directory {} does not exist", path.display(), directory.display());
    ensure!(!path.is_dir(), "{}: is a directory", path.display());
    Ok(())
}

/// Writes a file completely or not at all, as [`save`] does. `-` is standard output.
pub fn write(path: &Path, contents: &str) -> Result<(), Failure> {
    if path == Path::new("-") {
        return Ok(io::stdout().write_all(contents.as_bytes())?);
    }
    save(path, contents)
}

/// Writes a file completely or not at all, as [`files::write`] does.
pub fn save(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Failure> {
    files::write(path, contents).with_context(|| path.display().to_string()).map_err(Failure::Job)
}

/// Removes a file that was created for a job which then did not begin.
pub fn remove_if_empty(path: &Path) {
    if fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() == 0) {
        // An empty file left behind does no harm.
        let _ = fs::remove_file(path);
    }
}

/// Locks a file against other runs of this program until the returned handle is dropped or the process ends.
/// The file is created if it does not exist. Off Unix, and on file systems without locks, it is not locked.
pub fn reserve(path: &Path) -> anyhow::Result<fs::File> {
    let opened = fs::OpenOptions::new().read(true).append(true).create(true).open(path);
    let file = opened.with_context(|| path.display().to_string())?;
    // Elsewhere a lock would keep this very process from opening the file once more.
    if !cfg!(unix) {
        return Ok(file);
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("{}: another run is writing to it", path.display()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}
