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

use super::super::common::{GameName, cut};
use super::Player;
use crate::Subject;
use anyhow::{Context, anyhow};
use chuhe_console::failure::Failure;
use chuhe_console::files;
use chuhe_console::output::{Output, is_empty, refuse_standard};
use clap::ValueEnum;
use core::fmt::{self, Display};
use std::io;
use std::path::Path;
use xiangqi::text;
use xiangqi::types::Bilingual;

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
pub fn read(path: &Path) -> anyhow::Result<Vec<GameRecord>> {
    parse(&files::read(path)?).with_context(|| path.display().to_string())
}

/// Reads the records in a text.
pub fn parse(text: &str) -> Result<Vec<GameRecord>, Bilingual> {
    let mut records: Vec<GameRecord> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let error = || {
            let line = cut(line);
            Bilingual::new(|language| {
                text!(
                    language,
                    "line {number}: '{line}' is not part of a game record",
                    "第{number}行：“{line}”不是对局记录的内容"
                )
            })
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

/// Plays the moves of a record; `visit` receives each with the game before it. Returns the game after the last.
pub fn replay<G: Subject>(
    record: &GameRecord,
    mut visit: impl FnMut(&G, G::Move) -> io::Result<()>,
) -> Result<G, Failure> {
    let mut game = G::start();
    for (word, number) in record.moves.iter().zip(1..) {
        let mv = game.parse_move(word).ok_or_else(|| {
            let (name, word) = (&record.game, cut(word));
            Failure::Input(anyhow!(Bilingual::new(|language| text!(
                language,
                "record of {name}, move {number}: '{word}' is not a legal move here",
                "{name}的记录，第{number}着：“{word}”在此不合法"
            ))))
        })?;
        visit(&game, mv)?;
        game.play(mv);
    }
    Ok(game)
}

/// The file to which a session adds its games.
pub struct RecordFile {
    output: Output,
    /// The games before the one that is being played.
    earlier: String,
    current: String,
}

impl RecordFile {
    /// Opens a file, which is empty, absent, or a file of records. The last game is returned, and replaced by the
    /// next one that is written, if it `is_resumed`.
    pub fn open(path: &Path, is_resumed: bool) -> anyhow::Result<(Self, Option<GameRecord>)> {
        refuse_standard("--record", path)?;
        let output = Output::reopen(path)?;
        let mut records = if is_empty(path) && !is_resumed { Vec::new() } else { read(path)? };
        let last = if is_resumed {
            let nothing = || {
                let error = Bilingual::new(|language| {
                    language.pick("the file contains no game", "文件中没有对局").to_owned()
                });
                anyhow!(error).context(path.display().to_string())
            };
            Some(records.pop().ok_or_else(nothing)?)
        } else {
            None
        };
        let earlier = records.iter().map(ToString::to_string).collect();
        Ok((Self { output, earlier, current: String::new() }, last))
    }

    /// Begins the next game.
    pub fn begin(&mut self) {
        self.earlier.push_str(&self.current);
        self.current.clear();
    }

    /// Writes the game that is being played, as it stands.
    pub fn save(&mut self, record: &GameRecord) -> Result<(), Failure> {
        self.current = record.to_string();
        self.output.save(format!("{}{}", self.earlier, self.current))
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
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
