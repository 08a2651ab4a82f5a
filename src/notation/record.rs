// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records of games, written as PGN.
//!
//! Xiangqi's PGN is that of xqbase.com's programs: the first tag is `[Game "Chinese Chess"]`, Red and Black take the
//! place of White and Black, `Format` names the notation of the moves, and there is one full move a line. When Black
//! moves first, Red's place is left blank.

use super::{START_FEN, iccs};
use crate::position::Position;
use crate::types::{Color, Move};
use core::fmt;

/// Tags in the order in which programs write them; others follow.
const TAG_ORDER: [&str; 17] = [
    "Game",
    "Event",
    "Round",
    "Date",
    "Site",
    "RedTeam",
    "Red",
    "RedElo",
    "BlackTeam",
    "Black",
    "BlackElo",
    "Result",
    "ECCO",
    "Opening",
    "Variation",
    "Format",
    "FEN",
];

/// No line of moves and comments is longer, unless a single word is.
const LINE_WIDTH: usize = 80;

/// How a game ended, as records say it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum GameResult {
    /// `1-0`
    RedWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not ended, or not known.
    #[default]
    Open,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::RedWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Open => "*",
        })
    }
}

/// A move in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// What is remarked on it; empty: nothing.
    pub comment: String,
}

/// The record of a game. It displays as PGN with an empty line at its end, so that records may follow each other in a
/// file.
///
/// ```
/// use chuhe::Position;
/// use chuhe::notation::{GameResult, Record, RecordedMove};
/// let record = Record {
///     tags: vec![("Red".into(), "Hu".into()), ("Black".into(), "Yang".into())],
///     start: Position::startpos(),
///     moves: vec![RecordedMove { mv: "h2e2".parse()?, comment: "the central cannon".into() }],
///     result: GameResult::Open,
/// };
/// assert!(record.to_string().ends_with("\n  1. H2-E2 {the central cannon}\n*\n\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// Names and values, without those that the other fields tell: `Game`, `Result`, `Format` and `FEN`.
    pub tags: Vec<(String, String)>,
    /// Where the game begins.
    pub start: Position,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// How it ended.
    pub result: GameResult,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_tags(f)?;
        writeln!(f)?;
        let mut line = String::new();
        let first_ply =
            2 * (self.start.full_move() - 1) + u32::from(self.start.side_to_move() == Color::Black);
        for (ply, RecordedMove { mv, comment }) in (first_ply..).zip(&self.moves) {
            if ply % 2 == 0 || ply == first_ply {
                flush(&mut line, f)?;
                line = format!("{:>3}.", ply / 2 + 1);
            }
            let blanks = if ply % 2 == 1 && ply == first_ply { "      " } else { "" };
            push(&mut line, &format!("{blanks}{}", iccs(*mv)), f)?;
            if !comment.is_empty() {
                for word in format!("{{{}}}", without_braces(comment)).split_whitespace() {
                    push(&mut line, word, f)?;
                }
            }
        }
        flush(&mut line, f)?;
        writeln!(f, "{}\n", self.result)
    }
}

impl Record {
    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, result) = (self.start.to_string(), self.result.to_string());
        let mut tags = vec![("Game", "Chinese Chess"), ("Result", &result), ("Format", "ICCS")];
        if start != START_FEN {
            tags.push(("FEN", &start));
        }
        tags.extend(self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        tags.sort_by_key(|&(name, _)| {
            TAG_ORDER.iter().position(|&known| known == name).unwrap_or(TAG_ORDER.len())
        });
        for (name, value) in tags {
            writeln!(f, "[{name} \"{}\"]", escaped(value))?;
        }
        Ok(())
    }
}

/// Puts a word at the end of the line; ends the line before it if it has grown too long.
fn push(line: &mut String, word: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > LINE_WIDTH {
        flush(line, f)?;
    }
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(word);
    Ok(())
}

/// Writes the line, if there is one, and begins a new one.
fn flush(line: &mut String, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if !line.is_empty() {
        writeln!(f, "{line}")?;
        line.clear();
    }
    Ok(())
}

/// Comments do not nest and end with the first closing brace.
fn without_braces(comment: &str) -> String {
    comment.replace('{', "(").replace('}', ")")
}

/// A tag's value between its quotation marks: on one line, quotation marks and backslashes behind a backslash.
fn escaped(value: &str) -> String {
    let one_line = value.replace(char::is_control, " ");
    one_line.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(start: Position, moves: &str, comments: &[&str]) -> Record {
        let comments = comments.iter().copied().chain(core::iter::repeat(""));
        let moves = moves.split_whitespace().zip(comments);
        Record {
            tags: Vec::new(),
            start,
            moves: moves
                .map(|(mv, comment)| RecordedMove { mv: mv.parse().unwrap(), comment: comment.to_owned() })
                .collect(),
            result: GameResult::Open,
        }
    }

    #[test]
    fn a_game_is_written_as_the_programs_of_xiangqi_write_it() {
        let mut record = record(Position::startpos(), "h2e2 h9g7 h0g2", &["", "+0.20/12 0.10s"]);
        record.result = GameResult::RedWins;
        for (name, value) in [("Black", "new"), ("Termination", "time"), ("Red", "old"), ("Event", "a match")]
        {
            record.tags.push((name.to_owned(), value.to_owned()));
        }
        assert_eq!(
            record.to_string(),
            r#"[Game "Chinese Chess"]
[Event "a match"]
[Red "old"]
[Black "new"]
[Result "1-0"]
[Format "ICCS"]
[Termination "time"]

  1. H2-E2 H9-G7 {+0.20/12 0.10s}
  2. H0-G2
1-0

"#
        );
    }

    #[test]
    fn a_game_may_begin_anywhere_with_either_side() {
        let start = Position::from_fen("4k4/9/9/9/9/9/9/9/4p4/3K5 b - - 3 57").unwrap();
        let text = record(start, "e1d1 d0d1 e9e8", &[]).to_string();
        assert!(text.contains("[FEN \"4k4/9/9/9/9/9/9/9/4p4/3K5 b - - 3 57\"]\n\n"), "{text}");
        assert!(text.ends_with("\n 57.       E1-D1\n 58. D0-D1 E9-E8\n*\n\n"), "{text}");
    }

    #[test]
    fn no_text_breaks_the_format() {
        let comment = "two words } [Fake \"tag\"] { and so many more that they go beyond the end of the line, twice \
                       over, so that it must be wrapped more than once";
        let mut record = record(Position::startpos(), "h2e2 h9g7", &[comment, "x"]);
        record.tags = vec![("Red".to_owned(), "back\\slash \"quoted\"\n[Result \"0-1\"]".to_owned())];
        let text = record.to_string();
        assert!(text.contains("\n[Red \"back\\\\slash \\\"quoted\\\" [Result \\\"0-1\\\"]\"]\n"), "{text}");
        assert!(text.lines().all(|line| line.len() <= LINE_WIDTH), "{text}");
        assert_eq!((text.matches('{').count(), text.matches('}').count()), (2, 2), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("[Result")).count(), 1, "{text}");
    }
}
