// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position in 32 bytes.
//!
//! ```text
//! offset  size
//!      0    12  the points with men, a bit each from a0 on (90 bits); bit 90: Black is to move
//!     12    16  their men in that order, 4 bits each, the low half of a byte first: kind, 7 more for Black
//!     28     2  plies without a capture
//!     30     2  zero
//! ```
//!
//! Numbers are little-endian. The move number and the moves that led to the position are not kept.

use crate::position::{Position, Setup};
use crate::types::{Color, Piece, PieceKind, Square};

/// Bytes of a packed position.
pub const SIZE: usize = 32;
/// Where the men begin.
const MEN: usize = 12;
/// Offset of the rule60 counter.
const RULE60: usize = 28;
/// Men that fit in.
const MAX_MEN: usize = 32;

/// The bit that says that Black is to move.
const BLACK_TO_MOVE: u128 = 1 << 90;

/// A position in 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedPosition([u8; SIZE]);

impl PackedPosition {
    /// Packs a position; its move number and its moves are lost.
    pub fn pack(position: &Position) -> Self {
        let mut bytes = [0; SIZE];
        let mut bits = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
        for (index, square) in position.occupied().into_iter().enumerate() {
            bits |= 1 << square as u8;
            let man = position.piece_on(square).map_or(0, code);
            bytes[MEN + index / 2] |= man << (index % 2 * 4);
        }
        bytes[..MEN].copy_from_slice(&bits.to_le_bytes()[..MEN]);
        bytes[RULE60..RULE60 + 2].copy_from_slice(&position.rule60_count().to_le_bytes());
        Self(bytes)
    }

    /// The position; `None` if the bytes are not one.
    pub fn unpack(&self) -> Option<Position> {
        let mut bits = [0; size_of::<u128>()];
        bits[..MEN].copy_from_slice(&self.0[..MEN]);
        let bits = u128::from_le_bytes(bits);
        let mut setup = Setup::empty();
        let men = Square::ALL.into_iter().filter(|&square| bits & 1 << square as u8 != 0);
        for (index, square) in men.enumerate() {
            if index == MAX_MEN {
                return None;
            }
            let man = self.0[MEN + index / 2] >> (index % 2 * 4) & 15;
            setup.board[square] = Some(piece(man)?);
        }
        setup.side = if bits & BLACK_TO_MOVE == 0 { Color::Red } else { Color::Black };
        setup.rule60 = u16::from_le_bytes([self.0[RULE60], self.0[RULE60 + 1]]);
        setup.into_position(false).ok()
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8; SIZE] {
        &self.0
    }

    /// Whatever these bytes are, to be [unpacked](Self::unpack).
    pub fn from_bytes(bytes: [u8; SIZE]) -> Self {
        Self(bytes)
    }
}

fn code(piece: Piece) -> u8 {
    piece.kind() as u8 + 7 * piece.color() as u8
}

fn piece(code: u8) -> Option<Piece> {
    let color = if code < 7 { Color::Red } else { Color::Black };
    let kind = PieceKind::ALL.get(usize::from(code % 7)).filter(|_| code < 14)?;
    Some(Piece::new(*kind, color))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_back() {
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
    fn bytes_that_are_no_position_are_refused() {
        assert_eq!(PackedPosition::from_bytes([0; SIZE]).unpack(), None);
        assert_eq!(PackedPosition::from_bytes([255; SIZE]).unpack(), None);
        let mut bytes = *PackedPosition::pack(&Position::startpos()).as_bytes();
        bytes[MEN] = 0xff;
        assert_eq!(PackedPosition::from_bytes(bytes).unpack(), None);
    }
}
