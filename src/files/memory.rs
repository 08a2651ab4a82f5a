// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files in memory, in the form of those of `std::fs`. A directory is what the files in it have in their
//! path.

use std::collections::BTreeMap;
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

/// The bytes of each file, and the number of the change that put them there.
type Files = BTreeMap<PathBuf, (Arc<[u8]>, usize)>;

static FILES: Mutex<(Files, usize)> = Mutex::new((BTreeMap::new(), 0));

fn files() -> MutexGuard<'static, (Files, usize)> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts a file in memory, in place of an earlier one of this path.
pub fn insert(path: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) {
    let (files, changes) = &mut *files();
    *changes += 1;
    files.insert(path.into(), (bytes.into(), *changes));
}

/// Removes a file; a file that is open stays readable. Returns false if there is none.
pub fn remove(path: &Path) -> bool {
    files().0.remove(path).is_some()
}

fn find(path: &Path) -> io::Result<(Arc<[u8]>, usize)> {
    files().0.get(path).cloned().ok_or_else(|| ErrorKind::NotFound.into())
}

/// An open file.
pub struct File(Cursor<Arc<[u8]>>);

impl File {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// If there is none of this path.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Ok(Self(Cursor::new(find(path.as_ref())?.0)))
    }
}

impl Read for File {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

/// Size and age of a file.
pub struct Metadata {
    length: usize,
    change: usize,
}

impl Metadata {
    /// Returns true: there is nothing else.
    pub fn is_file(&self) -> bool {
        true
    }

    /// Returns the size in bytes.
    pub fn len(&self) -> u64 {
        self.length as u64
    }

    /// Returns true for a file without bytes.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Returns a time that is later for a file that was put in memory later.
    ///
    /// # Errors
    /// None.
    pub fn modified(&self) -> io::Result<SystemTime> {
        Ok(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(self.change as u64))
    }
}

/// Returns size and age of a file.
///
/// # Errors
/// If there is none of this path.
pub fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    let (bytes, change) = find(path.as_ref())?;
    Ok(Metadata { length: bytes.len(), change })
}

/// A file of a directory.
pub struct DirEntry(PathBuf);

impl DirEntry {
    /// Returns the path of the file.
    pub fn path(&self) -> PathBuf {
        self.0.clone()
    }
}

/// Returns the files of a directory.
///
/// # Errors
/// If it has none.
pub fn read_dir(directory: impl AsRef<Path>) -> io::Result<impl Iterator<Item = io::Result<DirEntry>>> {
    let is_in = |path: &&PathBuf| path.parent() == Some(directory.as_ref());
    let found: Vec<_> = files().0.keys().filter(is_in).cloned().collect();
    if found.is_empty() {
        return Err(ErrorKind::NotFound.into());
    }
    Ok(found.into_iter().map(|path| Ok(DirEntry(path))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_in_memory_is_found_and_read() {
        insert("tables/one.wdl", &b"first"[..]);
        let mut open = File::open("tables/one.wdl").unwrap();
        let before = metadata("tables/one.wdl").unwrap().modified().unwrap();
        insert("tables/one.wdl", &b"second"[..]);
        let after = metadata("tables/one.wdl").unwrap();
        assert!(after.modified().unwrap() > before && after.is_file() && after.len() == 6);
        open.seek(SeekFrom::Start(1)).unwrap();
        assert_eq!(io::read_to_string(open).unwrap(), "irst");
        let paths: Vec<_> = read_dir("tables").unwrap().map(|file| file.unwrap().path()).collect();
        assert_eq!(paths, [Path::new("tables/one.wdl")]);
        assert!(remove(Path::new("tables/one.wdl")) && !remove(Path::new("tables/one.wdl")));
        assert!(File::open("tables/one.wdl").is_err() && read_dir("tables").is_err());
    }
}
