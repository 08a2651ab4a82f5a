// SPDX-License-Identifier: MIT OR Apache-2.0
//! Self-play games ([`SelfPlayGame`], about four bytes per position) and the files that hold them: a head of
//! eight bytes, then the records.
//!
//! ```text
//! offset  size
//!      0     6  the name `chuheG`
//!      6     2  the version of the format: 1
//! ```
//!
//! A game is appended in one write ([`GameWriter`]), so a process that is killed loses at most the game it
//! was writing. A reader ([`GameReader`]) skips damaged bytes up to the next intact record and reports
//! them.

mod record;

pub(crate) use record::take;
pub use record::{PackedPosition, ScoredMove, SelfPlayGame, SelfPlayTermination};

use chuhe::files::require_regular;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;
use xiangqi::types::{Bilingual, Language, bilingual_errors, text};

const HEADER: [u8; 8] = *b"chuheG\x01\x00";

/// Number of bytes to read at a time.
const CHUNK: usize = 1 << 20;

#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum GameFileError {
    Io {
        path: PathBuf,
        reason: Bilingual,
    },
    /// The file is not a game file, or has an unknown version of the format.
    Foreign(PathBuf),
    /// Bytes between records, or after the last one, that are not a record. Reading continues behind them.
    Damaged {
        path: PathBuf,
        offset: u64,
        length: u64,
    },
    /// A game with an illegal move. Reading continues with the next one.
    Illegal {
        path: PathBuf,
        seed: u64,
        number: u32,
    },
}

bilingual_errors!(GameFileError);

impl GameFileError {
    /// Returns the error that this file has an illegal move in this game.
    pub fn illegal(path: &Path, game: &SelfPlayGame) -> Self {
        Self::Illegal { path: path.to_owned(), seed: game.seed, number: game.number }
    }

    fn io(path: &Path) -> impl Fn(io::Error) -> Self {
        move |reason| Self::Io { path: path.to_owned(), reason: reason.into() }
    }

    pub fn text(&self, language: Language) -> String {
        let (path, problem) = match self {
            Self::Io { path, reason } => (path, reason.text(language).to_owned()),
            Self::Foreign(path) => (
                path,
                language
                    .pick("not a game file, or one of an unknown version", "不是对局文件，或版本未知")
                    .to_owned(),
            ),
            Self::Damaged { path, offset, length } => (
                path,
                text!(
                    language,
                    "skipped {length} bytes at offset {offset}: not a complete game",
                    "跳过自第{offset}字节起的{length}字节：不是完整的对局"
                ),
            ),
            Self::Illegal { path, seed, number } => (
                path,
                text!(
                    language,
                    "skipped game {number} of seed {seed}: illegal move",
                    "跳过种子{seed}的第{number}局：有不合法的着法"
                ),
            ),
        };
        text!(language, "{path}: {problem}", "{path}：{problem}", path = path.display())
    }

    /// Returns true if the file cannot be read any further.
    pub fn is_fatal(&self) -> bool {
        matches!(self, Self::Io { .. } | Self::Foreign(_))
    }
}

/// Reads the games of a file, one after another. After an error that is not [fatal](GameFileError::is_fatal)
/// reading continues.
pub struct GameReader<R = File> {
    path: PathBuf,
    source: R,
    buffer: Vec<u8>,
    /// Offset of the next record in the buffer.
    at: usize,
    /// Number of bytes dropped from the front of the buffer.
    dropped: u64,
    is_exhausted: bool,
}

impl GameReader {
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        let open = || {
            require_regular(&std::fs::metadata(path)?)?;
            File::open(path)
        };
        Self::new(path, open().map_err(GameFileError::io(path))?)
    }
}

impl<R: Read> GameReader<R> {
    /// Reads from `source`; errors name `path`. A source that is empty or truncated within the head holds no
    /// games.
    pub fn new(path: &Path, source: R) -> Result<Self, GameFileError> {
        let (path, buffer) = (path.to_owned(), Vec::new());
        let mut reader = Self { path, source, buffer, at: 0, dropped: 0, is_exhausted: false };
        reader.fill()?;
        let head = reader.buffer.len().min(HEADER.len());
        if reader.buffer[..head] != HEADER[..head] {
            return Err(GameFileError::Foreign(reader.path));
        }
        reader.at = head;
        Ok(reader)
    }

    /// Number of bytes read so far.
    pub fn offset(&self) -> u64 {
        self.dropped + self.at as u64
    }

    /// Fills the buffer so that it holds a whole record, unless the file ends before.
    fn fill(&mut self) -> Result<(), GameFileError> {
        if self.is_exhausted || self.buffer.len() - self.at >= record::MAX_SIZE {
            return Ok(());
        }
        self.buffer.drain(..self.at);
        self.dropped += self.at as u64;
        self.at = 0;
        let wanted = (CHUNK - self.buffer.len()) as u64;
        let read = self.source.by_ref().take(wanted).read_to_end(&mut self.buffer);
        let got = read.map_err(GameFileError::io(&self.path))?;
        self.is_exhausted = (got as u64) < wanted;
        Ok(())
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<SelfPlayGame, GameFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.offset();
        loop {
            if let Err(error) = self.fill() {
                self.is_exhausted = true;
                self.at = self.buffer.len();
                return Some(Err(error));
            }
            let rest = &self.buffer[self.at..];
            let found = SelfPlayGame::decode(rest);
            if found.is_none() && !rest.is_empty() {
                self.at += 1;
                continue;
            }
            let length = self.offset() - offset;
            if length > 0 {
                return Some(Err(GameFileError::Damaged { path: self.path.clone(), offset, length }));
            }
            let (game, size) = found?;
            self.at += size;
            return Some(Ok(game));
        }
    }
}

/// Appends games to a file. Only one process at a time may write to a file.
pub struct GameWriter {
    path: PathBuf,
    file: File,
}

impl GameWriter {
    /// Opens a file for appending, creates it if it does not exist, and passes the games that it already
    /// holds to `visit`. An incomplete record at the end is passed as an error and removed; other damage is
    /// left as it is.
    pub fn open(
        path: &Path,
        mut visit: impl FnMut(Result<SelfPlayGame, GameFileError>),
    ) -> Result<Self, GameFileError> {
        let failed = GameFileError::io(path);
        let open = || {
            let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
            require_regular(&file.metadata()?)?;
            file.rewind()?;
            Ok(file)
        };
        let mut file = open().map_err(&failed)?;
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
            truncate(path, 0).and_then(|()| file.write_all(&HEADER)).map_err(&failed)?;
        } else if end < reader.offset() && is_cut_off(&file, end).map_err(&failed)? {
            truncate(path, end).map_err(&failed)?;
        }
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends a game; returns the number of bytes written.
    pub fn append(&mut self, game: &SelfPlayGame) -> Result<usize, GameFileError> {
        let bytes = game.encode();
        self.file.write_all(&bytes).map_err(GameFileError::io(&self.path))?;
        Ok(bytes.len())
    }
}

/// Returns true if only an incomplete record follows `start`.
fn is_cut_off(mut file: &File, start: u64) -> io::Result<bool> {
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(record::MAX_SIZE as u64).read_to_end(&mut tail)?;
    Ok(record::is_cut_off(&tail))
}

/// Truncates a file. It is reopened, since some systems do not allow this on a file opened for appending.
fn truncate(path: &Path, length: u64) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_len(length)
}
