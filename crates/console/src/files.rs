// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole files: atomic writes (a file appears complete or not at all), reads with errors that name the file,
//! comparing paths, locking.

use crate::failure::Place;
use crate::input::{self, Input};
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};
use xiangqi::notation::Encoding;
use xiangqi::types::{Bilingual, bilingual};

/// Number of symbolic links that are followed one after another, as on Linux.
const MAX_LINKS: usize = 40;

/// Writes a file atomically, as a [`Draft`].
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(contents.as_ref())?;
    draft.finish()
}

/// Writes a file as [`write()`] does, and [reserves](reserve) it from the moment at which it appears until
/// the returned handle is dropped.
pub fn write_reserved(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<Option<File>> {
    let mut draft = Draft::new(path)?;
    draft.write_all(contents.as_ref())?;
    draft.finish_reserved()
}

/// A file that is moved to its path when finished, and removed if it never is. Symbolic links are followed;
/// devices and pipes are written to directly.
pub struct Draft {
    file: BufWriter<File>,
    /// The temporary name, and the path to move it to.
    names: Option<(TempPath, PathBuf)>,
}

impl Draft {
    /// Opens a draft of the file at `path`.
    pub fn new(path: &Path) -> io::Result<Self> {
        let target = match fs::canonicalize(path) {
            Ok(target) if target.is_file() => target,
            Err(_) if fs::metadata(path).is_err() => follow(path),
            _ => return Ok(Self { file: BufWriter::new(input::create(path)?), names: None }),
        };
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let (file, temporary) = create_temporary(name, directory(&target))?.into_parts();
        Ok(Self { file: BufWriter::new(file), names: Some((temporary, target)) })
    }

    /// Moves the file to its path.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        drop(self.file);
        move_to(self.names)
    }

    /// Moves the file to its path; it is [reserved](reserve) before it appears there.
    fn finish_reserved(self) -> io::Result<Option<File>> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        // Elsewhere an open file cannot be replaced.
        let reserved = Some(file).filter(|file| cfg!(unix) && file.try_lock().is_ok());
        move_to(self.names)?;
        Ok(reserved)
    }
}

/// Moves a temporary file to its place, if there is one.
fn move_to(names: Option<(TempPath, PathBuf)>) -> io::Result<()> {
    match names {
        Some((temporary, target)) => temporary.persist(target).map_err(|error| error.error),
        None => Ok(()),
    }
}

/// Creates a temporary file beside a file of this name, with the permissions of any new file. Errors do not
/// name the temporary file: the user knows only the target.
fn create_temporary(name: &OsStr, directory: &Path) -> io::Result<NamedTempFile> {
    let mut prefix = name.to_owned();
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(fs::Permissions::from_mode(0o666));
    let plain = |error: io::Error| error.raw_os_error().map_or(error, io::Error::from_raw_os_error);
    builder.tempfile_in(directory).map_err(plain)
}

/// Returns the path that symbolic links lead to where no file exists yet.
fn follow(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(link) = fs::read_link(&target) else { break };
        target = directory(&target).join(link);
    }
    target
}

/// Returns the directory of a file.
pub fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Maximum size of texts that are read as a whole: positions, openings, settings, states.
const MAX_TEXT: u64 = 64 << 20;

/// Reads a text file in the encoding that it is in.
pub fn read(path: &Path) -> Result<String, Bilingual> {
    let bytes = Input::read_file(path, MAX_TEXT).at(path.display())?;
    Ok(match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(other) => Encoding::decode_any(other.as_bytes()).into_owned(),
    })
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
pub fn reserve(path: &Path) -> Result<fs::File, Bilingual> {
    let opened = fs::OpenOptions::new().read(true).append(true).create(true).open(path);
    let file = opened.at(path.display())?;
    // Elsewhere a lock would keep this very process from opening the file once more.
    if !cfg!(unix) {
        return Ok(file);
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let problem = bilingual!("another run is writing to it", "另一个正在运行的程序在写这个文件");
            Err(problem.at(path.display()))
        }
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// Returns true if another run has [reserved](reserve) the file, or if this system cannot tell.
pub fn is_reserved(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| !cfg!(unix) || file.try_lock_shared().is_err())
}
