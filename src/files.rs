// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files that are whole or not there at all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file completely or not at all, as a [`Draft`].
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(contents.as_ref())?;
    draft.finish()
}

/// A file that takes its place when it is finished, and is removed if it never is. Links are followed, and
/// devices and pipes are written to directly.
pub(crate) enum Draft {
    /// A temporary file beside `target`, whose name it gets in the end.
    New { file: BufWriter<NamedTempFile>, target: PathBuf },
    /// A device or pipe: nothing there can be replaced.
    Direct(BufWriter<File>),
}

impl Draft {
    /// Begins a file.
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

    /// Puts the file in its place.
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

/// Names for temporary files beside a file of this name; the permissions are those that any new file gets.
fn temporary(name: &OsStr) -> tempfile::Builder<'_, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(name).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder
}

/// The directory that a file is in.
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
