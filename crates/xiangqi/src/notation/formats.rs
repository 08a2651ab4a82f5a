// SPDX-License-Identifier: MIT OR Apache-2.0
//! The file formats of game records, and the reader of files in any of them: the format is detected from the
//! first bytes, and the games are read one by one.

use crate::bounded;
use crate::notation::encoding::{Encoding, decode_utf_16, is_utf_16};
use crate::notation::record::{MAX_GAME, Record};
use crate::notation::record_error::{ReadRecordError, RecordError, RecordProblem};
use crate::notation::text_source::TextFormat;
use crate::notation::{ccbridge, ccbridge_old, dhtmlxq, dpxq, epd, mxq, pgn, xml, xqf};
use core::cmp::Reverse;
use std::io::{self, BufRead, Cursor, Read};
use std::vec;

/// Number of bytes in which the first DhtmlXQ game must begin; it may be embedded in a web page.
const HEAD: u64 = 1 << 16;

/// A file format of game records.
pub struct RecordFormat {
    /// The name of the format.
    pub name: &'static str,
    /// The usual extensions of file names, in lower case; none for a format without one of its own.
    pub extensions: Extensions,
    is_text: bool,
    /// Returns true if a file that begins with these bytes is in this format.
    recognises: Recognises,
    /// Splits a file into games.
    games: Games,
}

type Extensions = &'static [&'static str];
type Recognises = fn(&[u8]) -> bool;
type Games = for<'a> fn(Source<'a>) -> RawGames<'a>;

/// The formats that [`Records`] reads, in the order in which it tries them.
pub static RECORD_FORMATS: [RecordFormat; 10] = [
    text("PGN", &["pgn"], pgn::begins_with_tag, pgn::games),
    binary("XQF", &["xqf"], xqf::has_mark, xqf::games),
    binary("CBR, CBL", &["cbr", "cbl"], ccbridge::has_mark, ccbridge::games),
    binary("CBL 2.1", &["cbl"], ccbridge_old::has_mark, ccbridge_old::games),
    text("CBF", &["cbf"], xml::is_cbf, xml::cbf_games),
    text("PFC", &["pfc"], xml::is_pfc, xml::pfc_games),
    binary("MXQ", &["mxq"], mxq::has_texts, mxq::games),
    text("DhtmlXQ", &["ubb"], dhtmlxq::has_field, dhtmlxq::games),
    text("text of dpxq.com", &[], dpxq::begins_with_title, dpxq::games),
    text("lines of positions with moves", &[], epd::has_position, epd::games),
];

/// Returns the usual extensions of the files that [`Records`] reads, in lower case.
pub fn record_extensions() -> Vec<&'static str> {
    let mut extensions: Vec<_> =
        RECORD_FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
    extensions.dedup();
    extensions
}

const fn text(
    name: &'static str,
    extensions: Extensions,
    recognises: Recognises,
    games: Games,
) -> RecordFormat {
    RecordFormat { name, extensions, is_text: true, recognises, games }
}

const fn binary(
    name: &'static str,
    extensions: Extensions,
    recognises: Recognises,
    games: Games,
) -> RecordFormat {
    RecordFormat { name, extensions, is_text: false, recognises, games }
}

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

/// Iterator over the games of a file in PGN, XQF, CBR, CBL, CBF, PFC, MXQ, DhtmlXQ or the text of dpxq.com,
/// or of lines such as `position startpos moves h2e2`. It keeps at most one game in memory. A game that
/// cannot be read yields an error and reading continues with the next one; an I/O error ends the iteration.
///
/// ```
/// use xiangqi::notation::Records;
/// let forum = "[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
/// let portable = "1. 炮二平五 *";
/// for file in [forum, portable] {
///     let game = Records::new(file.as_bytes()).next().unwrap()?;
///     assert_eq!(game.line.moves[0].mv.to_string(), "h2e2");
/// }
/// # Ok::<(), xiangqi::notation::ReadRecordError>(())
/// ```
pub struct Records<'a> {
    state: State<'a>,
    /// Games that have been read, but not yet returned.
    read: vec::IntoIter<ReadGame>,
    /// The encoding of texts that are not in UTF-8; `None` to guess it.
    fallback: Option<Encoding>,
}

