// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files of game records, in the manner of PGN: tags with the game and the players, then the moves and the
//! result, game after game. A game without a result is still being played.
//!
//! ```text
//! [Game "gomoku"]
//! [First "person"]
//! [Second "filtered:6"]
//!
//! f6 f7 e5 e7 g5 d5 0-1
//! ```

use super::super::common::{GameName, cut, for_game};
use super::player::Player;
use crate::Subject;
use chuhe_console::failure::{Failure, Place};
use chuhe_console::files;
use chuhe_console::output::{Output, refuse_standard};
use clap::ValueEnum;
use core::fmt::{self, Display};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use xiangqi::types::{Bilingual, bilingual};

/// The result of a game that was left.
pub const UNFINISHED: &str = "*";

/// The results: the first player won, the second won, a draw, and [`UNFINISHED`].
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNFINISHED];

/// Number of moves in a line.
const LINE: usize = 16;

/// Returns the result of a game with these scores of the first and the second player.
pub fn result([first, second]: [f64; 2]) -> &'static str {
    RESULTS[if first > second { 0 } else { 1 + usize::from(first >= second) }]
}

/// A recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// The name of the game, as in options.
    pub game: String,
    pub players: [Player; 2],
    pub moves: Vec<String>,
    /// The result; none while the game is being played.
    pub result: Option<&'static str>,
}

impl Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        writeln!(f, "[Game \"{}\"]\n[First \"{first}\"]\n[Second \"{second}\"]\n", self.game)?;
        let words: Vec<&str> = self.moves.iter().map(String::as_str).chain(self.result).collect();
        words.chunks(LINE).try_for_each(|words| writeln!(f, "{}", words.join(" ")))?;
        writeln!(f)
    }
}

/// Reads the records of a file.
pub fn read(path: &Path) -> Result<Vec<GameRecord>, Bilingual> {
    parse(&files::read(path)?).at(path.display())
}

/// Reads the records in a text.
pub fn parse(text: &str) -> Result<Vec<GameRecord>, Bilingual> {
    let mut records: Vec<GameRecord> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let error = || {
            let line = cut(line);
            bilingual!(
                "line {number}: '{line}' is not part of a game record",
                "第{number}行：“{line}”不是对局记录的内容"
            )
        };
        let tag = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]")?.split_once(" \""));
        match (tag, records.last_mut()) {
            (Some(("Game", game)), _) if GameName::from_str(game, false).is_ok() => {
                let players = [Player::Person, Player::Person];
                records.push(GameRecord { game: game.to_owned(), players, moves: Vec::new(), result: None });
            }
            (Some(("First", player)), Some(record)) => {
                record.players[0] = player.parse().map_err(|_| error())?;
            }
            (Some(("Second", player)), Some(record)) => {
                record.players[1] = player.parse().map_err(|_| error())?;
            }
            (None, Some(record)) => {
                for word in line.split_whitespace() {
                    if record.result.is_some() {
                        return Err(error());
                    }
                    match RESULTS.into_iter().find(|result| *result == word) {
                        Some(result) => record.result = Some(result),
                        None => record.moves.push(word.to_owned()),
                    }
                }
            }
            _ if line.trim().is_empty() => {}
            _ => return Err(error()),
        }
    }
    Ok(records)
}

/// Plays the moves of a record; `visit` receives each with the game before it. Returns the game after the
/// last.
pub fn replay<G: Subject>(
    record: &GameRecord,
    mut visit: impl FnMut(&G, G::Move) -> io::Result<()>,
) -> Result<G, Failure> {
    let mut game = G::start();
    for (word, number) in record.moves.iter().zip(1..) {
        let mv = game.parse_move(word).ok_or_else(|| {
            let (name, word) = (&record.game, cut(word));
            Failure::Input(bilingual!(
                "record of {name}, move {number}: '{word}' is not a legal move here",
                "{name}的记录，第{number}着：“{word}”在此不合法"
            ))
        })?;
        visit(&game, mv)?;
        game.play(mv);
    }
    Ok(game)
}

/// Checks that the moves of a record are legal.
fn check<G: Subject>(record: &GameRecord) -> Result<(), Failure> {
    replay::<G>(record, |_, _| Ok(())).map(drop)
}

