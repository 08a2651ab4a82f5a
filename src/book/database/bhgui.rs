// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keys and moves of BHGUI's `.obk`, of `.yfk`, and of `.pfb`.
//!
//! The key is the exclusive or of a constant for each piece on its square, and of one more if Red is to move.
//! A position may be stored as it is or as its mirror image, so both are looked up.
//!
//! A key of 2^63 or more does not fit into SQLite's integers as a positive number. The original program
//! stores it as the floating-point number with the same bits, others as a negative integer; both forms are
//! looked up. A key whose bits are those of a NaN becomes NULL in the first form, and is lost.
//!
//! A move is `from << 8 | to`, with squares numbered as in a `BOOK.DAT`; a `.yfk` swaps the two. Which it is
//! shows in the position: the origin holds a piece of the mover and the destination does not, so that never
//! both readings are legal.
//!
//! Format and constants are facts about the files; the code is our own.

use super::row::{Code, Key, Place, View};
use crate::book::elephant_eye::{number_of, square};
use once_cell::sync::Lazy;
use xiangqi::position::Position;
use xiangqi::types::{Color, Move, Piece, Square};

const RED_TO_MOVE: u64 = 0xa0ce_2af9_0c45_2f58;

/// By piece and square.
static CONSTANTS: Lazy<[[u64; Square::COUNT]; Piece::ALL.len()]> = Lazy::new(|| {
    let mut constants = [[0; Square::COUNT]; Piece::ALL.len()];
    for line in include_str!("keys.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let mut word = || words.next().expect("three words a line");
        let piece = word().chars().next().and_then(Piece::from_letter).expect("the letter of a piece");
        let square: Square = word().parse().expect("a square");
        constants[piece as usize][square as usize] = u64::from_str_radix(word(), 16).expect("a number");
    }
    constants
});

fn key(position: &Position, view: View) -> u64 {
    let side = if position.side_to_move() == Color::Red { RED_TO_MOVE } else { 0 };
    let pieces = position.occupied().into_iter().filter_map(|at| Some((position.piece_on(at)?, at)));
    pieces.fold(side, |key, (piece, at)| key ^ CONSTANTS[piece as usize][view.square(at) as usize])
}

/// The position and its mirror image.
pub fn places(position: &Position) -> Vec<Place> {
    let views = [false, true].map(|is_mirrored| View { is_mirrored, ..View::default() });
    let wanted = if position.is_symmetric() { &views[..1] } else { &views };
    wanted.iter().map(|&view| Place { key: Key::Number(key(position, view)), view }).collect()
}

/// Both readings of a move.
pub fn moves(code: Code) -> Vec<Move> {
    let Ok(code) = u16::try_from(code) else { return Vec::new() };
    let [high, low] = code.to_be_bytes();
    match (square(high), square(low)) {
        (Some(from), Some(to)) if from != to => vec![Move::new(from, to), Move::new(to, from)],
        _ => Vec::new(),
    }
}

/// The code of a move; with the two squares swapped in a `.yfk`.
pub fn code(mv: Move, is_swapped: bool) -> Code {
    let (high, low) = if is_swapped { (mv.to(), mv.from()) } else { (mv.from(), mv.to()) };
    Code::try_from(number_of(high) << 8 | number_of(low)).expect("two numbers below 256")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[&str]) -> Position {
        let mut position = Position::startpos();
        for mv in moves {
            position.play(mv.parse().unwrap()).unwrap();
        }
        position
    }

    #[test]
    fn keys_are_those_of_real_books() {
        let plain = View::default();
        let mirrored = View { is_mirrored: true, ..plain };
        assert_eq!(key(&after(&[]), plain), 0x628d_04d7_c9c1_44ae);
        assert_eq!(key(&after(&[]), mirrored), 0x628d_04d7_c9c1_44ae);
        assert_eq!(key(&after(&[]), plain) ^ RED_TO_MOVE, 0xc243_2e2e_c584_6bf6);
        assert_eq!(key(&after(&["h2e2"]), plain), 0xa1ea_d1f6_470e_07ee);
        assert_eq!(key(&after(&["h2e2"]), mirrored), 0x29d4_30b1_d3af_9b9e);
        assert_eq!(key(&after(&["b2e2"]), plain), 0x29d4_30b1_d3af_9b9e);
    }

    #[test]
    fn a_move_has_two_readings() {
        let [mv, back] = ["h2e2", "e2h2"].map(|mv| mv.parse().unwrap());
        assert_eq!(moves(code(mv, false)), [mv, back]);
        assert_eq!(moves(code(mv, true)), [back, mv]);
        assert_eq!(code(mv, false), 0xaaa7);
        assert!([-1, 0, 0xaaaa, 0xaa00, 0x1_aaa7].iter().all(|&code| moves(code).is_empty()));
    }
}
