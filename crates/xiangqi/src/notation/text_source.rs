// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texts of games in PGN and DhtmlXQ. A file may hold both, because people put files together, even files that
//! begin with a byte order mark; so two splitters read it in turn, each as far as its own format goes.

use crate::bounded;
use crate::notation::formats::{RawGames, Source, text_games};
use crate::notation::record::{MAX_GAME, located};
use crate::notation::record_error::RecordLocation;
use crate::notation::{dhtmlxq, pgn};
use std::io::{self, BufRead, Cursor};

/// The two formats.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum TextFormat {
    #[default]
    Pgn,
    DhtmlXq,
}

/// Reads the games of a text that begins in this format.
pub fn games(source: Source<'_>, mut format: TextFormat) -> RawGames<'_> {
    let mut source = TextSource { source, again: Cursor::default(), line: 1, failure: None };
    let next = move || loop {
        let game = match format {
            TextFormat::Pgn => pgn::next_section(&mut source)?,
            TextFormat::DhtmlXq => dhtmlxq::next_block(&mut source)?,
        };
        if game.is_some() || source.is_at_end()? {
            return Ok(game);
        }
        format = match format {
            TextFormat::Pgn => TextFormat::DhtmlXq,
            TextFormat::DhtmlXq => TextFormat::Pgn,
        };
    };
    text_games(next, |game, encoding| match game.format {
        TextFormat::Pgn => pgn::read(&encoding.decode(&game.bytes), game.line),
        TextFormat::DhtmlXq => dhtmlxq::read(&dhtmlxq::decode(&game.bytes, encoding), game.line),
    })
}

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

impl TextSource<'_> {
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

    fn is_at_end(&mut self) -> io::Result<bool> {
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
