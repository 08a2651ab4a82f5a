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
//! A file is split into games before its encoding is known: a game consists of lines with tags and all text
//! up to the next line with a tag. Games without moves are told apart by tags that repeat, games without tags
//! by a blank line and another first move of Red, be it in a comment. An unreadable game, or one with an
//! unclosed comment, does not affect the next one. Splitting bytes is safe: in GBK and Big5 the second byte
//! of a character may be a bracket, but neither a line feed nor the first byte of a line.

mod chess;
mod read;
mod words;
mod write;

use crate::bounded;
use crate::notation::formats::{RawGames, Source, TextGame, text_games};
use crate::notation::record::{MAX_GAME, located, too_long};
use crate::notation::record_error::RecordLocation;
use std::io::{self, BufRead, Cursor, ErrorKind};

pub use read::parse;

pub fn games(source: Source<'_>) -> RawGames<'_> {
    let mut games = Sections::new(source);
    text_games(move || games.next(), |game, encoding| parse(&encoding.decode(&game.bytes), game.line))
}

/// Maximum size of a file in UTF-16, which is decoded as a whole.
const MAX_UTF_16: u64 = 64 << 20;

const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";

/// Splits a file into sections.
struct Sections<R> {
    source: R,
    /// The whole text of a file in UTF-16, which is rare, converted to UTF-8.
    decoded: Option<Cursor<Vec<u8>>>,
    /// Number of lines read.
    lines: usize,
    /// The line that ended the previous section.
    pending: Vec<u8>,
    /// The line that ended the last section was too long.
    failure: Option<io::Error>,
}

impl<R: BufRead> Sections<R> {
    fn new(source: R) -> Self {
        Self { source, decoded: None, lines: 0, pending: Vec::new(), failure: None }
    }

    /// Returns the next section that is not empty; `None` at the end of the file.
    fn next(&mut self) -> io::Result<Option<TextGame>> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let mut section = TextGame::default();
        let mut header = Header::default();
        let mut has_text = false;
        let mut has_first_move = false;
        let mut is_open = false;
        let mut is_after_blank = false;
        loop {
            let line = match std::mem::take(&mut self.pending) {
                line if line.is_empty() => match self.line() {
                    // The game before the damage is complete.
                    Err(error) if has_text && error.kind() == ErrorKind::FileTooLarge => {
                        self.failure = Some(error);
                        return Ok(Some(section));
                    }
                    line => line?,
                },
                line => line,
            };
            if line.is_empty() {
                return Ok((!header.names.is_empty() || has_text).then_some(section));
            }
            if let Some(name) = tag_name(&line) {
                if has_text || header.ends_before(name) {
                    self.pending = line;
                    return Ok(Some(section));
                }
                header.names.push(name.to_ascii_lowercase());
                has_text = has_moves(&line);
                is_open = !closes_tag(&line);
            } else if std::mem::take(&mut is_open) && continues_tag(&line) {
                has_text = has_moves(&line);
            } else if is_blank(&line) {
                header.has_blank |= !header.names.is_empty();
            } else if has_first_move && header.names.is_empty() && is_after_blank && is_first_move(&line) {
                self.pending = line;
                return Ok(Some(section));
            } else {
                has_text = true;
                has_first_move |= is_first_move(&line);
            }
            is_after_blank = is_blank(&line);
            if !header.names.is_empty() || has_text {
                if section.bytes.is_empty() {
                    section.line = self.lines;
                }
                if (section.bytes.len() + line.len()) as u64 > MAX_GAME {
                    return Err(too_long(RecordLocation::Line(section.line)));
                }
                section.bytes.extend(line);
            }
        }
    }

    /// Returns the next line with its line feed; empty at the end of the file.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        match &mut self.decoded {
            Some(text) => text.read_until(b'\n', &mut line),
            None => bounded::read_until(&mut self.source, b'\n', &mut line, MAX_GAME),
        }
        .map_err(|error| located(error, RecordLocation::Line(self.lines + 1)))?;
        if self.lines == 0 {
            if line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff") {
                line.extend(bounded::read(&mut self.source, MAX_UTF_16).map_err(in_utf_16)?);
                let mut text = Cursor::new(decode_utf_16(&line).into_bytes());
                line.clear();
                text.read_until(b'\n', &mut line)?;
                self.decoded = Some(text);
            } else if line.starts_with(UTF_8_MARK) {
                line.drain(..UTF_8_MARK.len());
                if line.is_empty() {
                    line.push(b'\n');
                }
            }
        }
        self.lines += usize::from(!line.is_empty());
        Ok(line)
    }
}

/// Decodes a text in UTF-16 by the byte order mark at its begin.
fn decode_utf_16(bytes: &[u8]) -> String {
    let (mark, units) = bytes.as_chunks().0.split_first().expect("a mark is there");
    let unit = if mark[0] == 0xff { u16::from_le_bytes } else { u16::from_be_bytes };
    let units = units.iter().map(|&bytes| unit(bytes));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
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

/// Adds advice to the error for a file in UTF-16 that is too long.
fn in_utf_16(error: io::Error) -> io::Error {
    let kind = error.kind();
    if kind == ErrorKind::FileTooLarge {
        io::Error::new(kind, format!("{error}; convert it from UTF-16 to UTF-8, for which there is no limit"))
    } else {
        error
    }
}

/// Returns true if the line is empty, or a `%` line meant for other programs.
pub fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.starts_with(b"%")
}

/// Returns true if the line begins with the first move of a game and its number; `1...` repeats the number.
fn is_first_move(line: &[u8]) -> bool {
    line.trim_ascii_start()
        .strip_prefix(b"1.")
        .is_some_and(|rest| rest.trim_ascii().first().is_some_and(|&byte| byte != b'.'))
}

/// Returns true if a file that begins with these bytes begins with a tag, so that it is PGN whatever its tags
/// and comments contain.
pub fn begins_with_tag(head: &[u8]) -> bool {
    let head = head.strip_prefix(UTF_8_MARK).unwrap_or(head);
    head.split(|&byte| byte == b'\n').find(|line| !is_blank(line)).is_some_and(is_tag)
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
