// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes game records.
//!
//! Comments are written unchanged, including line breaks, except for text that would end them: braces become
//! parentheses, and a line that looks like a tag is joined to the line before it. Variations are written on
//! lines of their own.

use crate::notation::coordinates::iccs;
use crate::notation::fen::START_FEN;
use crate::notation::moves::Notation;
use crate::notation::pgn::lines::is_tag;
use crate::notation::record::{Record, RecordedMove, Variation};
use crate::position::Position;
use crate::types::{Color, Move};
use core::fmt::{self, Write};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_pgn(Notation::Iccs))
    }
}

impl Record {
    /// Returns the record as PGN with its moves in this notation.
    ///
    /// # Panics
    /// If a move is illegal and the notation is not [`Notation::Iccs`].
    pub fn to_pgn(&self, notation: Notation) -> String {
        let mut writer = Writer { text: String::new(), notation, position: self.start.clone() };
        writer.tags(self);
        writer.main_line(&self.line, first_ply(&self.start));
        _ = writeln!(writer.text, "{}\n", self.result);
        writer.text
    }
}

/// The ply of the first move, counted from move number 1, so that Red's plies are even.
fn first_ply(start: &Position) -> u32 {
    2 * (start.full_move() - 1) + u32::from(start.side_to_move() == Color::Black)
}

struct Writer {
    text: String,
    notation: Notation,
    /// Position before the next move; unused for coordinates, which need no position.
    position: Position,
}

impl Writer {
    fn tags(&mut self, record: &Record) {
        let start = record.start.to_string();
        let mut tags = vec![("Game", "Chinese Chess"), ("Result", record.result_text())];
        tags.extend(match self.notation {
            Notation::Iccs => Some(("Format", "ICCS")),
            Notation::Wxf => Some(("Format", "WXF")),
            Notation::Vietnamese => Some(("Format", "Vietnamese")),
            Notation::Chinese | Notation::ChineseTraditional => None,
        });
        if start != START_FEN {
            tags.push(("FEN", &start));
        }
        let others = record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        tags.extend(others.filter(|(name, _)| !name.eq_ignore_ascii_case("Result")));
        tags.sort_by_key(|&(name, _)| {
            TAG_ORDER.iter().position(|&known| known == name).unwrap_or(TAG_ORDER.len())
        });
        for (name, value) in tags {
            _ = writeln!(self.text, "[{} \"{}\"]", tag_name(name), escaped(value));
        }
        self.text.push('\n');
    }

    /// Writes one full move per line.
    fn main_line(&mut self, line: &Variation, first_ply: u32) {
        if let Some(comment) = comment(&line.comment) {
            _ = writeln!(self.text, "{comment}");
        }
        let blanks = match self.notation {
            Notation::Iccs => 5,
            Notation::Wxf | Notation::Vietnamese => 4,
            Notation::Chinese | Notation::ChineseTraditional => 8,
        };
        let mut is_numbered = false;
        for (ply, recorded) in (first_ply..).zip(&line.moves) {
            if ply % 2 == 0 || !is_numbered {
                if ply != first_ply {
                    self.text.push('\n');
                }
                _ = write!(self.text, "{:>3}.", ply / 2 + 1);
                if ply % 2 == 1 {
                    _ = write!(self.text, " {:blanks$}", "");
                }
            }
            self.text.push(' ');
            is_numbered = self.recorded_move(recorded, ply, "\n     ");
        }
        if !line.moves.is_empty() {
            self.text.push('\n');
        }
        self.take_back(line);
    }

    /// Writes a variation on a single line.
    fn variation(&mut self, line: &Variation, first_ply: u32) {
        self.text.push('(');
        self.text.extend(comment(&line.comment));
        let mut is_numbered = false;
        for (ply, recorded) in (first_ply..).zip(&line.moves) {
            if !self.text.ends_with('(') {
                self.text.push(' ');
            }
            let number = ply / 2 + 1;
            if ply % 2 == 0 {
                _ = write!(self.text, "{number}. ");
            } else if !is_numbered {
                _ = write!(self.text, "{number}... ");
            }
            is_numbered = self.recorded_move(recorded, ply, " ");
        }
        self.take_back(line);
        self.text.push(')');
    }

    /// Writes the move and plays it. Returns true if the next move may follow without a number.
    fn recorded_move(&mut self, recorded: &RecordedMove, ply: u32, before_variations: &str) -> bool {
        let word = self.word(recorded.mv);
        self.text += &word;
        for glyph in &recorded.glyphs {
            _ = write!(self.text, " ${glyph}");
        }
        let comment = comment(&recorded.comment);
        let is_followed_up = comment.is_some() || !recorded.variations.is_empty();
        if let Some(comment) = comment {
            _ = write!(self.text, " {comment}");
        }
        for variation in &recorded.variations {
            self.text += before_variations;
            self.variation(variation, ply);
        }
        if self.notation != Notation::Iccs {
            self.position.play_unchecked(recorded.mv);
        }
        !is_followed_up
    }

