// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the games of a file one by one. The format is detected from the first bytes of the file.

use crate::bounded;
use crate::notation::encoding::Encoding;
use crate::notation::record::{MAX_GAME, Record};
use crate::notation::record_error::{ReadRecordError, RecordError};
use crate::notation::xml::XmlFormat;
use crate::notation::{ccbridge, ccbridge_old, dhtmlxq, dpxq, mxq, pgn, xqf};
use std::io::{self, BufRead, Chain, Cursor, Read};

/// Number of bytes in which the first DhtmlXQ game must begin; it may be embedded in a web page.
const HEAD: u64 = 1 << 16;

/// A source whose first bytes have been read for detection and are chained in front of the rest.
type Peeked<R> = Chain<Cursor<Vec<u8>>, R>;

/// Iterator over the games of a file in PGN, XQF, CBR, CBL, CBF, PFC, MXQ, DhtmlXQ or the text of dpxq.com.
/// It keeps at most one game in memory. A game that cannot be read yields an error and reading continues with
/// the next one; an I/O error ends the iteration.
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
pub struct Records<R> {
    format: Format<R>,
    /// The encoding of texts that are not in UTF-8; `None` to guess it.
    fallback: Option<Encoding>,
}

enum Format<R> {
    /// Nothing has been read yet.
    Unknown(R),
    Pgn(pgn::Sections<Peeked<R>>),
    Xqf(Peeked<R>),
    CcBridge(ccbridge::Slots<Peeked<R>>),
    OldLibrary(Box<ccbridge_old::Games<Peeked<R>>>),
    Mxq(Peeked<R>),
    DhtmlXq(dhtmlxq::Blocks<Peeked<R>>),
    Headed(dpxq::Sheets<Peeked<R>>),
    Xml(XmlFormat, Peeked<R>),
    /// Everything has been read.
    Ended,
}

/// A game as it stands in the file.
enum RawGame {
    Pgn(pgn::Section),
    Xqf(Vec<u8>),
    CcBridge(ccbridge::GameBytes),
    OldLibrary(ccbridge_old::GameBytes),
    Mxq(Vec<u8>),
    DhtmlXq(dhtmlxq::Block),
    Headed(dpxq::Sheet),
    Xml(XmlFormat, Vec<u8>),
}

impl<R: BufRead> Records<R> {
    /// Reads texts as UTF-8, or in GBK or Big5 if they are not valid UTF-8, in whichever makes more sense.
    pub fn new(source: R) -> Self {
        Self::with_fallback(source, None)
    }

    /// Reads texts as UTF-8, or in the encoding `fallback` if they are not valid UTF-8; without one as
    /// [`new`](Self::new) does.
    pub fn with_fallback(source: R, fallback: Option<Encoding>) -> Self {
        Self { format: Format::Unknown(source), fallback }
    }

    /// Skips the next game without reading its moves. Returns false if there is none.
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
        Ok(self.next_raw()?.is_some())
    }

    /// Takes the next game out of the file; an I/O error ends the iteration.
    fn next_raw(&mut self) -> io::Result<Option<RawGame>> {
        if matches!(self.format, Format::Unknown(_))
            && let Format::Unknown(source) = std::mem::replace(&mut self.format, Format::Ended)
        {
            self.format = recognise(source)?;
        }
        let game = self.format.next_raw();
        if !matches!(game, Ok(Some(_))) {
            self.format = Format::Ended;
        }
        game
    }

    fn parse(&self, game: RawGame) -> Result<Record, RecordError> {
        match game {
            RawGame::Pgn(section) => self.parse_text(&section.bytes, |encoding| {
                pgn::parse(&encoding.decode(&section.bytes), section.line)
            }),
            RawGame::Xqf(bytes) => xqf::read(bytes, self.fallback),
            RawGame::CcBridge(game) => ccbridge::read(&game),
            RawGame::OldLibrary(game) => ccbridge_old::read(&game, self.fallback),
            RawGame::Mxq(bytes) => mxq::read(&bytes, self.fallback),
            RawGame::DhtmlXq(block) => self.parse_text(&block.bytes, |encoding| {
                dhtmlxq::read(&dhtmlxq::decode(&block.bytes, encoding), block.line)
            }),
            RawGame::Headed(sheet) => self
                .parse_text(&sheet.bytes, |encoding| dpxq::read(&encoding.decode(&sheet.bytes), sheet.line)),
            RawGame::Xml(format, bytes) => {
                self.parse_text(&bytes, |encoding| format.read(&encoding.decode(&bytes)))
            }
        }
    }

    /// Reads a text, in the other Chinese encoding if it can be read further in that one than in the guessed
    /// one.
    fn parse_text(
        &self,
        bytes: &[u8],
        parse: impl Fn(Encoding) -> Result<Record, RecordError>,
    ) -> Result<Record, RecordError> {
        if let Some(encoding) = self.fallback {
            return parse(encoding);
        }
        if core::str::from_utf8(bytes).is_ok() {
            return parse(Encoding::Utf8);
        }
        let guessed = Encoding::guess(bytes);
        let error = match parse(guessed) {
            Err(error) => RecordError { guessed: Some(guessed), ..error },
            read => return read,
        };
        let other = match guessed {
            Encoding::Gbk => Encoding::Big5,
            Encoding::Big5 => Encoding::Gbk,
            Encoding::Utf8 => return Err(error),
        };
        let plies =
            |error: &RecordError| error.beginning.as_ref().map_or(0, |record| record.line.moves.len());
        match parse(other) {
            Err(further) if plies(&further) <= plies(&error) => Err(error),
            Err(further) => Err(RecordError { guessed: Some(other), ..further }),
            read => read,
        }
    }
}

