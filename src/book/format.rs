// SPDX-License-Identifier: MIT OR Apache-2.0
//! chuhe's book format: a header followed by records of 24 bytes each. All numbers are little-endian.
//!
//! ```text
//! offset  size
//!      0     6  magic `chuheB`
//!      6     2  version of the format: 1
//!      8     8  number of records
//!     16     4  CRC-32 of the records
//!     20     4  zero
//!
//!   each record
//!      0     8  key of the position
//!      8     2  move: origin in bits 0 to 6, destination in bits 7 to 13, a square being 9 * rank + file
//!     10     2  weight
//!     12     2  value of the move in centipawns from the mover's perspective, signed
//!     14     2  depth of the analysis in plies; 0: not analysed, no value
//!     16     4  number of games with the move
//!     20     4  half points that the mover scored in them
//! ```
//!
//! Records are sorted by key, and by the move's number where keys are equal; no two have both in common.
//!
//! The key is the Zobrist key of the position or of its mirror image, whichever is less, and the move is one
//! of that board. If a position is its own mirror image, a move and its mirror image are the same: the one
//! stored is the one whose origin (or else destination) is further to Red's right.
//!
//! A Zobrist key is the exclusive or of a number for each piece on its square, and of one more if Black is to
//! move. The numbers are drawn from [`SplitMix64`](xiangqi::types::SplitMix64) with the seed
//! `0x636875686521`: 90 for each piece, in the order of the squares' numbers, the pieces being red king,
//! black king, red advisor, black advisor, and so on with elephants, horses, rooks, cannons and pawns; last
//! the one for Black to move. The key of the start position is `0xab8f6ce8902f7d94`. Keys are part of the
//! format: a change to them requires a new version.

use super::error::BookError;
use core::cmp;
use core::fmt;
use std::collections::BTreeMap;
use xiangqi::position::Position;
use xiangqi::types::Move;

/// First bytes of a file.
pub const MAGIC: &[u8; 6] = b"chuheB";

/// Version that is written, and the only one that is read.
pub const VERSION: u16 = 1;

const RECORD: usize = 24;

const HEAD: usize = RECORD;

/// A move in a book, with its weight, analysis and results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Relative frequency among the moves of the position; 0: known, but not to be played.
    pub weight: u16,
    /// Value of the move in centipawns from the mover's perspective, analysed to [`depth`](Self::depth).
    pub value: i16,
    /// Depth of the analysis in plies; 0: not analysed, and `value` is meaningless.
    pub depth: u16,
    /// Number of games in which it was played.
    pub games: u32,
    /// Score of the mover in those games, in half points: 2 for a win, 1 for a draw.
    pub points: u32,
}

impl BookMove {
    /// Creates a move of which only the weight is known.
    pub const fn new(mv: Move, weight: u16) -> Self {
        Self { mv, weight, value: 0, depth: 0, games: 0, points: 0 }
    }

    /// Returns the same data for the mirror image of the move.
    pub(crate) fn mirrored(self) -> Self {
        Self { mv: self.mv.mirror(), ..self }
    }
}

/// A move of a position as stored in a book: for the position or its mirror image, whichever has the lesser
/// key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookEntry {
    key: u64,
    known: BookMove,
}

impl BookEntry {
    /// Creates an entry for a move of `position`.
    pub fn new(position: &Position, known: BookMove) -> Self {
        let key = position.canonical_key();
        let mv = if position.is_symmetric() {
            to_the_right(known.mv)
        } else if key == position.key() {
            known.mv
        } else {
            known.mv.mirror()
        };
        Self { key, known: BookMove { mv, ..known } }
    }

    /// Returns the move as stored.
    pub fn known(&self) -> BookMove {
        self.known
    }

    pub(crate) fn with_value(self, value: i16) -> Self {
        Self { known: BookMove { value, ..self.known }, ..self }
    }

    /// Creates an entry from a key and a move as stored: see [`kept`](Self::kept).
    pub(crate) fn of_kept(key: u64, known: BookMove) -> Self {
        Self { key, known }
    }

    /// Returns the key and the move as stored.
    pub(crate) fn kept(&self) -> (u64, Move) {
        (self.key, self.known.mv)
    }

    fn sort_key(&self) -> (u64, u16) {
        (self.key, self.known.mv.bits())
    }

    fn encode(&self) -> [u8; RECORD] {
        let BookMove { mv, weight, value, depth, games, points } = self.known;
        let mut bytes = [0; RECORD];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..10].copy_from_slice(&mv.bits().to_le_bytes());
        bytes[10..12].copy_from_slice(&weight.to_le_bytes());
        bytes[12..14].copy_from_slice(&value.to_le_bytes());
        bytes[14..16].copy_from_slice(&depth.to_le_bytes());
        bytes[16..20].copy_from_slice(&games.to_le_bytes());
        bytes[20..].copy_from_slice(&points.to_le_bytes());
        bytes
    }

    /// Reads a record; `None` if its move is invalid.
    fn decode(bytes: [u8; RECORD]) -> Option<Self> {
        let known = BookMove {
            mv: Move::from_bits(u16::from_le_bytes(field(&bytes, 8)))?,
            weight: u16::from_le_bytes(field(&bytes, 10)),
            value: i16::from_le_bytes(field(&bytes, 12)),
            depth: u16::from_le_bytes(field(&bytes, 14)),
            games: u32::from_le_bytes(field(&bytes, 16)),
            points: u32::from_le_bytes(field(&bytes, 20)),
        };
        Some(Self { key: key(bytes), known })
    }
}

