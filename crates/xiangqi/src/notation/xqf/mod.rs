// SPDX-License-Identifier: MIT OR Apache-2.0
//! XQF, the file format of 象棋演播室 (XQStudio), one game per file.
//!
//! The author published version 1.0 in XQF.TXT: 1024 bytes with names and pieces, then the moves. From
//! version 1.1 on the moves are encrypted: keys derived from four numbers in the header are subtracted from
//! every byte, and once more from squares and sizes. From version 1.2 on the pieces are shuffled, too. The
//! keys are computed as in the source of the program itself, which its author published later.

mod write;

use crate::notation::encoding::{Encoding, GuessedTexts};
use crate::notation::game_result::GameResult;
use crate::notation::move_tree;
use crate::notation::move_tree::{Cursor, Node, Nodes, pieces_in_order};
use crate::notation::raw_game::{RawGames, Source, one_game};
use crate::notation::record::{Record, RecordError, comment, tags};
use crate::notation::record_problem::RecordProblem;
use crate::position::Setup;
use crate::types::{Color, Square};

pub use write::XqfFile;

/// Returns true if the file begins with the mark of the format. The letters alone could begin a text, but
/// versions are control characters.
pub fn has_mark(head: &[u8]) -> bool {
    head.starts_with(b"XQ") && head.get(2).is_none_or(u8::is_ascii_control)
}

pub fn games(source: Source<'_>) -> RawGames<'_> {
    one_game(source, read)
}

/// Offset of the moves.
const HEADER: usize = 1024;
/// The last version without encryption: 1.0.
const LAST_PLAIN: u8 = 10;
/// The first version with shuffled pieces: 1.2.
const FIRST_SHUFFLED: u8 = 12;
/// The latest version: 1.8.
const LATEST: u8 = 18;
/// The pattern that the key stream is masked out of.
const PATTERN: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The texts in the header: offset of the length byte, end, tag.
const TEXTS: [(usize, usize, &str); 11] = [
    (0x50, 0x90, "Title"),
    (0xd0, 0x110, "Event"),
    (0x110, 0x120, "Date"),
    (0x120, 0x130, "Site"),
    (0x130, 0x140, "Red"),
    (0x140, 0x150, "Black"),
    (0x150, 0x190, "TimeControl"),
    (0x190, 0x1a0, "RedTime"),
    (0x1a0, 0x1b0, "BlackTime"),
    (0x1d0, 0x1e0, "Annotator"),
    (0x1e0, 0x1f0, "Author"),
];

/// Reads the game of a file; without an encoding it is guessed.
fn read(mut bytes: Vec<u8>, fallback: Option<Encoding>) -> Result<Record, RecordError> {
    let error = |at: usize, problem| RecordError::at_byte(at as u64, problem);
    if bytes.len() < HEADER {
        return Err(error(bytes.len(), RecordProblem::Truncated));
    }
    let (header, moves) = bytes.split_at_mut(HEADER);
    let version = header[2];
    if version > LATEST {
        return Err(error(2, RecordProblem::Version(version)));
    }
    let keys = XqfKeys::new(header).ok_or_else(|| error(12, RecordProblem::Keys))?;
    for (byte, key) in moves.iter_mut().zip(keys.stream.iter().cycle()) {
        *byte = byte.wrapping_sub(*key);
    }
    let text = |start: usize, end| &header[start + 1..][..usize::from(header[start]).min(end - start - 1)];
    let context = TEXTS.map(|(start, end, _)| text(start, end)).join(&b' ');
    let texts = GuessedTexts { fallback, context };
    let tags = tags(TEXTS.iter().map(|&(start, end, name)| (name, texts.decode(text(start, end)))));
    let result = GameResult::from_code(header[0x33]);
    let setup = setup(header, &keys);
    let bytes = Cursor { start: HEADER as u64, bytes: moves, taken: 0 };
    let mut nodes = XqfNodes { bytes, is_plain: version <= LAST_PLAIN, keys, texts };
    move_tree::read(&mut nodes, setup, tags, result)
}

/// The keys that are subtracted from the file's numbers.
struct XqfKeys {
    pieces: u8,
    from: u8,
    to: u8,
    comment: u32,
    stream: [u8; 32],
}

impl XqfKeys {
    /// Derives the keys from a header; all are zero in unencrypted versions. `None` if their check sum is
    /// wrong.
    fn new(header: &[u8]) -> Option<Self> {
        if header[2] <= LAST_PLAIN {
            return Some(Self { pieces: 0, from: 0, to: 0, comment: 0, stream: [0; 32] });
        }
        let (mask, or, seeds) = (header[3], &header[8..12], &header[12..16]);
        if seeds.iter().copied().fold(0, u8::wrapping_add) != 0 {
            return None;
        }
        let square = |seed: u8| seed.wrapping_mul(seed).wrapping_mul(54).wrapping_add(221);
        let pieces = square(seeds[1]).wrapping_mul(seeds[1]);
        let from = square(seeds[2]).wrapping_mul(pieces);
        let to = square(seeds[3]).wrapping_mul(from);
        let comment = u32::from(u16::from_be_bytes([seeds[0], seeds[1]])) % 32_000 + 767;
        let stream = core::array::from_fn(|i| PATTERN[i] & (seeds[i % 4] & mask | or[i % 4]));
        Some(Self { pieces, from, to, comment, stream })
    }
}

/// The start position.
fn setup(header: &[u8], keys: &XqfKeys) -> Setup {
    let mut setup = Setup::empty();
    setup.side = if header[0x32] == 1 { Color::Black } else { Color::Red };
    let shift = if header[2] < FIRST_SHUFFLED { 0 } else { usize::from(keys.pieces) + 1 };
    for (index, piece) in pieces_in_order().enumerate() {
        let stored = header[0x10 + (index + 32 - shift % 32) % 32];
        if let Some(square) = square(stored.wrapping_sub(keys.pieces)) {
            setup.board[square] = Some(piece);
        }
    }
    setup
}

/// The square with this number, which is 10 * file + rank.
fn square(number: u8) -> Option<Square> {
    let (file, rank) = (usize::from(number / 10), usize::from(number % 10));
    Square::from_index(rank * 9 + file).filter(|_| file < 9)
}

struct XqfNodes<'a> {
    /// Everything after the header, decrypted.
    bytes: Cursor<'a>,
    is_plain: bool,
    keys: XqfKeys,
    texts: GuessedTexts,
}

