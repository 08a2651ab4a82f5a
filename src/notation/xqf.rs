// SPDX-License-Identifier: MIT OR Apache-2.0
//! XQF, the files of 象棋演播室 (XQStudio), a game in each.
//!
//! Version 1.0 was published by its author in XQF.TXT: 1024 bytes with names and men, then the moves. From version 1.1 on
//! the moves are hidden: keys made of four numbers in the head are taken from every byte, and from points and sizes once
//! more. From version 1.2 on the men are shuffled too. The keys are as in the program itself, whose author published it
//! at last.

use crate::notation::record::tree::{self, Cursor, Node, Nodes};
use crate::notation::record::{
    Encoding, GameResult, Record, RecordError, RecordLocation, RecordProblem, comment, pieces_in_order, tags,
};
use crate::position::Setup;
use crate::types::{Color, Square};

/// Where the moves begin.
const HEAD: usize = 1024;
/// The last version without keys: 1.0.
const LAST_OPEN: u8 = 10;
/// The first version with shuffled men: 1.2.
const FIRST_SHUFFLED: u8 = 12;
/// The last version there is: 1.8.
const LATEST: u8 = 18;
/// What the keys are cut out of.
const PATTERN: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// Where texts begin, with their length in the first byte, where they end, and their tags.
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

/// Does a file of this kind begin so? Letters alone could begin a text, but versions are control characters.
pub fn is_mark(head: &[u8]) -> bool {
    head.starts_with(b"XQ") && head.get(2).is_none_or(u8::is_ascii_control)
}

/// Reads the game of a file.
pub fn read(mut bytes: Vec<u8>, encoding: Encoding) -> Result<Record, RecordError> {
    let error = |at: usize, problem| RecordError { location: RecordLocation::Byte(at as u64), problem };
    if bytes.len() < HEAD {
        return Err(error(bytes.len(), RecordProblem::Truncated));
    }
    let (head, moves) = bytes.split_at_mut(HEAD);
    let version = head[2];
    if version > LATEST {
        return Err(error(2, RecordProblem::Version(version)));
    }
    let keys = Keys::new(head).ok_or_else(|| error(12, RecordProblem::Keys))?;
    for (byte, key) in moves.iter_mut().zip(keys.stream.iter().cycle()) {
        *byte = byte.wrapping_sub(*key);
    }
    let text = |&(start, end, name): &(usize, usize, &'static str)| {
        let length = usize::from(head[start]).min(end - start - 1);
        (name, encoding.decode_strictly(&head[start + 1..][..length]).into_owned())
    };
    let tags = tags(TEXTS.iter().map(text));
    let result = GameResult::numbered(head[0x33]);
    let setup = setup(head, &keys);
    let bytes = Cursor { start: HEAD as u64, bytes: moves, taken: 0 };
    let mut moves = Moves { bytes, is_open: version <= LAST_OPEN, keys, encoding };
    let (start, line) = tree::read(&mut moves, setup)?;
    Ok(Record { tags, start, line, result })
}

/// What is taken from the file's numbers.
struct Keys {
    men: u8,
    from: u8,
    to: u8,
    comment: u32,
    stream: [u8; 32],
}

impl Keys {
    /// The keys that a head tells, which are nothing but zeros in open versions; `None` if their sum is wrong.
    fn new(head: &[u8]) -> Option<Self> {
        if head[2] <= LAST_OPEN {
            return Some(Self { men: 0, from: 0, to: 0, comment: 0, stream: [0; 32] });
        }
        let (mask, or, seeds) = (head[3], &head[8..12], &head[12..16]);
        if seeds.iter().copied().fold(0, u8::wrapping_add) != 0 {
            return None;
        }
        let square = |seed: u8| seed.wrapping_mul(seed).wrapping_mul(54).wrapping_add(221);
        let men = square(seeds[1]).wrapping_mul(seeds[1]);
        let from = square(seeds[2]).wrapping_mul(men);
        let to = square(seeds[3]).wrapping_mul(from);
        let comment = u32::from(u16::from_be_bytes([seeds[0], seeds[1]])) % 32_000 + 767;
        let stream = core::array::from_fn(|i| PATTERN[i] & (seeds[i % 4] & mask | or[i % 4]));
        Some(Self { men, from, to, comment, stream })
    }
}

/// The men where the game begins.
fn setup(head: &[u8], keys: &Keys) -> Setup {
    let mut setup = Setup::empty();
    setup.side = if head[0x32] == 1 { Color::Black } else { Color::Red };
    let shift = if head[2] < FIRST_SHUFFLED { 0 } else { usize::from(keys.men) + 1 };
    for (index, man) in pieces_in_order().enumerate() {
        let stored = head[0x10 + (index + 32 - shift % 32) % 32];
        if let Some(square) = point(stored.wrapping_sub(keys.men)) {
            setup.board[square] = Some(man);
        }
    }
    setup
}

/// The point with a number: ten times the file, and the rank.
fn point(number: u8) -> Option<Square> {
    let (file, rank) = (usize::from(number / 10), usize::from(number % 10));
    Square::from_index(rank * 9 + file).filter(|_| file < 9)
}

struct Moves<'a> {
    /// All behind the head, with the stream of keys taken off.
    bytes: Cursor<'a>,
    is_open: bool,
    keys: Keys,
    encoding: Encoding,
}

impl Moves<'_> {
    /// The comment that has to follow. Some files end where the last one's size should be.
    fn comment(&mut self) -> Result<String, RecordError> {
        if self.bytes.taken == self.bytes.bytes.len() {
            return Ok(String::new());
        }
        let size = u32::from_le_bytes(self.bytes.take_four()?).saturating_sub(self.keys.comment);
        Ok(comment(&self.encoding.decode_strictly(self.bytes.take(size as usize)?)))
    }
}

impl Nodes for Moves<'_> {
    fn next(&mut self) -> Result<Node, RecordError> {
        let at = self.bytes.place();
        let [from, to, marks, _] = self.bytes.take_four()?;
        let (next, alternative, comment) = if self.is_open { (0xf0, 0x0f, 0) } else { (0x80, 0x40, 0x20) };
        let has_comment = self.is_open || marks & comment != 0;
        let from = from.wrapping_sub(0x18).wrapping_sub(self.keys.from);
        let to = to.wrapping_sub(0x20).wrapping_sub(self.keys.to);
        Ok(Node {
            at,
            points: [point(from), point(to)],
            comment: if has_comment { self.comment()? } else { String::new() },
            has_next: marks & next != 0,
            has_alternative: marks & alternative != 0,
        })
    }
}
