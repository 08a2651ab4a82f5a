// SPDX-License-Identifier: MIT OR Apache-2.0
//! PGN: reader and writer.
//!
//! The xiangqi dialect of PGN is that of xqbase.com's programs: the first tag is `[Game "Chinese Chess"]`,
//! Red and Black replace White and Black, `Format` names the notation of the moves, and each line holds one
//! full move. When Black moves first, or after a comment, the number is repeated and Red's place is left
//! blank.
//!
//! The reader accepts more than that, because files in circulation contain more: any notation anywhere, any
//! encoding, parentheses with variations or with plain words in them, advertising after the result. It
//! reports what it cannot read by line and word, and continues with the next game.
//!
//! A file is split into sections before its encoding is known: a section consists of lines with tags and all
//! text up to the next line with a tag. Games without moves are told apart by tags that repeat, games without
//! tags by a blank line and another first move of Red, be it in a comment. An unreadable game, or one with an
//! unclosed comment, does not affect the next section. Splitting bytes is safe: in GBK and Big5 the second
//! byte of a character may be a bracket, but neither a line feed nor the first byte of a line.
//!
//! A section is usually a game. Another one begins in it where a tag stands among the moves, or where a first
//! move follows a result. What else follows a result belongs to the game.

mod chess;
mod lines;
mod movetext;
mod read;
mod words;
mod write;

use crate::notation::raw_game::TextGame;
use crate::notation::record::{MAX_GAME, too_long};
use crate::notation::record_problem::RecordLocation;
use crate::notation::text_source::{TextSource, without_mark};
use std::io::{self, ErrorKind};

pub use lines::{begins_with_tag, is_first_move, is_tag};
pub use read::read;

use lines::{closes_tag, continues_tag, has_moves, is_blank, tag_name};

/// Returns the next section that is not empty; `None` at the end of the file or before a game in DhtmlXQ.
pub fn next_section(source: &mut TextSource) -> io::Result<Option<TextGame>> {
    let mut section = TextGame::default();
    let mut header = Header::default();
    let mut has_text = false;
    let mut has_first_move = false;
    let mut is_open = false;
    let mut is_after_blank = false;
    loop {
        let number = source.line;
        let line = match next_line(source) {
            // The game before the damage is complete.
            Err(error) if has_text && error.kind() == ErrorKind::FileTooLarge => {
                source.fail_later(error);
                return Ok(Some(section));
            }
            line => line?,
        };
        let name = tag_name(&line);
        let is_other = match name {
            Some(name) => has_text || header.ends_before(name),
            None if line.trim_ascii_start().starts_with(b"[DhtmlXQ") => true,
            None => has_first_move && header.names.is_empty() && is_after_blank && is_first_move(&line),
        };
        if line.is_empty() || is_other {
            source.give_back(line);
            return Ok((!section.bytes.is_empty()).then_some(section));
        }
        is_after_blank = is_blank(&line);
        if let Some(name) = name {
            header.names.push(name.to_ascii_lowercase());
            has_text = has_moves(&line);
            is_open = !closes_tag(&line);
        } else if std::mem::take(&mut is_open) && continues_tag(&line) {
            has_text = has_moves(&line);
        } else if is_after_blank {
            header.has_blank |= !header.names.is_empty();
        } else {
            has_text = true;
            has_first_move |= is_first_move(&line);
        }
        if section.bytes.is_empty() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            section.line = number;
        }
        if (section.bytes.len() + line.len()) as u64 > MAX_GAME {
            return Err(too_long(RecordLocation::Line(section.line)));
        }
        section.bytes.extend(line);
    }
}

/// Returns the next line with its line feed, without a byte order mark; empty at the end of the file.
fn next_line(source: &mut TextSource) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    let count = source.read_until(b'\n', &mut line, source.line)?;
    line.drain(..line.len() - without_mark(&line).len());
    if line.is_empty() && count > 0 {
        line.push(b'\n');
    }
    Ok(line)
}

/// The tags of a section.
#[derive(Default)]
struct Header {
    /// Names of the tags that begin a line, in lower case.
    names: Vec<Vec<u8>>,
    /// A blank line follows the first tag.
    has_blank: bool,
}

impl Header {
    /// Returns true if the tag with this name belongs to the next game, although the section has no moves: it
    /// is there already, and is the one that a game should begin with, or a blank line is between the two.
    fn ends_before(&self, name: &[u8]) -> bool {
        let is_there = self.names.iter().any(|other| other.eq_ignore_ascii_case(name));
        is_there && (self.has_blank || name.eq_ignore_ascii_case(b"Game"))
    }
}
