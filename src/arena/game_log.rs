// SPDX-License-Identifier: MIT OR Apache-2.0
//! The log of a match: a line of JSON with the conditions of the match, `{"match":…}`, and one per game,
//! written as soon as the game has ended. One process writes to a log at a time.
//!
//! A line is written in one call, so that at most the last line is truncated, however the program ends. A
//! truncated line counts as a game that was not played.

use super::log_head::LogHead;
use super::logged_game::LoggedGame;
use crate::bounded;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::Path;
use thiserror::Error;

/// Maximum length of the line of a game in bytes.
const MAX_LINE: u64 = 16 << 20;

/// An error that prevents reading or creating a log.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LogError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line other than the last is not a game.
    #[error("line {line}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The error in it.
        #[source]
        reason: serde_json::Error,
    },
    /// Another match writes to the file.
    #[error("another match is writing to it")]
    Locked,
    /// A line is too long for a game.
    #[error("line {line}: longer than {} MiB", MAX_LINE >> 20)]
    TooLong {
        /// Its number, from 1.
        line: usize,
    },
    /// A new log would be appended to an old one.
    #[error("the file already contains games")]
    Occupied,
}

/// A log that games are appended to.
#[derive(Debug)]
pub struct GameLog {
    file: File,
}

/// The contents of a log.
#[derive(Debug)]
pub struct LoggedGames {
    /// The heads: none in a log of an early version, several in one made of several logs.
    pub heads: Vec<LogHead>,
    /// The games, in the order in which they ended.
    pub records: Vec<LoggedGame>,
    /// The last line is truncated.
    pub is_cut: bool,
    /// Bytes of complete lines.
    complete: u64,
    /// The last line has no line feed.
    lacks_line_end: bool,
}

impl GameLog {
    /// Creates a log.
    ///
    /// # Errors
    /// If the file is not empty, another match writes to it, or it cannot be written.
    pub fn create(path: &Path) -> Result<Self, LogError> {
        let file = open(path)?;
        if file.metadata()?.len() > 0 {
            return Err(LogError::Occupied);
        }
        Ok(Self { file })
    }

    /// Opens a log to append to it, and returns the games in it. A missing file is created, a truncated line
    /// is removed.
    ///
    /// # Errors
    /// If a line is not a game, another match writes to the file, or it cannot be read or written.
    pub fn resume(path: &Path) -> Result<(Self, LoggedGames), LogError> {
        let mut file = open(path)?;
        let games = LoggedGames::read(path)?;
        if games.is_cut {
            File::options().write(true).open(path)?.set_len(games.complete)?;
        } else if games.lacks_line_end {
            file.write_all(b"\n")?;
        }
        Ok((Self { file }, games))
    }

