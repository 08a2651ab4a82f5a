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

use core::fmt;
use xiangqi::position::{Position, Setup};
use xiangqi::rules::Termination;
use xiangqi::types::{Color, Move, Piece, PieceKind, Square, Value};

/// The first bytes of a record.
const MARK: [u8; 2] = *b"G!";
/// Size of the head, before the body.
const HEAD: usize = 8;
/// Size of the fixed part of a body.
const FIXED: usize = 21;
/// Size of the longest possible record.
pub const MAX_SIZE: usize = HEAD + u16::MAX as usize;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SelfPlayTermination {
    Rules(Termination),
    /// Both sides' scores agreed for some moves that one of them wins.
    WonByScore,
    /// Both sides' scores agreed for some moves that the game is level.
    DrawnByScore,
    TooLong,
}

impl SelfPlayTermination {
    /// All terminations, in the order of their codes.
    pub const ALL: [Self; 10] = [
        Self::Rules(Termination::Checkmate),
        Self::Rules(Termination::Stalemate),
        Self::Rules(Termination::PerpetualCheck),
        Self::Rules(Termination::PerpetualChase),
        Self::Rules(Termination::Repetition),
        Self::Rules(Termination::NaturalLimit),
        Self::Rules(Termination::Material),
        Self::WonByScore,
        Self::DrawnByScore,
        Self::TooLong,
    ];

    pub fn code(self) -> usize {
        Self::ALL.iter().position(|&known| known == self).expect("all are known")
    }

    /// Returns true if a repetition decided the game: a result that the board does not show.
    pub fn is_by_repetition(self) -> bool {
        use Termination::{PerpetualChase, PerpetualCheck, Repetition};
        matches!(self, Self::Rules(PerpetualCheck | PerpetualChase | Repetition))
    }
}

impl fmt::Display for SelfPlayTermination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules(reason) => reason.fmt(f),
            Self::WonByScore => f.write_str("won by score"),
            Self::DrawnByScore => f.write_str("drawn by score"),
            Self::TooLong => f.write_str("too long"),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    pub mv: Move,
    /// Its score as a [`Value`], from the perspective of the side that makes it.
    pub score: i16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    pub seed: u64,
    /// The game's number in the run; with the seed it determines the opening.
    pub number: u32,
    pub nodes: u32,
    /// The start position, unless it is the initial position.
    pub start: Option<PackedPosition>,
    /// Opening moves, which were not searched.
    pub opening: Vec<Move>,
    pub moves: Vec<ScoredMove>,
    /// The winner; `None`: a draw.
    pub winner: Option<Color>,
    pub termination: SelfPlayTermination,
}

impl SelfPlayGame {
    /// The start position; `None` if the packed position is invalid.
    pub fn start_position(&self) -> Option<Position> {
        self.start.map_or_else(|| Some(Position::startpos()), |packed| packed.unpack())
    }

    /// Encodes the game as a record, of up to 64 KiB: about 16,000 moves.
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
        bytes.extend([half_points, self.termination.code() as u8, u8::from(self.start.is_some())]);
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
            1 => Some(PackedPosition::from_bytes(take::<PACKED_SIZE>(rest)?)),
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
pub fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(*first)
}

fn take_move(rest: &mut &[u8]) -> Option<Move> {
    Move::from_bits(u16::from_le_bytes(take(rest)?))
}

const PACKED_SIZE: usize = 32;
/// Offsets in a packed position.
const PIECES: usize = 12;
const RULE60: usize = 28;
const MAX_PIECES: usize = 32;

/// The bit that is set if Black is to move.
const BLACK_TO_MOVE: u128 = 1 << 90;

/// A position in 32 bytes, without its move number and its history. All numbers are little-endian.
///
/// ```text
/// offset  size
///      0    12  the occupied squares, a bit each from a0 on (90 bits); bit 90: Black to move
///     12    16  their pieces in that order, 4 bits each, low half of a byte first: kind, 7 more for Black
///     28     2  rule60: plies since the last capture
///     30     2  zero
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPosition([u8; PACKED_SIZE]);

impl PackedPosition {
    pub fn pack(position: &Position) -> Self {
        let mut bytes = [0; PACKED_SIZE];
        let mut bits = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
        for (index, square) in position.occupied().into_iter().enumerate() {
            bits |= 1 << square as u8;
            let code = position.piece_on(square).map_or(0, code_of);
            bytes[PIECES + index / 2] |= code << (index % 2 * 4);
        }
        bytes[..PIECES].copy_from_slice(&bits.to_le_bytes()[..PIECES]);
        bytes[RULE60..RULE60 + 2].copy_from_slice(&position.rule60_count().to_le_bytes());
        Self(bytes)
    }

    /// Unpacks the position; `None` if the bytes do not hold a valid position.
    pub fn unpack(&self) -> Option<Position> {
        let mut bits = [0; size_of::<u128>()];
        bits[..PIECES].copy_from_slice(&self.0[..PIECES]);
        let bits = u128::from_le_bytes(bits);
        let mut setup = Setup::empty();
        let squares = Square::ALL.into_iter().filter(|&square| bits & 1 << square as u8 != 0);
        for (index, square) in squares.enumerate() {
            if index == MAX_PIECES {
                return None;
            }
            let code = self.0[PIECES + index / 2] >> (index % 2 * 4) & 15;
            setup.board[square] = Some(piece_of(code)?);
        }
        setup.side = if bits & BLACK_TO_MOVE == 0 { Color::Red } else { Color::Black };
        setup.rule60 = u16::from_le_bytes([self.0[RULE60], self.0[RULE60 + 1]]);
        setup.into_position().ok()
    }

    pub fn as_bytes(&self) -> &[u8; PACKED_SIZE] {
        &self.0
    }

    /// Wraps bytes, which [`unpack`](Self::unpack) validates.
    pub fn from_bytes(bytes: [u8; PACKED_SIZE]) -> Self {
        Self(bytes)
    }
}

fn code_of(piece: Piece) -> u8 {
    piece.kind() as u8 + 7 * piece.color() as u8
}

fn piece_of(code: u8) -> Option<Piece> {
    let color = if code < 7 { Color::Red } else { Color::Black };
    let kind = PieceKind::ALL.get(usize::from(code % 7)).filter(|_| code < 14)?;
    Some(Piece::new(*kind, color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_restored() {
        for fen in [
            xiangqi::notation::START_FEN,
            "3k5/1R7/9/9/9/9/R8/9/9/4K4 w - - 119 1",
            "2bakab2/9/9/9/9/9/9/9/9/3K5 b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let packed = PackedPosition::pack(&position);
            assert_eq!(PackedPosition::from_bytes(*packed.as_bytes()).unpack(), Some(position));
        }
    }

    #[test]
    fn invalid_bytes_are_rejected() {
        assert_eq!(PackedPosition::from_bytes([0; PACKED_SIZE]).unpack(), None);
        assert_eq!(PackedPosition::from_bytes([255; PACKED_SIZE]).unpack(), None);
        let mut bytes = *PackedPosition::pack(&Position::startpos()).as_bytes();
        bytes[PIECES] = 0xff;
        assert_eq!(PackedPosition::from_bytes(bytes).unpack(), None);
    }
}
