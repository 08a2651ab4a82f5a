// SPDX-License-Identifier: MIT OR Apache-2.0
//! The log of a match: a line of JSON with the conditions of the match, `{"match":…}`, and one per game,
//! written as soon as the game has ended. One process writes to a log at a time.
//!
//! A line is written in one call, so that at most the last line is truncated, however the program ends. A
//! truncated line counts as a game that was not played. The logs of the parts of a match are [merged](merge).

use crate::log_records::{LogHead, LoggedGame};
use chuhe_console::input::Input;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::path::Path;
use thiserror::Error;
use xiangqi::types::{Bilingual, Language, bilingual, bilingual_errors, text};

/// Maximum length of the line of a game in bytes.
const MAX_LINE: u64 = 16 << 20;

/// An error that prevents reading or creating a log.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum LogError {
    /// The file cannot be read or written.
    Io(Bilingual),
    /// The file begins with another line than a log does.
    NotALog,
    /// A line other than the last is not a game.
    Line {
        /// Its number, from 1.
        line: usize,
        reason: serde_json::Error,
    },
    Locked,
    /// A line is too long for a game.
    TooLong {
        /// Its number, from 1.
        line: usize,
    },
    /// A new log would be appended to an old one.
    Occupied,
}

bilingual_errors!(LogError);

impl From<io::Error> for LogError {
    fn from(error: io::Error) -> Self {
        Self::Io(error.into())
    }
}

impl LogError {
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Io(error) => error.text(language).to_owned(),
            Self::NotALog => language
                .pick(
                    "not a log of 'chuhe match': it begins with something else",
                    "不是 chuhe match 的记录：开头不符",
                )
                .to_owned(),
            Self::Line { line, reason } => {
                let column = reason.column();
                text!(language, "line {line} is not a game: {reason}", "第{line}行不是对局：错在第{column}列")
            }
            Self::Locked => {
                language.pick("another match is writing to it", "另一场比赛正在写入此文件").to_owned()
            }
            Self::TooLong { line } => text!(
                language,
                "line {line}: longer than {most} MiB",
                "第{line}行：超过{most} MiB",
                most = MAX_LINE >> 20
            ),
            Self::Occupied => language.pick("the file already contains games", "此文件中已有对局").to_owned(),
        }
    }
}

/// A log that games are appended to.
#[derive(Debug)]
pub struct GameLog {
    file: File,
}

/// The contents of a log.
#[derive(Default, Debug)]
pub struct LoggedGames {
    /// The heads: none in a log of an early version, several in one made of several logs.
    pub heads: Vec<LogHead>,
    /// The games, in the order in which they ended.
    pub records: Vec<LoggedGame>,
    pub is_cut: bool,
    /// Bytes of complete lines.
    complete: u64,
    /// The last line has no line feed.
    lacks_line_end: bool,
}

impl GameLog {
    /// Creates a log; fails if the file is not empty or another match writes to it.
    pub fn create(path: &Path) -> Result<Self, LogError> {
        let file = open(path)?;
        if file.metadata()?.len() > 0 {
            return Err(LogError::Occupied);
        }
        Ok(Self { file })
    }

    /// Opens a log to append to it, and returns the games in it. A missing file is created, a truncated line
    /// is removed. Fails if another line is not a game, or another match writes to the file.
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
    pub fn begin(&mut self, head: &LogHead) -> io::Result<()> {
        if self.file.metadata()?.len() > 0 {
            return Ok(());
        }
        self.write(&HeadLine { head: head.clone() })
    }

    pub fn append(&mut self, record: &LoggedGame) -> io::Result<()> {
        self.write(record)
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(line)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }
}

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

impl LoggedGames {
    /// Reads a log; fails if a line other than the last is not a game.
    pub fn read(path: &Path) -> Result<Self, LogError> {
        Self::parse(BufReader::new(Input::open(path)?))
    }

    /// Calls `visit` with the games of a log one after another, without keeping them, until it breaks.
    /// Returns true if the last line is truncated.
    pub fn visit(
        source: impl BufRead,
        visit: impl FnMut(LoggedGame) -> ControlFlow<()>,
    ) -> Result<bool, LogError> {
        Ok(Self::visit_lines(source, visit)?.is_cut)
    }