/// Returns the bytes of a file with these entries. Of several entries for one move of a position the last one
/// counts.
pub fn to_bytes(records: impl IntoIterator<Item = BookEntry>) -> Vec<u8> {
    let sorted: BTreeMap<_, _> = records.into_iter().map(|record| (record.sort_key(), record)).collect();
    let body: Vec<u8> = sorted.values().flat_map(BookEntry::encode).collect();
    let mut bytes = Vec::with_capacity(HEAD + body.len());
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((sorted.len() as u64).to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(body);
    bytes
}

/// Checks that these bytes are a complete and undamaged file.
pub(crate) fn check(bytes: &[u8]) -> Result<(), BookError> {
    let head: &[u8; HEAD] = bytes.first_chunk().ok_or(BookError::CutOff)?;
    match u16::from_le_bytes(field(head, 6)) {
        VERSION => {}
        found => return Err(BookError::Version { found, supported: VERSION }),
    }
    let body = &bytes[HEAD..];
    let announced = u64::from_le_bytes(field(head, 8)).checked_mul(RECORD as u64);
    if announced != Some(body.len() as u64) {
        let is_short = announced.is_none_or(|length| length > body.len() as u64);
        return Err(if is_short { BookError::CutOff } else { BookError::TooLong });
    }
    if u32::from_le_bytes(field(head, 16)) != crc32fast::hash(body) || field(head, 20) != [0; 4] {
        return Err(BookError::Checksum);
    }
    let mut last = None;
    for (index, &record) in records(bytes).iter().enumerate() {
        let here = BookEntry::decode(record).map(|record| record.sort_key());
        // An invalid move is `None`, which is less than any other.
        if here <= last {
            return Err(BookError::Record(index));
        }
        last = here;
    }
    Ok(())
}

/// Returns the entries of a checked file.
pub(crate) fn all(bytes: &[u8]) -> impl Iterator<Item = BookEntry> {
    records(bytes).iter().copied().filter_map(BookEntry::decode)
}

/// Returns the bytes of the records of a checked file.
pub(crate) fn records(bytes: &[u8]) -> &[[u8; RECORD]] {
    bytes[HEAD..].as_chunks().0
}

/// Returns the moves of a checked file in this position, in no particular order.
pub(crate) fn probe(bytes: &[u8], position: &Position) -> Vec<BookMove> {
    let kept = position.canonical_key();
    let known = with_key(records(bytes), kept, key).filter_map(BookEntry::decode).map(|record| record.known);
    if kept == position.key() { known.collect() } else { known.map(BookMove::mirrored).collect() }
}

/// The move or its mirror image, whichever is further to the right.
fn to_the_right(mv: Move) -> Move {
    let place = |mv: &Move| (mv.from().file() as u8, mv.to().file() as u8);
    cmp::max_by_key(mv.mirror(), mv, place)
}

/// Returns the key of a record.
pub(crate) fn key(record: [u8; RECORD]) -> u64 {
    u64::from_le_bytes(field(&record, 0))
}

/// Returns the field of `N` bytes at `offset`.
fn field<const N: usize>(bytes: &[u8; RECORD], offset: usize) -> [u8; N] {
    core::array::from_fn(|index| bytes[offset + index])
}

/// Returns the records with this key, among records sorted by key.
pub(crate) fn with_key<T: Copy, K: Ord>(
    records: &[T],
    key: K,
    key_of: impl Fn(T) -> K,
) -> impl Iterator<Item = T> {
    let start = records.partition_point(|&record| key_of(record) < key);
    records[start..].iter().copied().take_while(move |&record| key_of(record) == key)
}

/// A book format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BookFormat {
    /// chuhe's [own format](self).
    Chuhe,
    /// ElephantEye's `BOOK.DAT`.
    ElephantEye,
    /// BHGUI's `.obk`.
    Obk,
    /// `.yfk`: the same with the squares of a move swapped.
    Yfk,
    /// pfBook's `.pfb`.
    Pfb,
    /// xqbook's `.xqb`.
    Xqb,
}

impl fmt::Display for BookFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chuhe => write!(f, "chuhe, version {VERSION}"),
            Self::ElephantEye => f.write_str("ElephantEye"),
            Self::Obk => f.write_str("BHGUI (.obk)"),
            Self::Yfk => f.write_str("BHGUI with swapped squares (.yfk)"),
            Self::Pfb => f.write_str("pfBook (.pfb)"),
            Self::Xqb => f.write_str("xqbook (.xqb)"),
        }
    }
}
