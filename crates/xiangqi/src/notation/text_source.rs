// SPDX-License-Identifier: MIT OR Apache-2.0
//! A text that a format splits into games.

use crate::bounded;
use crate::notation::raw_game::Source;
use crate::notation::record::{MAX_GAME, located};
use crate::notation::record_problem::RecordLocation;
use std::io::{self, BufRead, Cursor};

/// A text that is read piece by piece.
pub struct TextSource<'a> {
    source: Source<'a>,
    /// Bytes that were given back.
    again: Cursor<Vec<u8>>,
    /// Number of the line of the next byte.
    pub line: usize,
    /// The error behind a piece that is complete.
    failure: Option<io::Error>,
}

impl<'a> TextSource<'a> {
    pub fn new(source: Source<'a>) -> Self {
        Self { source, again: Cursor::default(), line: 1, failure: None }
    }

    /// Appends the bytes up to and including the next `end`, or all that remain; returns their number. `line`
    /// is that of the game for the error if it is too long.
    pub fn read_until(&mut self, end: u8, bytes: &mut Vec<u8>, line: usize) -> io::Result<usize> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let start = bytes.len();
        self.again.read_until(end, bytes)?;
        if bytes.len() == start || bytes.last() != Some(&end) {
            let read = bounded::read_until(&mut self.source, end, bytes, MAX_GAME);
            read.map_err(|error| located(error, RecordLocation::Line(line)))?;
        }
        self.line += line_feeds(&bytes[start..]);
        Ok(bytes.len() - start)
    }

    /// Gives back bytes that were just read.
    pub fn give_back(&mut self, mut bytes: Vec<u8>) {
        self.line -= line_feeds(&bytes);
        let at = usize::try_from(self.again.position()).expect("it is within the bytes");
        bytes.extend(&self.again.get_ref()[at..]);
        self.again = Cursor::new(bytes);
    }

    /// Keeps an error for the next call of [`read_until`](Self::read_until).
    pub fn fail_later(&mut self, error: io::Error) {
        self.failure = Some(error);
    }

    pub fn is_at_end(&mut self) -> io::Result<bool> {
        Ok(self.failure.is_none() && self.again.fill_buf()?.is_empty() && self.source.fill_buf()?.is_empty())
    }
}

fn line_feeds(bytes: &[u8]) -> usize {
    bytes.split(|&byte| byte == b'\n').count() - 1
}

/// Returns true for white space, and for the byte order mark of a file that was put behind another one.
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Returns the text without the byte order marks at its begin.
pub fn without_mark(mut text: &[u8]) -> &[u8] {
    while let Some(rest) = text.strip_prefix("\u{feff}".as_bytes()) {
        text = rest;
    }
    text
}
