// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of games: eight bytes of head, then [records](GameRecord) to the end.
//!
//! ```text
//! offset  size
//!      0     6  the name `chuheG`
//!      6     2  the version of the format: 1
//! ```
//!
//! A game is appended in one write, so a program that is killed loses at most the game it was writing. A reader steps over
//! whatever is not an intact record to the next one that is, and says so.

use super::record::{self, GameRecord};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

const HEADER: [u8; 8] = *b"chuheG\x01\x00";

/// How much is read at a time.
const CHUNK: usize = 1 << 20;

/// Something is wrong with a file of games.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}: {reason}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: io::Error,
    },
    /// It holds something else, or games in a form that this version does not know.
    #[error("{}: not a file of games that this version can read", .0.display())]
    Foreign(PathBuf),
    /// Bytes between records, or after the last one, that are no record. Reading goes on behind them.
    #[error("{}: {length} bytes from byte {offset} on are not a whole game: left out", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where they begin.
        offset: u64,
        /// How many they are.
        length: u64,
    },
    /// A game whose moves cannot be played. Reading goes on with the next one.
    #[error("{}: game {number} of seed {seed} has an illegal move: left out", path.display())]
    Illegal {
        /// The file.
        path: PathBuf,
        /// The game's seed.
        seed: u64,
        /// The game's number.
        number: u32,
    },
}

impl FileError {
    /// Does reading end here?
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Io { .. } | Self::Foreign(_))
    }
}

/// Reads the games of a file one after another. Errors that are not [fatal](FileError::is_fatal) are followed by more games.
pub struct GameReader<R = File> {
    path: PathBuf,
    source: R,
    buffer: Vec<u8>,
    /// Where in the buffer the next record begins.
    at: usize,
    /// Bytes that have left the buffer.
    forgotten: u64,
    is_exhausted: bool,
}

impl GameReader {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or is not a file of games.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let file = File::open(path).map_err(|reason| FileError::Io { path: path.to_owned(), reason })?;
        Self::new(path, file)
    }
}

impl<R: Read> GameReader<R> {
    /// Reads from `source`, which errors call `path`.
    ///
    /// # Errors
    /// If it cannot be read or does not begin like a file of games. An empty file, or one cut off in the head, has no games.
    pub fn new(path: &Path, source: R) -> Result<Self, FileError> {
        let mut reader = Self {
            path: path.to_owned(),
            source,
            buffer: Vec::new(),
            at: 0,
            forgotten: 0,
            is_exhausted: false,
        };
        reader.fill()?;
        let head = reader.buffer.len().min(HEADER.len());
        if reader.buffer[..head] != HEADER[..head] {
            return Err(FileError::Foreign(reader.path));
        }
        reader.at = head;
        Ok(reader)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes read so far.
    pub fn offset(&self) -> u64 {
        self.forgotten + self.at as u64
    }

    /// Sees to it that the buffer holds a whole record, unless the file ends before.
    fn fill(&mut self) -> Result<(), FileError> {
        if self.is_exhausted || self.buffer.len() - self.at >= record::MAX_SIZE {
            return Ok(());
        }
        self.buffer.drain(..self.at);
        self.forgotten += self.at as u64;
        self.at = 0;
        let wanted = (CHUNK - self.buffer.len()) as u64;
        let read = self.source.by_ref().take(wanted).read_to_end(&mut self.buffer);
        let got = read.map_err(|reason| FileError::Io { path: self.path.clone(), reason })?;
        self.is_exhausted = (got as u64) < wanted;
        Ok(())
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<GameRecord, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.offset();
        loop {
            if let Err(error) = self.fill() {
                self.is_exhausted = true;
                self.at = self.buffer.len();
                return Some(Err(error));
            }
            let rest = &self.buffer[self.at..];
            let found = GameRecord::decode(rest);
            if found.is_none() && !rest.is_empty() {
                self.at += 1;
                continue;
            }
            let length = self.offset() - offset;
            if length > 0 {
                return Some(Err(FileError::Damaged { path: self.path.clone(), offset, length }));
            }
            let (game, size) = found?;
            self.at += size;
            return Some(Ok(game));
        }
    }
}

/// A file that games are appended to, by one program at a time.
pub struct GameWriter {
    path: PathBuf,
    file: File,
}

impl GameWriter {
    /// Opens a file to append to it, making it if there is none, and shows what it holds already to `visit`. A record cut
    /// off at the end is shown as an error and taken away; whatever else is damaged stays as it is.
    ///
    /// # Errors
    /// If it cannot be read and written, or holds something else than games.
    pub fn open(
        path: &Path,
        mut visit: impl FnMut(Result<GameRecord, FileError>),
    ) -> Result<Self, FileError> {
        let failed = |reason| FileError::Io { path: path.to_owned(), reason };
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            if !file.metadata()?.is_file() {
                return Err(io::Error::other("not a regular file"));
            }
            file.rewind()?;
            Ok(file)
        };
        let mut file = open().map_err(failed)?;
        let mut reader = GameReader::new(path, &file)?;
        let mut end = reader.offset();
        while let Some(game) = reader.next() {
            if game.is_ok() {
                end = reader.offset();
            }
            match game {
                Err(error) if error.is_fatal() => return Err(error),
                game => visit(game),
            }
        }
        if end < HEADER.len() as u64 {
            truncate(path, 0).and_then(|()| file.write_all(&HEADER)).map_err(failed)?;
        } else if end < reader.offset() && is_cut_off(&file, end).map_err(failed)? {
            truncate(path, end).map_err(failed)?;
        }
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends a game; the number of bytes written.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<usize, FileError> {
        let bytes = game.encode();
        let written = self.file.write_all(&bytes);
        written.map_err(|reason| FileError::Io { path: self.path.clone(), reason })?;
        Ok(bytes.len())
    }
}

/// Is there nothing behind `start` but the beginning of a record?
fn is_cut_off(mut file: &File, start: u64) -> io::Result<bool> {
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(record::MAX_SIZE as u64).read_to_end(&mut tail)?;
    Ok(record::is_cut_off(&tail))
}

/// Cuts a file off. (Some systems do not allow that to who may only append.)
fn truncate(path: &Path, length: u64) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(length)
}
