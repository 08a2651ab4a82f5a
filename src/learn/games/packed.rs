// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position in 32 bytes.
//!
//! ```text
//! offset  size
//!      0    12  the occupied squares, a bit each from a0 on (90 bits); bit 90: Black to move
//!     12    16  their pieces in that order, 4 bits each, low half of a byte first: kind, 7 more for Black
//!     28     2  rule60: plies since the last capture
//!     30     2  zero
//! ```
//!
//! Numbers are little-endian. The move number and the moves that led to the position are not kept.

use crate::position::{Position, Setup};
use crate::types::{Color, Piece, PieceKind, Square};

/// Size of a packed position.
pub const SIZE: usize = 32;
/// Offset of the pieces.
const PIECES: usize = 12;
/// Offset of the rule60 counter.
const RULE60: usize = 28;
/// The maximum number of pieces.
const MAX_PIECES: usize = 32;

/// The bit that is set if Black is to move.
const BLACK_TO_MOVE: u128 = 1 << 90;

/// A position in 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPosition([u8; SIZE]);

impl PackedPosition {
    /// Packs a position, without its move number and its history.
    pub fn pack(position: &Position) -> Self {
        let mut bytes = [0; SIZE];
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
        setup.into_position(false).ok()
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; SIZE] {
        &self.0
    }

    /// Wraps bytes, which [`unpack`](Self::unpack) validates.
    pub fn from_bytes(bytes: [u8; SIZE]) -> Self {
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
            crate::notation::START_FEN,
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
        assert_eq!(PackedPosition::from_bytes([0; SIZE]).unpack(), None);
        assert_eq!(PackedPosition::from_bytes([255; SIZE]).unpack(), None);
        let mut bytes = *PackedPosition::pack(&Position::startpos()).as_bytes();
        bytes[PIECES] = 0xff;
        assert_eq!(PackedPosition::from_bytes(bytes).unpack(), None);
    }
}
