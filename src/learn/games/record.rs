// SPDX-License-Identifier: MIT OR Apache-2.0
//! The record of one self-play game in a file: about four bytes per position.
//!
//! Whole games are stored, so that the data filter can be changed with every reading (an idea of viriformat).
//! A record:
//!
//! ```text
//! offset  size
//!      0     2  the mark `G!`
//!      2     2  n, the length of the body
//!      4     4  CRC-32 of the length's two bytes and the body
//!      8     n  the body:
//!
//!      0     8  seed of the run
//!      8     4  the game's number in the run
//!     12     4  average nodes per move
//!     16     2  o, the number of opening moves
//!     18     1  Red's result in half points: 0, 1 or 2
//!     19     1  termination: the index of the `SelfPlayTermination`
//!     20     1  s: 0 if the game starts from the initial position, 1 if a packed position follows
//!     21  32 s  the packed position
//!        +  2 o  the opening moves
//!        +  4 m  the searched moves, each followed by its score
//! ```
//!
//! Numbers are little-endian. A move is [`Move::bits`]: the from-square in the low seven bits, the to-square
//! in the next seven, the top two zero. A score is an `i16`, a [`Value`] from the perspective of the side
//! that made the move.

use super::packed::{self, PackedPosition};
use crate::position::Position;
use crate::rules::Termination;
use crate::types::{Color, Move, Value};
use core::fmt;

/// The first bytes of a record.
const MARK: [u8; 2] = *b"G!";
/// Size of the head, before the body.
const HEAD: usize = 8;
/// Size of the fixed part of a body.
const FIXED: usize = 21;
/// Size of the longest possible record.
pub const MAX_SIZE: usize = HEAD + u16::MAX as usize;

/// The termination of a self-play game: by the rules, by its scores or by its length.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the first seven are those of `rules::Termination`")]
pub enum SelfPlayTermination {
    Checkmate,
    Stalemate,
    PerpetualCheck,
    PerpetualChase,
    Repetition,
    NaturalLimit,
    Material,
    /// Both sides' scores agreed for some moves that one of them wins.
    WonByScore,
    /// Both sides' scores agreed for some moves that the game is level.
    DrawnByScore,
    /// The game reached the ply limit.
    TooLong,
}

impl SelfPlayTermination {
    /// All terminations, in the order of their codes.
    pub const ALL: [Self; 10] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::PerpetualCheck,
        Self::PerpetualChase,
        Self::Repetition,
        Self::NaturalLimit,
        Self::Material,
        Self::WonByScore,
        Self::DrawnByScore,
        Self::TooLong,
    ];

    /// Returns true if a repetition decided the game: a result that the board does not show.
    pub fn is_by_repetition(self) -> bool {
        matches!(self, Self::PerpetualCheck | Self::PerpetualChase | Self::Repetition)
    }
}

impl From<Termination> for SelfPlayTermination {
    fn from(reason: Termination) -> Self {
        match reason {
            Termination::Checkmate => Self::Checkmate,
            Termination::Stalemate => Self::Stalemate,
            Termination::PerpetualCheck => Self::PerpetualCheck,
            Termination::PerpetualChase => Self::PerpetualChase,
            Termination::Repetition => Self::Repetition,
            Termination::NaturalLimit => Self::NaturalLimit,
            Termination::Material => Self::Material,
        }
    }
}

impl fmt::Display for SelfPlayTermination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self {
            Self::Checkmate => Termination::Checkmate,
            Self::Stalemate => Termination::Stalemate,
            Self::PerpetualCheck => Termination::PerpetualCheck,
            Self::PerpetualChase => Termination::PerpetualChase,
            Self::Repetition => Termination::Repetition,
            Self::NaturalLimit => Termination::NaturalLimit,
            Self::Material => Termination::Material,
            Self::WonByScore => return f.write_str("won by score"),
            Self::DrawnByScore => return f.write_str("drawn by score"),
            Self::TooLong => return f.write_str("too long"),
        };
        reason.fmt(f)
    }
}

/// A searched move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// Its score as a [`Value`], from the perspective of the side that makes it.
    pub score: i16,
}

/// A self-play game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// Seed of the run.
    pub seed: u64,
    /// The game's number in the run; with the seed it determines the opening.
    pub number: u32,
    /// Average nodes per move.
    pub nodes: u32,
    /// The start position, unless it is the initial position.
    pub start: Option<PackedPosition>,
    /// Opening moves, which were not searched.
    pub opening: Vec<Move>,
    /// The searched moves.
    pub moves: Vec<ScoredMove>,
    /// The winner; `None`: a draw.
    pub winner: Option<Color>,
    /// The termination.
    pub termination: SelfPlayTermination,
}

