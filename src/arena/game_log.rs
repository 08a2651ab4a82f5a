// SPDX-License-Identifier: MIT OR Apache-2.0
//! The log of a match: one line of JSON per game, written as soon as the game has ended.
//!
//! A line is written in one call, so that at most the last line is truncated, however the program ends. A
//! truncated line counts as a game that was not played.

use super::logged_game::LoggedGame;
use std::fs::{self, File};
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use thiserror::Error;

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
    /// The games, in the order in which they ended.
    pub records: Vec<LoggedGame>,
    /// The last line is truncated.
    pub is_cut: bool,
    /// Bytes of complete lines.
    complete: usize,
}

impl GameLog {
    /// Creates a log.
    ///
    /// # Errors
    /// If the file is not empty or cannot be written.
    pub fn create(path: &Path) -> Result<Self, LogError> {
        let file = File::options().append(true).create(true).open(path)?;
        if file.metadata()?.len() > 0 {
            return Err(LogError::Occupied);
        }
        Ok(Self { file })
    }

    /// Opens a log to append to it, and returns the games in it. A missing file is created, a truncated line
    /// is removed.
    ///
    /// # Errors
    /// If a line is not a game, or the file cannot be read or written.
    pub fn resume(path: &Path) -> Result<(Self, LoggedGames), LogError> {
        let mut file = File::options().append(true).create(true).open(path)?;
        let bytes = fs::read(path)?;
        let games = LoggedGames::parse(&bytes)?;
        if games.is_cut {
            File::options().write(true).open(path)?.set_len(games.complete as u64)?;
        } else if bytes.last().is_some_and(|&last| last != b'\n') {
            file.write_all(b"\n")?;
        }
        Ok((Self { file }, games))
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, record: &LoggedGame) -> io::Result<()> {
        let mut line = serde_json::to_vec(record)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

/// Returns true for the beginning of a game's line. Any other text at the end of a file is not removed.
fn is_truncated_game(text: &[u8]) -> bool {
    const BEGINNING: &[u8] = b"{\"game\":";
    !text.ends_with(b"\n") && (text.starts_with(BEGINNING) || BEGINNING.starts_with(text))
}

/// The state of a log after its last complete line.
#[derive(Default)]
struct LogEnd {
    is_cut: bool,
    /// Bytes of complete lines.
    complete: usize,
}

fn visit_lines(
    mut input: impl BufRead,
    mut visit: impl FnMut(LoggedGame) -> ControlFlow<()>,
) -> Result<LogEnd, LogError> {
    let (mut found, mut text) = (LogEnd::default(), Vec::new());
    for line in 1.. {
        text.clear();
        if input.read_until(b'\n', &mut text)? == 0 {
            break;
        }
        match serde_json::from_slice(&text) {
            Ok(record) => {
                if visit(record).is_break() {
                    break;
                }
            }
            Err(_) if text.trim_ascii().is_empty() => {}
            Err(_) if is_truncated_game(&text) => {
                found.is_cut = true;
                break;
            }
            Err(reason) => return Err(LogError::Line { line, reason }),
        }
        found.complete += text.len();
    }
    Ok(found)
}

impl LoggedGames {
    /// Reads a log.
    ///
    /// # Errors
    /// If a line other than the last is not a game, or the file cannot be read.
    pub fn read(path: &Path) -> Result<Self, LogError> {
        Self::parse(&fs::read(path)?)
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

    fn parse(bytes: &[u8]) -> Result<Self, LogError> {
        let mut records = Vec::new();
        let LogEnd { is_cut, complete } = visit_lines(bytes, |record| {
            records.push(record);
            ControlFlow::Continue(())
        })?;
        Ok(Self { records, is_cut, complete })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::samples;

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
        assert!(matches!(GameLog::create(&path), Err(LogError::Occupied)));
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
        assert!(LoggedGames::parse(b"{\"ga").is_ok_and(|games| games.is_cut));
        let error = LoggedGames::parse(b"some other text").unwrap_err();
        assert_eq!(error.to_string(), "line 1", "not a truncated game");
    }
}