    fn parse(source: impl BufRead) -> Result<Self, LogError> {
        let mut records = Vec::new();
        let log = Self::visit_lines(source, |record| {
            records.push(record);
            ControlFlow::Continue(())
        })?;
        Ok(Self { records, ..log })
    }

    /// Reads a log, but gives its games to `visit`.
    fn visit_lines(
        mut source: impl BufRead,
        mut visit: impl FnMut(LoggedGame) -> ControlFlow<()>,
    ) -> Result<Self, LogError> {
        let (mut log, mut text, mut is_log) = (Self::default(), Vec::new(), false);
        for line in 1.. {
            text.clear();
            if source.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut text)? == 0 {
                break;
            }
            is_log |= text.starts_with(HEAD) || text.starts_with(GAME) || is_truncated(&text);
            if text.len() as u64 > MAX_LINE {
                return Err(if is_log { LogError::TooLong { line } } else { LogError::NotALog });
            }
            log.lacks_line_end = !text.ends_with(b"\n");
            let read = if text.starts_with(HEAD) {
                serde_json::from_slice(&text).map(|HeadLine { head }| {
                    log.heads.push(head);
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
                    log.is_cut = true;
                    break;
                }
                Err(_) if !is_log => return Err(LogError::NotALog),
                Err(reason) => return Err(LogError::Line { line, reason }),
            }
            log.complete += text.len() as u64;
        }
        Ok(log)
    }
}

/// Returns the games ordered by number. The same game may occur several times; fails if two different games
/// have the same number, or if the games differ in limit or rules.
pub fn merge(records: impl IntoIterator<Item = LoggedGame>) -> Result<Vec<LoggedGame>, Bilingual> {
    let mut games = BTreeMap::new();
    for record in records {
        match games.entry(record.game) {
            Entry::Vacant(place) => _ = place.insert(record),
            Entry::Occupied(place) if *place.get() == record => {}
            Entry::Occupied(_) => {
                let number = record.game + 1;
                return Err(bilingual!(
                    "two different games have the number {number}",
                    "有两局不同的对局编号同为{number}"
                ));
            }
        }
    }
    let games: Vec<LoggedGame> = games.into_values().collect();
    for pair in games.windows(2) {
        let [one, other] = pair else { continue };
        let conditions = |game: &LoggedGame| [game.limit.to_string(), game.rules.clone()];
        for (here, there) in conditions(other).iter().zip(&conditions(one)) {
            if here != there {
                return Err(bilingual!(
                    "game {second} was played under '{here}', game {first} under '{there}': these are two matches",
                    "第{second}局按“{here}”进行，第{first}局按“{there}”：不是同一场比赛",
                    second = other.game + 1,
                    first = one.game + 1
                ));
            }
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_records::samples;
    use crate::time_control::SearchLimit;
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
        let head = LogHead { margin_ms: 7, ..LogHead::default() };
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
        assert!(error.to_string().starts_with("line 3 is not a game: missing field `pair`"), "{error}");
        assert!(LoggedGames::parse(&b"{\"ga"[..]).is_ok_and(|games| games.is_cut));
    }

    #[test]
    fn a_file_that_is_not_a_log_is_called_so() {
        let long = vec![0; 2 * MAX_LINE as usize];
        for text in
            [&b"some other text"[..], b"\n[Red \"Hu\"]\n", b"{\"fen\":1}\n", b"{}", b"\xff\xfe", &long]
        {
            let error = LoggedGames::parse(text).unwrap_err();
            assert!(matches!(error, LogError::NotALog), "{error}");
        }
    }

    #[test]
    fn parts_are_ordered_and_the_same_game_counts_once() {
        let [one, two, three] = [0, 1, 2].map(game);
        let merged = merge([three.clone(), one.clone(), two.clone(), one.clone()]);
        assert_eq!(merged, Ok(vec![one, two, three]));
        assert_eq!(merge([]), Ok(vec![]));
    }

    #[test]
    fn games_of_two_matches_are_rejected() {
        let twice = merge([game(3), samples::game(3, "0-1")]).unwrap_err();
        assert_eq!(twice.to_string(), "two different games have the number 4");
        let deep = LoggedGame { limit: SearchLimit::Depth(3), ..game(4) };
        let error = merge([game(3), deep]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "game 5 was played under 'depth 3', game 4 under '100 ms': these are two matches"
        );
    }
}
