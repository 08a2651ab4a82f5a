// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading and writing whole files, with errors that name them; which names mean the same file; keeping others off one.

use super::failure::Failure;
use crate::files::{self, directory};
use anyhow::{Context, bail, ensure};
use std::fs::{self, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file's text.
pub fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

/// Where a file is or would be, whichever of its names is given. Devices and pipes have no such place: there is nothing
/// in them to overwrite.
pub fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(target) = fs::canonicalize(path) {
        return target.is_file().then_some(target);
    }
    Some(fs::canonicalize(directory(path)).ok()?.join(path.file_name()?))
}

/// Are these names of one file?
pub fn are_same(one: &Path, other: &Path) -> bool {
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Can the file be written? Better said before the work than after it.
pub fn check(path: &Path) -> anyhow::Result<()> {
    let directory = directory(path);
    ensure!(directory.is_dir(), "{}: there is no directory {}", path.display(), directory.display());
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

/// Keeps other runs of this program off a file, which is created if it does not exist, until the guard is dropped or the
/// process has ended, however it did. Where files cannot be locked, this does nothing.
pub fn reserve(path: &Path) -> anyhow::Result<fs::File> {
    let opened = fs::OpenOptions::new().read(true).append(true).create(true).open(path);
    let file = opened.with_context(|| path.display().to_string())?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("{}: another run is writing to it", path.display()),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}
