// SPDX-License-Identifier: MIT OR Apache-2.0
//! Atomic file writes: a file appears complete or not at all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file atomically, as a [`Draft`].
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(contents.as_ref())?;
    draft.finish()
}

/// A file that is moved to its path when finished, and removed if it never is. Symbolic links are followed;
/// devices and pipes are written to directly.
pub(crate) enum Draft {
    /// A temporary file beside `target`, renamed to it in the end.
    New { file: BufWriter<NamedTempFile>, target: PathBuf },
    /// A device or pipe, which cannot be replaced.
    Direct(BufWriter<File>),
}

impl Draft {
    /// Opens a draft of the file at `path`.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let target = match fs::canonicalize(path) {
            Ok(target) if target.is_file() => target,
            Err(_) if path.symlink_metadata().is_err() => path.to_owned(),
            _ => return Ok(Self::Direct(BufWriter::new(File::create(path)?))),
        };
        let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let file = temporary(name).tempfile_in(directory(&target))?;
        Ok(Self::New { file: BufWriter::new(file), target })
    }

    /// Moves the file to its path.
    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Direct(mut file) => file.flush(),
            Self::New { file, target } => {
                file.into_inner()?.persist(target)?;
                Ok(())
            }
        }
    }
}

/// Returns the names of temporary files for a file of this name; permissions are those of any new file.
fn temporary(name: &OsStr) -> tempfile::Builder<'_, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(name).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder
}

/// Returns the directory of a file.
pub(crate) fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::New { file, .. } => file.write(bytes),
            Self::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::New { file, .. } => file.flush(),
            Self::Direct(file) => file.flush(),
        }
    }
}
