// SPDX-License-Identifier: MIT OR Apache-2.0
//! CBL 2.1, the libraries of early versions of 象棋桥 (CCBridge).
//!
//! After a header of 20 bytes (`CCBridge`, version, compression, size) everything may be compressed by zlib:
//! texts about the library with the number of games, then the games, each with its size, its texts, its
//! moves and a comment for each move. Texts are in GBK, those of no fixed size after their size; `||` stands
//! for a line break. Squares are two half bytes, file and rank from Black's side, and begin at 1 in the start
//! position and at 0 in moves.
//!
//! A move is preceded by its number in its line, which alone tells the variations: a number that does not
//! continue the line begins an alternative to the last move with that number. The layout is documented by an
//! open reader written in Dart.

use crate::notation::encoding::{Encoding, GuessedTexts};
use crate::notation::game_result::GameResult;
use crate::notation::move_tree;
use crate::notation::move_tree::{Cursor, Node, NodeList, pieces_in_order};
use crate::notation::raw_game::{BinaryGame, RawGames, Source, raw_game};
use crate::notation::record::{MAX_GAME, Record, RecordError, comment, tags, too_long};
use crate::notation::record_problem::{RecordLocation, RecordProblem};
use crate::position::Setup;
use crate::types::{Bilingual, Color, Square, bilingual};
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};
use std::io::{self, BufRead, ErrorKind, Read};

pub fn has_mark(head: &[u8]) -> bool {
    head.starts_with(MARK)
}

pub fn games(source: Source<'_>) -> RawGames<'_> {
    let mut games = Games::new(source);
    Box::new(move || {
        let game = games.next()?;
        Ok(game.map(|game| raw_game(move |fallback| read(&game, fallback))))
    })
}

const MARK: &[u8] = b"CCBridge\x15\0\0\0";
/// Size of the header, which is never compressed.
const HEADER: u64 = 20;
/// Offset of the number that is 0 in a library that is not compressed.
const COMPRESSION: usize = 12;
/// Size of a date and time.
const DATE: usize = 19;
/// Size of a move: its number, two squares, and its text, which is not needed.
const MOVE: usize = 6;
/// Difference between the number of a square in the start position and in a move.
const FIRST_SQUARE: u8 = 0x11;

/// Data that may be compressed.
struct Unpacked<R> {
    source: R,
    /// The state of the decompression, until the data end.
    state: Option<Box<InflateState>>,
    is_compressed: bool,
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if !self.is_compressed {
            return self.source.read(out);
        }
        while let Some(state) = &mut self.state {
            let input = self.source.fill_buf()?;
            let is_end = input.is_empty();
            let step = inflate(state, input, out, MZFlush::None);
            self.source.consume(step.bytes_consumed);
            match step.status {
                Ok(MZStatus::StreamEnd) => self.state = None,
                Ok(_) | Err(MZError::Buf) => {}
                Err(_) => {
                    return Err(io::Error::new(
                        ErrorKind::InvalidData,
                        bilingual!("damaged compressed data", "压缩数据损坏"),
                    ));
                }
            }
            if step.bytes_written > 0 || is_end || out.is_empty() {
                return Ok(step.bytes_written);
            }
        }
        Ok(0)
    }
}

/// Splits a library into games.
struct Games<R> {
    data: Unpacked<R>,
    /// Number of bytes read so far, without compression.
    at: u64,
    /// Number of games that follow.
    left: u32,
}

impl<R: BufRead> Games<R> {
    fn new(source: R) -> Self {
        Self { data: Unpacked { source, state: None, is_compressed: false }, at: 0, left: 0 }
    }

    /// Returns the next game; `None` at the end of the library.
    fn next(&mut self) -> io::Result<Option<BinaryGame>> {
        if self.at == 0 {
            self.open()?;
        }
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let at = self.at;
        let mut bytes = self.take(4)?;
        // The size counts itself.
        let size = bytes.first_chunk().map_or(4, |&size| u64::from(u32::from_le_bytes(size)).max(4));
        if size > MAX_GAME {
            return Err(too_long(RecordLocation::Byte(at)));
        }
        bytes.extend(self.take(size - 4)?);
        if (bytes.len() as u64) < size {
            // The file is cut, whatever number of games it claims.
            self.left = 0;
        }
        Ok(Some(BinaryGame { at, bytes }))
    }

    /// Reads everything before the first game.
    fn open(&mut self) -> io::Result<()> {
        let header = self.take(HEADER)?;
        if header.get(COMPRESSION..).is_some_and(|rest| !rest.starts_with(&[0; 4])) {
            self.data.is_compressed = true;
            self.data.state = Some(InflateState::new_boxed(DataFormat::Zlib));
        }
        // Name, source, an unused text, author and address.
        for _ in 0..5 {
            self.skip_text()?;
        }
        self.take(2 * DATE as u64)?;
        self.left = self.number()?;
        self.skip_text()
    }

    fn skip_text(&mut self) -> io::Result<()> {
        let size = self.number()?.into();
        if size > MAX_GAME {
            return Err(too_long(RecordLocation::Byte(self.at)));
        }
        self.take(size).map(drop)
    }

