// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files that are whole or not there at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a file completely or not at all, as a [`Draft`].
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    let mut draft = Draft::new(path)?;
    draft.write_all(contents.as_ref())?;
    draft.finish()
}

/// A file that takes its place when it is finished, and is gone if it never is. What is there already stays what it is: a link
/// still leads to the file that is written, and devices and pipes are written to.
pub(crate) struct Draft {
    file: BufWriter<File>,
    /// A temporary name beside the file, and the name to give it.
    names: Option<(PathBuf, PathBuf)>,
}

impl Draft {
    /// Begins a file.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let target = match fs::canonicalize(path) {
            Ok(target) if target.is_file() => target,
            Err(_) if path.symlink_metadata().is_err() => path.to_owned(),
            _ => return Ok(Self { file: BufWriter::new(File::create(path)?), names: None }),
        };
        let mut temporary = target.as_os_str().to_owned();
        temporary.push(format!(".{}.tmp", std::process::id()));
        let temporary = PathBuf::from(temporary);
        Ok(Self { file: BufWriter::new(File::create(&temporary)?), names: Some((temporary, target)) })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some((temporary, target)) = &self.names {
            fs::rename(temporary, target)?;
            self.names = None;
        }
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.names {
            // There is nobody to tell but those who know already why the file was not finished.
            let _ = fs::remove_file(temporary);
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