impl<R: BufRead> Format<R> {
    fn next_raw(&mut self) -> io::Result<Option<RawGame>> {
        match self {
            Self::Pgn(sections) => Ok(sections.next()?.map(RawGame::Pgn)),
            Self::Xqf(source) => {
                let bytes = bounded::read(source, MAX_GAME)?;
                *self = Self::Ended;
                Ok(Some(RawGame::Xqf(bytes)))
            }
            Self::CcBridge(slots) => loop {
                match slots.next()? {
                    Some(game) if ccbridge::is_headline(&game) => {}
                    game => return Ok(game.map(RawGame::CcBridge)),
                }
            },
            Self::OldLibrary(games) => Ok(games.next()?.map(RawGame::OldLibrary)),
            Self::Mxq(source) => {
                let bytes = bounded::read(source, MAX_GAME)?;
                *self = Self::Ended;
                Ok(Some(RawGame::Mxq(bytes)))
            }
            Self::DhtmlXq(blocks) => Ok(blocks.next()?.map(RawGame::DhtmlXq)),
            Self::Headed(sheets) => Ok(sheets.next()?.map(RawGame::Headed)),
            &mut Self::Xml(format, ref mut source) => {
                let bytes = bounded::read(source, MAX_GAME)?;
                *self = Self::Ended;
                Ok(Some(RawGame::Xml(format, bytes)))
            }
            Self::Unknown(_) | Self::Ended => Ok(None),
        }
    }
}

/// Detects the format from the first bytes of a file.
fn recognise<R: BufRead>(mut source: R) -> io::Result<Format<R>> {
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head)?;
    if is_unknown(&head) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "not a file of games in a known format"));
    }
    let (is_pgn, is_forum_text) = (pgn::is_mark(&head), dhtmlxq::has_field(&head));
    let (xml, is_headed) = (XmlFormat::of(&head), dpxq::is_mark(&head));
    let (is_xqf, is_ccbridge) = (xqf::is_mark(&head), ccbridge::is_mark(&head));
    let (is_old_library, is_mxq) = (ccbridge_old::is_mark(&head), mxq::is_mark(&head));
    let source = Cursor::new(head).chain(source);
    Ok(if is_pgn {
        Format::Pgn(pgn::Sections::new(source))
    } else if is_xqf {
        Format::Xqf(source)
    } else if is_ccbridge {
        Format::CcBridge(ccbridge::Slots::new(source))
    } else if is_old_library {
        Format::OldLibrary(Box::new(ccbridge_old::Games::new(source)))
    } else if is_mxq {
        Format::Mxq(source)
    } else if let Some(format) = xml {
        Format::Xml(format, source)
    } else if is_forum_text {
        Format::DhtmlXq(dhtmlxq::Blocks::new(source))
    } else if is_headed {
        Format::Headed(dpxq::Sheets::new(source))
    } else {
        Format::Pgn(pgn::Sections::new(source))
    })
}

/// Returns true if the file is neither text nor in a known binary format.
fn is_unknown(head: &[u8]) -> bool {
    let is_utf_16 = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    let is_binary = head.iter().take(512).any(|&byte| byte == 0) && !is_utf_16;
    let marks = [xqf::is_mark, ccbridge::is_mark, ccbridge_old::is_mark, mxq::is_mark];
    is_binary && !marks.iter().any(|is_mark| is_mark(head))
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, ReadRecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.next_raw().transpose()?;
        Some(game.map_err(Into::into).and_then(|game| Ok(self.parse(game)?)))
    }
}