/// The file to which a session adds its games. No other session may write to it meanwhile.
pub struct RecordFile {
    path: PathBuf,
    /// The handle that keeps other sessions away, and tells onlookers that the game is being played.
    reserved: Option<File>,
    /// True if there was no file.
    is_new: bool,
    /// The games before the one that is being played.
    earlier: String,
    current: String,
}

impl RecordFile {
    /// Opens a file, which is empty, absent, or a file of records. The last game is returned, and replaced by
    /// the next one that is written, if it `is_resumed`. Games without a move are left out.
    pub fn open(path: &Path, is_resumed: bool) -> Result<(Self, Option<GameRecord>), Failure> {
        let mut file = Self::reserve(path, is_resumed).map_err(Failure::Input)?;
        let mut records = read(path).map_err(Failure::Input)?;
        records.retain(|record| !record.moves.is_empty());
        for record in &records {
            let game = GameName::from_str(&record.game, false).expect("the record was read");
            for_game!(game, check(record)).map_err(|error| match error {
                Failure::Input(error) => Failure::Input(error.at(path.display())),
                other => other,
            })?;
        }
        let last = if is_resumed {
            let nothing = bilingual!("the file contains no game", "文件中没有对局");
            Some(records.pop().ok_or_else(|| nothing.at(path.display()))?)
        } else {
            None
        };
        file.earlier = records.iter().map(ToString::to_string).collect();
        Ok((file, last))
    }

    /// Reserves the file, which is created unless it `must_exist`.
    fn reserve(path: &Path, must_exist: bool) -> Result<Self, Bilingual> {
        refuse_standard("--record", path)?;
        Output::reopen(path)?;
        let metadata = fs::metadata(path);
        if metadata.as_ref().is_ok_and(|file| !file.is_file()) {
            let path = path.display().to_string();
            return Err(bilingual!(
                "{path}: not a regular file, which a record must be",
                "{path}：不是普通文件，不能用作记录文件"
            ));
        }
        let is_new = metadata.is_err();
        if must_exist {
            metadata.at(path.display())?;
        }
        let reserved = Some(files::reserve(path)?);
        Ok(Self { path: path.to_owned(), reserved, is_new, earlier: String::new(), current: String::new() })
    }

    /// Begins the next game.
    pub fn begin(&mut self) {
        self.earlier.push_str(&self.current);
        self.current.clear();
    }

    /// Writes the game that is being played, as it stands; one that ends without a move is left out.
    pub fn save(&mut self, record: &GameRecord) -> Result<(), Failure> {
        let is_empty = record.moves.is_empty() && record.result.is_some();
        self.current = if is_empty { String::new() } else { record.to_string() };
        let written = files::write_reserved(&self.path, format!("{}{}", self.earlier, self.current));
        self.reserved = written.at(self.path.display()).map_err(Failure::Job)?;
        Ok(())
    }
}

impl Drop for RecordFile {
    fn drop(&mut self) {
        if self.is_new {
            files::remove_if_empty(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_they_were_written() {
        let record = |game: &str, moves: &[&str], result| GameRecord {
            game: game.to_owned(),
            players: [Player::Person, "alphabeta:4".parse().unwrap()],
            moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
            result,
        };
        let many: Vec<&str> = std::iter::repeat_n("f6", 40).collect();
        let records = [
            record("gomoku", &many, Some("1/2-1/2")),
            record("reversi", &[], Some("*")),
            record("xiangqi", &["h2e2", "h9g7"], None),
        ];
        let text: String = records.iter().map(ToString::to_string).collect();
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert_eq!(parse(&text).unwrap(), records);
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        for (text, part) in [
            ("f6", "line 1: 'f6'"),
            ("[Game \"chess\"]", "chess"),
            ("[Game \"gomoku\"]\n[First \"fast\"]", "line 2"),
            ("[Game \"gomoku\"]\n[Site \"here\"]", "line 2"),
            ("[Game \"gomoku\"]\n\nf6 1-0 f7", "line 3"),
            ("[Game \"gomoku\"]\n\nf6 *\n1-0", "line 4"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
