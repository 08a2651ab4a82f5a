// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parts into which the readers of the formats split a file, each usually one game.

use crate::bounded;
use crate::notation::encoding::Encoding;
use crate::notation::record::{MAX_GAME, Record, RecordError};
use crate::notation::record_problem::RecordProblem;
use core::cmp::Reverse;
use std::io::{self, BufRead};

/// A file as a format splits it into games, its first bytes included.
pub type Source<'a> = Box<dyn BufRead + Send + 'a>;

/// A game, or the reason why it cannot be read to its end.
pub type ReadGame = Result<Record, RecordError>;

/// A part of a file with its games, usually one, read when it is called with the encoding of texts that are
/// not in UTF-8 (`None` to guess it).
pub type RawGame = Box<dyn FnOnce(Option<Encoding>) -> Vec<ReadGame> + Send>;

/// Returns the next part of a file each time it is called; `None` at the end.
pub type RawGames<'a> = Box<dyn FnMut() -> io::Result<Option<RawGame>> + Send + 'a>;

/// A part of a file that is one game.
pub fn raw_game(read: impl FnOnce(Option<Encoding>) -> ReadGame + Send + 'static) -> RawGame {
    Box::new(|fallback| vec![read(fallback)])
}

/// The formats of texts that may be in one file.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum TextFormat {
    #[default]
    Pgn,
    DhtmlXq,
}

/// The text of a game, not yet decoded.
#[derive(Default)]
pub struct TextGame {
    pub format: TextFormat,
    /// Number of the first line.
    pub line: usize,
    pub bytes: Vec<u8>,
}

/// The bytes of a game in a binary file.
pub struct BinaryGame {
    /// Offset of the first byte in the file, or in its uncompressed data.
    pub at: u64,
    pub bytes: Vec<u8>,
}

/// Reads the games of the parts that `next` splits a text into.
pub fn text_games<'a>(
    mut next: impl FnMut() -> io::Result<Option<TextGame>> + Send + 'a,
    read: fn(&TextGame, Encoding) -> Vec<ReadGame>,
) -> RawGames<'a> {
    Box::new(move || {
        let game = next()?;
        Ok(game.map(|game| {
            Box::new(move |fallback| read_text(&game.bytes, fallback, |encoding| read(&game, encoding)))
                as RawGame
        }))
    })
}

/// Reads a file that holds one game.
pub fn one_game(
    mut source: Source<'_>,
    read: impl Fn(Vec<u8>, Option<Encoding>) -> ReadGame + Copy + Send + 'static,
) -> RawGames<'_> {
    let mut is_read = false;
    Box::new(move || {
        if core::mem::replace(&mut is_read, true) {
            return Ok(None);
        }
        let bytes = bounded::read(&mut source, MAX_GAME)?;
        Ok(Some(raw_game(move |fallback| read(bytes, fallback))))
    })
}

/// Reads a text; without a known encoding in the guessed one, or in the other Chinese encoding if it can be
/// read further in that one.
pub fn read_text(
    bytes: &[u8],
    fallback: Option<Encoding>,
    read: impl Fn(Encoding) -> Vec<ReadGame>,
) -> Vec<ReadGame> {
    if let Some(encoding) = fallback {
        return read(encoding);
    }
    if core::str::from_utf8(bytes).is_ok() {
        return read(Encoding::Utf8);
    }
    let read_as = |encoding| {
        let mut games = read(encoding);
        let problems = games.iter_mut().filter_map(|game| game.as_mut().err());
        for error in problems.filter(|error| error.problem != RecordProblem::Chess) {
            error.guessed = Some(encoding);
        }
        games
    };
    let guessed = Encoding::guess(bytes);
    let games = read_as(guessed);
    let other = match guessed {
        Encoding::Gbk => Encoding::Big5,
        Encoding::Big5 => Encoding::Gbk,
        Encoding::Utf8 => return games,
    };
    // What remains unread: games, the smaller number of plies, parts of games.
    let unread = |games: &[ReadGame]| {
        let read = games.iter().map(|game| match game {
            Ok(record) => (0, record.line.moves.len(), record.faults.len()),
            Err(error) if error.guessed.is_none() => (0, 0, 0),
            Err(error) => {
                let beginning = error.beginning.as_ref();
                beginning.map_or((1, 0, 0), |record| (1, record.line.moves.len(), record.faults.len()))
            }
        });
        read.fold((0, Reverse(0), 0), |(errors, plies, faults), (error, more, further)| {
            (errors + error, Reverse(plies.0 + more), faults + further)
        })
    };
    let (errors, _, faults) = unread(&games);
    if errors + faults == 0 {
        return games;
    }
    let others = read_as(other);
    if unread(&others) < unread(&games) { others } else { games }
}
