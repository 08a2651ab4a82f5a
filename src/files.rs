// SPDX-License-Identifier: MIT OR Apache-2.0
//! Atomic file writes: a file appears complete or not at all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// Number of symbolic links that are followed one after another, as on Linux.
const MAX_LINKS: usize = 40;

/// Writes a file atomically, as a [`Draft`].
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(contents.as_ref())?;
    draft.finish()
}

/// A file that is moved to its path when finished, and removed if it never is. Symbolic links are followed;
/// devices and pipes are written to directly.
pub(crate) struct Draft {
    file: BufWriter<File>,
    /// The temporary name, and the path to move it to.
    names: Option<(TempPath, PathBuf)>,
}

impl Draft {
    /// Opens a draft of the file at `path`.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let target = match fs::canonicalize(path) {
            Ok(target) if target.is_file() => target,
            Err(_) if fs::metadata(path).is_err() => follow(path),
            _ => return Ok(Self { file: BufWriter::new(File::create(path)?), names: None }),
        };
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let (file, temporary) = create_temporary(name, directory(&target))?.into_parts();
        Ok(Self { file: BufWriter::new(file), names: Some((temporary, target)) })
    }

    /// Moves the file to its path.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        drop(self.file);
        match self.names {
            Some((temporary, target)) => temporary.persist(target).map_err(|error| error.error),
            None => Ok(()),
        }
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
pub(crate) fn directory(path: &Path) -> &Path {
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