    /// Reads a number before the first game.
    fn number(&mut self) -> io::Result<u32> {
        let bytes = self.take(4)?;
        let bytes = bytes.first_chunk().ok_or_else(|| {
            let place = Bilingual::new(|language| RecordLocation::Byte(self.at).text(language));
            let problem = bilingual!("the file ends before the first game", "文件不完整，没有对局");
            io::Error::new(ErrorKind::UnexpectedEof, problem.within(&place))
        })?;
        Ok(u32::from_le_bytes(*bytes))
    }

    /// Reads up to `count` bytes, fewer at the end of the file.
    fn take(&mut self, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.at += (&mut self.data).take(count).read_to_end(&mut bytes)? as u64;
        Ok(bytes)
    }
}

/// Reads a game; without an encoding it is guessed.
fn read(game: &BinaryGame, fallback: Option<Encoding>) -> Result<Record, RecordError> {
    let mut cursor = Cursor { start: game.at, bytes: &game.bytes, taken: 0 };
    let stated = u32::from_le_bytes(cursor.take_four()?) as usize;
    let mut setup = setup(cursor.take(32)?);
    let _kind = cursor.take_four()?;
    let [event] = texts(&mut cursor)?;
    let _first_number = cursor.take_four()?;
    let [title, source, _unused, site, date, red, black] = texts(&mut cursor)?;
    let [result, ..] = cursor.take_four()?;
    let [annotator, _, author, _, remark] = texts(&mut cursor)?;
    setup.side = if cursor.take(1)? == [1] { Color::Red } else { Color::Black };
    cursor.take(2 * DATE)?;
    let fields = [
        ("Title", title),
        ("Source", source),
        ("Event", event),
        ("Date", date),
        ("Site", site),
        ("Red", red),
        ("Black", black),
        ("Annotator", annotator),
        ("Author", author),
    ];
    let guessed = GuessedTexts { fallback, context: fields.map(|(_, text)| text).join(&b' ') };
    let tags = tags(fields.into_iter().map(|(name, text)| (name, guessed.decode(text))));
    let comment = |text: &[u8]| comment(&guessed.decode(text).replace("||", "\n"));
    let mut nodes = nodes(&mut cursor, comment)?;
    let has_next = !nodes.is_empty();
    nodes.insert(0, Node { at: game.at, comment: comment(remark), has_next, ..Node::default() });
    let end = game.at + game.bytes.len() as u64;
    let record = move_tree::read(&mut NodeList::new(nodes, end), setup, tags, GameResult::from_code(result))?;
    let is_cut = game.bytes.len() < stated;
    RecordError::or_whole(is_cut.then(|| RecordError::at_byte(end, RecordProblem::Truncated)), record)
}

/// Takes texts after their sizes.
fn texts<'a, const N: usize>(cursor: &mut Cursor<'a>) -> Result<[&'a [u8]; N], RecordError> {
    let mut texts = [&[][..]; N];
    for text in &mut texts {
        let size = u32::from_le_bytes(cursor.take_four()?);
        *text = cursor.take(size as usize)?;
    }
    Ok(texts)
}

/// The start position.
fn setup(squares: &[u8]) -> Setup {
    let mut setup = Setup::empty();
    for (piece, &number) in pieces_in_order().zip(squares) {
        if let Some(square) = square(number) {
            setup.board[square] = Some(piece);
        }
    }
    setup
}

/// The square with this number in the start position.
fn square(number: u8) -> Option<Square> {
    let (file, rank) = (usize::from(number >> 4), usize::from(number & 15));
    if (1..=9).contains(&file) && (1..=10).contains(&rank) {
        Square::from_index((10 - rank) * 9 + file - 1)
    } else {
        None
    }
}

/// Reads all moves and their comments.
fn nodes(cursor: &mut Cursor<'_>, comment: impl Fn(&[u8]) -> String) -> Result<Vec<Node>, RecordError> {
    let count = u32::from_le_bytes(cursor.take_four()?) as usize;
    let at = cursor.offset();
    let moves = cursor.take(count.saturating_mul(MOVE))?.chunks_exact(MOVE);
    let mut rest = &cursor.bytes[cursor.taken..];
    let mut nodes: Vec<Node> = Vec::with_capacity(moves.len());
    // The line that leads to the last move, by the indices of its nodes.
    let mut line: Vec<usize> = Vec::new();
    let mut first = None;
    for (place, bytes) in (at..).step_by(MOVE).zip(moves) {
        let number = u16::from_le_bytes([bytes[0], bytes[1]]);
        let depth = usize::from(number.saturating_sub(*first.get_or_insert(number)));
        if let Some(&other) = line.get(depth) {
            nodes[other].has_alternative = true;
            line.truncate(depth);
        } else if let Some(&before) = line.last() {
            nodes[before].has_next = true;
        }
        line.push(nodes.len());
        let end = rest.windows(2).position(|pair| pair == b"\r\n");
        let (text, after) = end.map_or((rest, &[][..]), |end| (&rest[..end], &rest[end + 2..]));
        rest = after;
        let squares = [bytes[2], bytes[3]].map(|number| square(number.wrapping_add(FIRST_SQUARE)));
        nodes.push(Node { at: place, squares, comment: comment(text), ..Node::default() });
    }
    Ok(nodes)
}
