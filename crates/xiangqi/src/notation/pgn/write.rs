// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes game records.
//!
//! Comments are written unchanged, including line breaks, except for text that would end them: braces become
//! parentheses, and a line that looks like a tag is joined to the line before it. Variations are written on
//! lines of their own.

use super::section;
use super::tag_order::TAG_ORDER;
use crate::notation::fen::START_FEN;
use crate::notation::iccs::iccs;
use crate::notation::moves::Notation;
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
        let mut tags = vec![("Game", "Chinese Chess"), ("Result", record.result.text())];
        tags.extend(match self.notation {
            Notation::Iccs => Some(("Format", "ICCS")),
            Notation::Wxf => Some(("Format", "WXF")),
            Notation::Chinese | Notation::ChineseTraditional => None,
        });
        if start != START_FEN {
            tags.push(("FEN", &start));
        }
        tags.extend(record.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())));
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
            Notation::Wxf => 4,
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
            lines.push(if section::is_tag(line.as_bytes()) { ' ' } else { '\n' });
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

#[cfg(test)]
mod tests;