    fn word(&self, mv: Move) -> String {
        match self.notation {
            Notation::Iccs => iccs(mv),
            notation => notation.write(&self.position, mv),
        }
    }

    fn take_back(&mut self, line: &Variation) {
        if self.notation != Notation::Iccs {
            line.moves.iter().for_each(|_| _ = self.position.undo());
        }
    }
}

/// The comment in braces; `None` if it is empty.
fn comment(text: &str) -> Option<String> {
    let text = text.trim().replace("\r\n", "\n").replace('\r', "\n").replace('{', "(").replace('}', ")");
    let mut lines = String::new();
    for line in text.split('\n') {
        if !lines.is_empty() {
            lines.push(if is_tag(line.as_bytes()) { ' ' } else { '\n' });
        }
        lines += line;
    }
    (!text.is_empty()).then(|| format!("{{{lines}}}"))
}

/// The name of a tag as one word.
fn tag_name(name: &str) -> String {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii() && !c.is_whitespace();
    let name: String = name.chars().map(|c| if is_allowed(c) { c } else { '_' }).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}

/// The value of a tag on one line, with quotation marks and backslashes escaped.
fn escaped(value: &str) -> String {
    let one_line = value.replace(char::is_control, " ");
    one_line.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Tags in the order in which they are written; all others follow.
pub const TAG_ORDER: [&str; 17] = [
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::GameResult;

    fn record(start: Position, moves: &str, comments: &[&str]) -> Record {
        let comments = comments.iter().copied().chain(core::iter::repeat(""));
        let moves = moves.split_whitespace().zip(comments);
        let moves = moves.map(|(mv, comment)| RecordedMove::new(mv.parse().unwrap(), comment)).collect();
        let line = Variation { comment: String::new(), moves };
        Record { tags: Vec::new(), start, line, result: GameResult::Open, faults: Vec::new() }
    }

    #[test]
    fn a_game_is_written_in_the_xiangqi_dialect_of_pgn() {
        let mut record = record(Position::startpos(), "h2e2 h9g7 h0g2 i9h9", &["", "+0.20/12 0.10s", "", ""]);
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
  2. H0-G2 I9-H9
1-0

"#
        );
        let text = record.to_pgn(Notation::Wxf);
        assert!(text.contains("[Format \"WXF\"]\n"), "{text}");
        assert!(text.ends_with("\n\n  1. C2.5 N8+7 {+0.20/12 0.10s}\n  2. N2+3 R9.8\n1-0\n\n"), "{text}");
        let text = record.to_pgn(Notation::ChineseTraditional);
        assert!(!text.contains("[Format"), "{text}");
        assert!(
            text.ends_with("\n\n  1. 炮二平五 馬８進７ {+0.20/12 0.10s}\n  2. 馬二進三 車９平８\n1-0\n\n"),
            "{text}"
        );
    }

    #[test]
    fn a_game_may_begin_anywhere_with_either_side() {
        let start = Position::from_fen("4k4/9/9/9/9/9/9/9/4p4/3K5 b - - 3 57").unwrap();
        let record = record(start, "e1d1 d0d1 e9e8", &[]);
        let text = record.to_string();
        assert!(text.contains("[FEN \"4k4/9/9/9/9/9/9/9/4p4/3K5 b - - 3 57\"]\n\n"), "{text}");
        assert!(text.ends_with("\n 57.       E1-D1\n 58. D0-D1 E9-E8\n*\n\n"), "{text}");
        let text = record.to_pgn(Notation::Chinese);
        assert!(text.ends_with("\n 57.          卒５平４\n 58. 帅六进一 将５进１\n*\n\n"), "{text}");
    }

    #[test]
    fn no_text_breaks_the_format() {
        let comment = "two words } \r\n[Fake \"tag\"] { more";
        let mut record = record(Position::startpos(), "h2e2 h9g7", &[comment, "x"]);
        record.tags = vec![
            ("Red".to_owned(), "back\\slash \"quoted\"\n[Result \"0-1\"]".to_owned()),
            ("no name".to_owned(), String::new()),
        ];
        let text = record.to_string();
        assert!(text.contains("\n[Red \"back\\\\slash \\\"quoted\\\" [Result \\\"0-1\\\"]\"]\n"), "{text}");
        assert!(text.contains("\n[no_name \"\"]\n"), "{text}");
        assert!(text.contains("{two words )  [Fake \"tag\"] ( more}"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("[Result")).count(), 1, "{text}");
    }
}
