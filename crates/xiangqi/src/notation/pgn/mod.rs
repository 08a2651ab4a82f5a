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
mod movetext;
mod read;
mod words;
mod write;

use crate::notation::formats::{RawGames, Source, TextGame};
use crate::notation::record::{MAX_GAME, too_long};
use crate::notation::record_error::RecordLocation;
use crate::notation::text_source::{TextFormat, TextSource, games as text_games, without_mark};
use std::io::{self, ErrorKind};

pub use read::read;

pub fn games(source: Source<'_>) -> RawGames<'_> {
    text_games(source, TextFormat::Pgn)
}

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

/// Returns true if the line is empty, or a `%` line meant for other programs.
pub fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.starts_with(b"%")
}

/// Returns true if the line begins with the first move of a game and its number; `1...` repeats the number.
pub fn is_first_move(line: &[u8]) -> bool {
    line.trim_ascii_start()
        .strip_prefix(b"1.")
        .is_some_and(|rest| rest.trim_ascii_start().first().is_some_and(|&byte| byte != b'.'))
}

/// Returns true if a file that begins with these bytes begins with a tag, so that it is PGN whatever its tags
/// and comments contain.
pub fn begins_with_tag(head: &[u8]) -> bool {
    without_mark(head).split(|&byte| byte == b'\n').find(|line| !is_blank(line)).is_some_and(is_tag)
}

/// Returns true if the line begins with a tag, `[Name "`.
pub fn is_tag(line: &[u8]) -> bool {
    tag_name(line).is_some()
}

/// The name of the tag that the line begins with.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let rest = line.trim_ascii_start().strip_prefix(b"[")?;
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let end = rest.iter().position(|byte| !is_name(byte)).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    (end > 0 && rest.trim_ascii_start().starts_with(b"\"")).then_some(name)
}

/// Returns true if moves follow the tags of the line.
fn has_moves(line: &[u8]) -> bool {
    last_tag_end(line).is_some_and(|end| !line[end + 1..].trim_ascii().is_empty())
}

/// Returns true if a tag ends in this line.
pub fn closes_tag(line: &[u8]) -> bool {
    last_tag_end(line).is_some()
}

/// Returns true if the line can be the rest of a tag that the line before it begins but does not end.
pub fn continues_tag(line: &[u8]) -> bool {
    !is_tag(line) && closes_tag(line)
}

/// The place of the last bracket that ends a tag.
fn last_tag_end(line: &[u8]) -> Option<usize> {
    let ends_tag = |at: &usize| line[*at] == b']' && line[..*at].trim_ascii_end().ends_with(b"\"");
    (0..line.len()).rev().find(ends_tag)
}