impl XqfNodes<'_> {
    /// Reads the comment that must follow. Some files end where the size of the last comment should be.
    fn comment(&mut self) -> Result<String, RecordError> {
        if self.bytes.taken == self.bytes.bytes.len() {
            return Ok(String::new());
        }
        let size = u32::from_le_bytes(self.bytes.take_four()?).saturating_sub(self.keys.comment);
        Ok(comment(&self.texts.decode(self.bytes.take(size as usize)?)))
    }
}

impl Nodes for XqfNodes<'_> {
    fn next(&mut self) -> Result<Node, RecordError> {
        let at = self.bytes.offset();
        // A diagram of version 1.0 ends with its header, or with the comment on it whatever the flags say.
        let is_root = self.is_plain && self.bytes.taken == 0;
        if is_root && self.bytes.bytes.is_empty() {
            return Ok(Node::default());
        }
        let [from, to, marks, _] = self.bytes.take_four()?;
        let (next, alternative, has_text) = if self.is_plain { (0xf0, 0x0f, 0) } else { (0x80, 0x40, 0x20) };
        let has_comment = self.is_plain || marks & has_text != 0;
        let from = from.wrapping_sub(0x18).wrapping_sub(self.keys.from);
        let to = to.wrapping_sub(0x20).wrapping_sub(self.keys.to);
        let comment = if has_comment { self.comment()? } else { String::new() };
        let is_diagram = is_root && self.bytes.taken == self.bytes.bytes.len();
        Ok(Node {
            at,
            squares: [square(from), square(to)],
            comment,
            has_next: marks & next != 0 && !is_diagram,
            has_alternative: marks & alternative != 0,
        })
    }
}