enum State<'a> {
    /// Nothing has been read yet.
    Unread(Source<'a>),
    Open(RawGames<'a>),
    /// Everything has been read.
    Ended,
}

impl<'a> Records<'a> {
    /// Reads texts as UTF-8, or in GBK or Big5 if they are not valid UTF-8, in whichever makes more sense.
    pub fn new(source: impl BufRead + Send + 'a) -> Self {
        Self::with_fallback(source, None)
    }

    /// Reads texts as UTF-8, or in the encoding `fallback` if they are not valid UTF-8; without one as
    /// [`new`](Self::new) does.
    pub fn with_fallback(source: impl BufRead + Send + 'a, fallback: Option<Encoding>) -> Self {
        Self { state: State::Unread(Box::new(source)), read: Vec::new().into_iter(), fallback }
    }

    /// Skips the next game, whether it can be read or not. Returns false if there is none.
    ///
    /// # Errors
    /// An I/O error, which ends the iteration.
    ///
    /// ```
    /// use xiangqi::notation::Records;
    /// let mut games = Records::new(&b"1. h2e2 *\n\n[Game \"\"]\n\n1. nonsense *\n"[..]);
    /// assert!(games.skip_game()? && games.skip_game()? && !games.skip_game()?);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn skip_game(&mut self) -> io::Result<bool> {
        match self.next() {
            Some(Err(ReadRecordError::File(error))) => Err(error),
            game => Ok(game.is_some()),
        }
    }

    /// Takes the next part out of the file; an I/O error ends the iteration.
    fn next_raw(&mut self) -> io::Result<Option<RawGame>> {
        let mut games = match core::mem::replace(&mut self.state, State::Ended) {
            State::Unread(source) => open(source)?,
            State::Open(games) => games,
            State::Ended => return Ok(None),
        };
        let game = games()?;
        if game.is_some() {
            self.state = State::Open(games);
        }
        Ok(game)
    }
}

/// Detects the format of a file from its first bytes. A text in no other format is PGN.
fn open(mut source: Source<'_>) -> io::Result<RawGames<'_>> {
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head)?;
    if is_utf_16(&head) {
        // Rare, so the file is decoded as a whole.
        let bytes = bounded::read(Cursor::new(head).chain(source), MAX_UTF_16).map_err(in_utf_16)?;
        head = decode_utf_16(&bytes).into_bytes();
        source = Box::new(io::empty());
    }
    let is_text = !head.iter().take(512).any(|&byte| byte == 0);
    let recognises = |format: &&RecordFormat| (is_text || !format.is_text) && (format.recognises)(&head);
    let games = match RECORD_FORMATS.iter().find(recognises) {
        Some(format) => format.games,
        None if is_text => pgn::games,
        None => {
            let problem = "not a file of games in a known format";
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
    };
    Ok(games(Box::new(Cursor::new(head).chain(source))))
}

/// Maximum size of a file in UTF-16.
const MAX_UTF_16: u64 = 64 << 20;

/// Adds advice to the error for a file in UTF-16 that is too long.
fn in_utf_16(error: io::Error) -> io::Error {
    let kind = error.kind();
    if kind == io::ErrorKind::FileTooLarge {
        io::Error::new(kind, format!("{error}; convert it from UTF-16 to UTF-8, for which there is no limit"))
    } else {
        error
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Record, ReadRecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.read.next() {
                return Some(game.map_err(Into::into));
            }
            match self.next_raw().transpose()? {
                Ok(part) => self.read = part(self.fallback).into_iter(),
                Err(error) => return Some(Err(error.into())),
            }
        }
    }
}
