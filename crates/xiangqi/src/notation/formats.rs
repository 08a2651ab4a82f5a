// SPDX-License-Identifier: MIT OR Apache-2.0
//! The file formats of game records, and the reader of files in any of them: the format is detected from the
//! first bytes, and the games are read one by one.

use crate::bounded;
use crate::notation::encoding::{Encoding, decode_utf_16, is_utf_16};
use crate::notation::raw_game::{RawGame, RawGames, ReadGame, Source, TextFormat, text_games};
use crate::notation::record::{ReadRecordError, Record};
use crate::notation::text_source::TextSource;
use crate::notation::{ccbridge, ccbridge_old, dhtmlxq, dpxq, epd, mxq, pgn, xml, xqf};
use crate::types::{Bilingual, Language, bilingual, text};
use std::io::{self, BufRead, Cursor, Read};
use std::vec;

/// Number of bytes in which the first DhtmlXQ game must begin; it may be embedded in a web page.
const HEAD: u64 = 1 << 16;

/// A file format of game records.
pub struct RecordFormat {
    /// The name of the format, in English and Chinese.
    pub name: (&'static str, &'static str),
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

/// The formats that [`Records`] reads, in the order in which it tries them; whatever lists formats reads this table.
pub static RECORD_FORMATS: [RecordFormat; 10] = [
    text(("PGN", "PGN"), &["pgn"], pgn::begins_with_tag, pgn_games),
    binary(("XQF (XQStudio)", "XQF（象棋演播室）"), &["xqf"], xqf::has_mark, xqf::games),
    binary(
        ("CBR and CBL (CCBridge)", "CBR 和 CBL（象棋桥）"),
        &["cbr", "cbl"],
        ccbridge::has_mark,
        ccbridge::games,
    ),
    binary(("CBL 2.1", "CBL 2.1"), &["cbl"], ccbridge_old::has_mark, ccbridge_old::games),
    text(("CBF", "CBF"), &["cbf"], xml::is_cbf, xml::cbf_games),
    text(("PFC", "PFC（鹏飞象棋）"), &["pfc"], xml::is_pfc, xml::pfc_games),
    binary(("MXQ", "MXQ（弈天）"), &["mxq"], mxq::has_texts, mxq::games),
    text(("DhtmlXQ (forums)", "DhtmlXQ（论坛）"), &["ubb"], dhtmlxq::has_field, dhtmlxq_games),
    text(("the text of dpxq.com", "东萍象棋的文字棋谱"), &[], dpxq::begins_with_title, dpxq::games),
    text(
        ("lines such as 'position startpos moves h2e2'", "“position startpos moves h2e2”这样的行"),
        &[],
        epd::has_position,
        epd::games,
    ),
];

/// Returns the names of the formats that [`Records`] reads, as a list.
pub fn record_formats(language: Language) -> String {
    RECORD_FORMATS
        .each_ref()
        .map(|format| language.pick(format.name.0, format.name.1))
        .join(language.pick(", ", "、"))
}

/// Returns the usual extensions of the files that [`Records`] reads, in lower case.
pub fn record_extensions() -> Vec<&'static str> {
    let mut extensions: Vec<_> =
        RECORD_FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
    extensions.dedup();
    extensions
}

const fn text(
    name: (&'static str, &'static str),
    extensions: Extensions,
    recognises: Recognises,
    games: Games,
) -> RecordFormat {
    RecordFormat { name, extensions, is_text: true, recognises, games }
}

const fn binary(
    name: (&'static str, &'static str),
    extensions: Extensions,
    recognises: Recognises,
    games: Games,
) -> RecordFormat {
    RecordFormat { name, extensions, is_text: false, recognises, games }
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
        None if is_text => pgn_games,
        None => {
            let problem = bilingual!("not a file of games in a known format", "不是已知格式的棋谱文件");
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
    };
    Ok(games(Box::new(Cursor::new(head).chain(source))))
}

fn pgn_games(source: Source<'_>) -> RawGames<'_> {
    games_in_turn(source, TextFormat::Pgn)
}

fn dhtmlxq_games(source: Source<'_>) -> RawGames<'_> {
    games_in_turn(source, TextFormat::DhtmlXq)
}

/// Reads the games of a text that begins in this format. It may hold games in both, because people put files
/// together, even files that begin with a byte order mark; so two splitters read it in turn, each as far as
/// its own format goes.
fn games_in_turn(source: Source<'_>, mut format: TextFormat) -> RawGames<'_> {
    let mut source = TextSource::new(source);
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

/// Maximum size of a file in UTF-16.
const MAX_UTF_16: u64 = 64 << 20;

/// Adds advice to the error for a file in UTF-16 that is too long.
fn in_utf_16(error: io::Error) -> io::Error {
    let kind = error.kind();
    if kind == io::ErrorKind::FileTooLarge {
        let error = Bilingual::from(error);
        let advised = |language| {
            text!(
                language,
                "{error}; convert it from UTF-16 to UTF-8, for which there is no limit",
                "{error}；请从 UTF-16 转为 UTF-8，后者不限大小",
                error = error.text(language)
            )
        };
        io::Error::new(kind, Bilingual::new(advised))
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
