// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole files: reading with errors that name them, comparing paths, locking.

use crate::bounded;
use crate::files::directory;
use anyhow::{Context, bail};
use std::fs::{self, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Maximum size of texts that are read as a whole: positions, openings, settings, states.
const MAX_TEXT: u64 = 64 << 20;

/// Reads a text file.
pub fn read(path: &Path) -> anyhow::Result<String> {
    let read = || {
        let bytes = bounded::read_file(path, MAX_TEXT)?;
        String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "not text in UTF-8"))
    };
    read().with_context(|| path.display().to_string())
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