impl SelfPlayGame {
    /// The start position; `None` if the packed position is invalid.
    pub fn start_position(&self) -> Option<Position> {
        self.start.map_or_else(|| Some(Position::startpos()), |packed| packed.unpack())
    }

    /// Encodes the game as a record.
    ///
    /// # Panics
    /// If the record exceeds 64 KiB: at about 16,000 moves.
    pub fn encode(&self) -> Vec<u8> {
        let half_points: u8 = match self.winner {
            Some(Color::Red) => 2,
            Some(Color::Black) => 0,
            None => 1,
        };
        let opening_len = u16::try_from(self.opening.len()).expect("openings are short");
        let mut bytes = Vec::with_capacity(HEAD + FIXED + 2 * self.opening.len() + 4 * self.moves.len());
        bytes.extend([0; HEAD]);
        bytes.extend(self.seed.to_le_bytes());
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        bytes.extend(opening_len.to_le_bytes());
        bytes.extend([half_points, self.termination as u8, u8::from(self.start.is_some())]);
        if let Some(start) = &self.start {
            bytes.extend(start.as_bytes());
        }
        for mv in &self.opening {
            bytes.extend(mv.bits().to_le_bytes());
        }
        for ScoredMove { mv, score } in &self.moves {
            bytes.extend(mv.bits().to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        let length = u16::try_from(bytes.len() - HEAD).expect("games are short").to_le_bytes();
        let checksum = checksum(length, &bytes[HEAD..]).to_le_bytes();
        bytes[..2].copy_from_slice(&MARK);
        bytes[2..4].copy_from_slice(&length);
        bytes[4..HEAD].copy_from_slice(&checksum);
        bytes
    }

    /// Decodes the record at the beginning of `bytes`; returns the game and the size of the record, or `None`
    /// if there is no intact record.
    pub fn decode(bytes: &[u8]) -> Option<(Self, usize)> {
        let mut rest = bytes;
        if take(&mut rest)? != MARK {
            return None;
        }
        let length = take(&mut rest)?;
        let expected = u32::from_le_bytes(take(&mut rest)?);
        let size = usize::from(u16::from_le_bytes(length));
        let body = rest.get(..size)?;
        let record = (checksum(length, body) == expected).then(|| Self::decode_body(body))??;
        Some((record, HEAD + size))
    }

    fn decode_body(mut rest: &[u8]) -> Option<Self> {
        let rest = &mut rest;
        let seed = u64::from_le_bytes(take(rest)?);
        let number = u32::from_le_bytes(take(rest)?);
        let nodes = u32::from_le_bytes(take(rest)?);
        let opening_len = usize::from(u16::from_le_bytes(take(rest)?));
        let [half_points, termination, has_start] = take(rest)?;
        let winner = match half_points {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::Red),
            _ => return None,
        };
        let termination = *SelfPlayTermination::ALL.get(usize::from(termination))?;
        let start = match has_start {
            0 => None,
            1 => Some(PackedPosition::from_bytes(take::<{ packed::SIZE }>(rest)?)),
            _ => return None,
        };
        let opening = (0..opening_len).map(|_| take_move(rest)).collect::<Option<Vec<_>>>()?;
        let mut moves = Vec::with_capacity(rest.len() / 4);
        while !rest.is_empty() {
            moves.push(ScoredMove { mv: take_move(rest)?, score: i16::from_le_bytes(take(rest)?) });
        }
        Some(Self { seed, number, nodes, start, opening, moves, winner, termination })
    }
}

impl ScoredMove {
    /// Creates a searched move.
    #[expect(clippy::cast_possible_truncation, reason = "all values are smaller: see `types::value`")]
    pub fn new(mv: Move, value: Value) -> Self {
        debug_assert!(i16::try_from(value).is_ok());
        Self { mv, score: value as i16 }
    }
}

/// Returns true if these bytes are the beginning of a record whose end is missing.
pub fn is_cut_off(bytes: &[u8]) -> bool {
    let mark = bytes.len().min(MARK.len());
    let size =
        bytes.get(2..4).map_or(HEAD, |length| HEAD + usize::from(u16::from_le_bytes([length[0], length[1]])));
    bytes[..mark] == MARK[..mark] && bytes.len() < size
}

fn checksum(length: [u8; 2], body: &[u8]) -> u32 {
    crc32fast::hash(&[&length, body].concat())
}

/// Removes and returns the first `N` bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

fn take_move(rest: &mut &[u8]) -> Option<Move> {
    Move::from_bits(u16::from_le_bytes(take(rest)?))
}
