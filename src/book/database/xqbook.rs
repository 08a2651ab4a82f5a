// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keys and moves of `.xqb`.
//!
//! The key is the board itself: the 90 squares row by row from the top, an empty one as the bit 0, a piece as
//! the bit 1 and four bits for its kind, the most significant first. The side to move is always at the
//! bottom: with Black to move the board is rotated and the colours change. Of such a board and its mirror
//! image the one is stored that has the smaller number on the left at the first pair of squares that differ.
//! One key stands for four positions, and none collide.
//!
//! A move has four bits each for the row from the top and the file of its two squares.
//!
//! The format is a fact about the files; the code is our own.

use super::row::{Code, Key, Place, View};
use xiangqi::position::Position;
use xiangqi::types::{Color, File, Move, PieceKind, Rank, Square};

/// The number of the top rank, from which rows are counted.
const TOP: u8 = 9;

/// The squares row by row from the top.
fn squares() -> impl Iterator<Item = Square> {
    Rank::ALL.into_iter().rev().flat_map(|rank| File::ALL.map(|file| Square::new(file, rank)))
}

/// The number of the piece on a square; 0: none.
fn number(position: &Position, square: Square) -> u8 {
    position.piece_on(square).map_or(0, |piece| {
        let kind = match piece.kind() {
            PieceKind::Rook => 1,
            PieceKind::Horse => 2,
            PieceKind::Elephant => 3,
            PieceKind::Advisor => 4,
            PieceKind::King => 5,
            PieceKind::Cannon => 6,
            PieceKind::Pawn => 7,
        };
        if piece.color() == position.side_to_move() { kind } else { kind + 8 }
    })
}

/// The only place of a position.
pub fn place(position: &Position) -> Place {
    let at_the_bottom = View { is_rotated: position.side_to_move() == Color::Black, is_mirrored: false };
    let mirrored = View { is_mirrored: true, ..at_the_bottom };
    let mut pairs =
        squares().map(|square| [at_the_bottom, mirrored].map(|view| number(position, view.square(square))));
    let is_mirrored = pairs.find(|[left, right]| left != right).is_some_and(|[left, right]| right > left);
    let view = if is_mirrored { mirrored } else { at_the_bottom };
    let mut bits = Vec::new();
    for square in squares() {
        match number(position, view.square(square)) {
            0 => bits.push(0),
            number => bits.extend([1, number >> 3 & 1, number >> 2 & 1, number >> 1 & 1, number & 1]),
        }
    }
    let byte = |bits: &[u8]| (0..8).fold(0, |byte, bit| byte << 1 | bits.get(bit).unwrap_or(&0));
    Place { key: Key::Board(bits.chunks(8).map(byte).collect()), view }
}

/// The move, if there is one of this code.
pub fn mv(code: Code) -> Option<Move> {
    let square = |code: Code| {
        let row = u8::try_from(code >> 4 & 15).ok()?;
        let file = *File::ALL.get(usize::try_from(code & 15).ok()?)?;
        Some(Square::new(file, *Rank::ALL.get(usize::from(TOP.checked_sub(row)?))?))
    };
    let (from, to) = (square(code >> 8)?, square(code)?);
    (code >> 16 == 0 && from != to).then(|| Move::new(from, to))
}

/// The code of a move.
pub fn code(mv: Move) -> Code {
    let row = |square: Square| Code::from(TOP) - square.rank() as Code;
    let square = |square: Square| row(square) << 4 | square.file() as Code;
    square(mv.from()) << 8 | square(mv.to())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_the_start_position_is_its_board() {
        let Key::Board(bytes) = place(&Position::startpos()).key else { panic!("a number") };
        // r n b a k a b n r: 1 1001, 1 1010, 1 1011, 1 1100, 1 1101, ...
        assert_eq!(bytes.len(), 28);
        assert_eq!(bytes[..4], [0b1100_1110, 0b1011_0111, 0b1100_1110, 0b1111_0011]);
    }

    #[test]
    fn four_positions_share_a_key() {
        let mut position = Position::startpos();
        for mv in ["h2e2", "h9g7", "h0g2"] {
            position.play(mv.parse().unwrap()).unwrap();
            let key = |position: &Position| match place(position).key {
                Key::Board(bytes) => bytes,
                Key::Number(_) => panic!("a number"),
            };
            let other_side = position.color_flipped();
            for image in [position.mirrored(), other_side.mirrored(), other_side] {
                assert_eq!(key(&image), key(&position));
            }
        }
    }

    #[test]
    fn moves_are_rows_and_files() {
        assert_eq!(code("h2e2".parse().unwrap()), 0x7774);
        assert_eq!(mv(0x7774), "h2e2".parse().ok());
        assert!([-1, 0, 0x7777, 0xa774, 0x779a, 0x1_7774].iter().all(|&code| mv(code).is_none()));
    }
}