    /// Writes the head, if the log is empty.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(&mut self, head: &LogHead) -> io::Result<()> {
        if self.file.metadata()?.len() > 0 {
            return Ok(());
        }
        self.write(&HeadLine { head: head.clone() })
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, record: &LoggedGame) -> io::Result<()> {
        self.write(record)
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(line)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

/// The line of the head.
#[derive(Serialize, Deserialize)]
struct HeadLine {
    #[serde(rename = "match")]
    head: LogHead,
}

/// Opens a log, which is created if it does not exist, and locks it until the file is closed. Off Unix, where
/// a lock would keep this very process from opening the file once more, and on file systems without locks, it
/// is not locked.
fn open(path: &Path) -> Result<File, LogError> {
    let file = File::options().append(true).create(true).open(path)?;
    match if cfg!(unix) { file.try_lock() } else { Ok(()) } {
        Err(TryLockError::WouldBlock) => Err(LogError::Locked),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// The beginnings of a head and of a game.
const HEAD: &[u8] = b"{\"match\":";
const GAME: &[u8] = b"{\"game\":";

/// Returns true for the beginning of a line of a log. Any other text at the end of a file is not removed.
fn is_truncated(text: &[u8]) -> bool {
    let begins = |beginning: &[u8]| text.starts_with(beginning) || beginning.starts_with(text);
    !text.ends_with(b"\n") && (begins(HEAD) || begins(GAME))
}

/// The state of a log after its last complete line.
#[derive(Default)]
struct LogEnd {
    heads: Vec<LogHead>,
    is_cut: bool,
    /// Bytes of complete lines.
    complete: u64,
    /// The last line has no line feed.
    lacks_line_end: bool,
}

fn visit_lines(
    mut input: impl BufRead,
    mut visit: impl FnMut(LoggedGame) -> ControlFlow<()>,
) -> Result<LogEnd, LogError> {
    let (mut found, mut text) = (LogEnd::default(), Vec::new());
    for line in 1.. {
        text.clear();
        match bounded::read_until(&mut input, b'\n', &mut text, MAX_LINE) {
            Ok(0) => break,
            Ok(_) => found.lacks_line_end = !text.ends_with(b"\n"),
            Err(error) if error.kind() == ErrorKind::FileTooLarge => return Err(LogError::TooLong { line }),
            Err(error) => return Err(error.into()),
        }
        let is_head = text.starts_with(HEAD);
        let read = if is_head {
            serde_json::from_slice(&text).map(|HeadLine { head }| {
                found.heads.push(head);
                ControlFlow::Continue(())
            })
        } else {
            serde_json::from_slice(&text).map(&mut visit)
        };
        match read {
            Ok(ControlFlow::Break(())) => break,
            Ok(ControlFlow::Continue(())) => {}
            Err(_) if text.trim_ascii().is_empty() => {}
            Err(_) if is_truncated(&text) => {
                found.is_cut = true;
                break;
            }
            Err(reason) => return Err(LogError::Line { line, reason }),
        }
        found.complete += text.len() as u64;
    }
    Ok(found)
}

impl LoggedGames {
    /// Reads a log.
    ///
    /// # Errors
    /// If a line other than the last is not a game, or the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, LogError> {
        Self::parse(BufReader::new(File::open(path)?))
    }

    /// Calls `visit` with the games of a log one after another, without keeping them, until it breaks.
    /// Returns true if the last line is truncated.
    ///
    /// # Errors
    /// If a line other than the last is not a game, or the source cannot be read.
    pub fn visit(
        source: impl BufRead,
        visit: impl FnMut(LoggedGame) -> ControlFlow<()>,
    ) -> Result<bool, LogError> {
        Ok(visit_lines(source, visit)?.is_cut)
    }

    fn parse(source: impl BufRead) -> Result<Self, LogError> {
        let mut records = Vec::new();
        let LogEnd { heads, is_cut, complete, lacks_line_end } = visit_lines(source, |record| {
            records.push(record);
            ControlFlow::Continue(())
        })?;
        Ok(Self { heads, records, is_cut, complete, lacks_line_end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::samples;
    use std::fs;

    fn game(number: usize) -> LoggedGame {
        samples::game(number, "1-0")
    }

    fn temporary(name: &str, text: &[u8]) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("chuhe-{}-{name}", std::process::id()));
        fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn games_read_back_and_a_new_log_does_not_replace_an_old_one() {
        let path = temporary("back.jsonl", b"");
        let mut log = GameLog::create(&path).unwrap();
        log.append(&game(0)).unwrap();
        log.append(&game(1)).unwrap();
        let games = LoggedGames::read(&path).unwrap();
        assert_eq!(games.records, [game(0), game(1)]);
        assert!(!games.is_cut);
        drop(log);
        assert!(matches!(GameLog::create(&path), Err(LogError::Occupied)));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn the_head_is_written_once_and_read_from_each_part() {
        let path = temporary("head.jsonl", b"");
        let head = LogHead { limit: "100 ms".to_owned(), ..LogHead::default() };
        for number in 0..2 {
            let (mut log, games) = GameLog::resume(&path).unwrap();
            assert_eq!(games.heads.len(), number);
            log.begin(&head).unwrap();
            log.append(&game(number)).unwrap();
        }
        let text = fs::read(&path).unwrap();
        assert!(text.starts_with(HEAD));
        let games = LoggedGames::parse(&[&text[..], &text].concat()[..]).unwrap();
        assert_eq!((games.heads, games.records.len()), (vec![head.clone(), head], 4));
        assert!(LoggedGames::parse(&text[..20]).is_ok_and(|games| games.is_cut && games.heads.is_empty()));
        fs::remove_file(path).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn two_matches_cannot_write_to_one_log() {
        let path = temporary("locked.jsonl", b"");
        let log = GameLog::create(&path).unwrap();
        assert!(matches!(GameLog::create(&path), Err(LogError::Locked)));
        assert!(matches!(GameLog::resume(&path), Err(LogError::Locked)));
        drop(log);
        assert!(GameLog::resume(&path).is_ok());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_truncated_line_is_removed_and_a_missing_line_end_is_added() {
        let line = serde_json::to_string(&game(0)).unwrap();
        // The line may end within a character of several bytes.
        let cut = format!("{line}\n{{\"game\":1,\"red\":\"楚");
        for (text, is_cut) in [(&cut.as_bytes()[..cut.len() - 1], true), (line.as_bytes(), false)] {
            let path = temporary("cut.jsonl", text);
            let (mut log, games) = GameLog::resume(&path).unwrap();
            assert_eq!((games.is_cut, games.records.len()), (is_cut, 1));
            log.append(&game(1)).unwrap();
            assert_eq!(LoggedGames::read(&path).unwrap().records, [game(0), game(1)]);
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn an_invalid_line_is_an_error() {
        let line = serde_json::to_string(&game(0)).unwrap();
        let error = LoggedGames::parse(format!("{line}\n\n{{\"game\":1}}\n{line}\n").as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "line 3");
        assert!(LoggedGames::parse(&b"{\"ga"[..]).is_ok_and(|games| games.is_cut));
        let error = LoggedGames::parse(&b"some other text"[..]).unwrap_err();
        assert_eq!(error.to_string(), "line 1", "not a truncated game");
    }
}
