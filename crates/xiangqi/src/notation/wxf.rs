// SPDX-License-Identifier: MIT OR Apache-2.0
//! The notation of the World Xiangqi Federation: `C2.5`, `N2+3`, `R+-2`.
//!
//! A move is four ASCII characters: the piece's letter and its file, or its place among tandem pieces, then
//! the direction and its number. There are several ways to write tandem pieces:
//!
//! | pieces on one file | written here | also read |
//! |---|---|---|
//! | two | `P+` `P-` | sign first, `+P`; `fP` and `rP`; beside the sign a pawn's file, `3+` or `+3` |
//! | three | `P+` `P.` `P-` | the middle one by its file, `P3` or for a pawn `33` |
//! | four, five, or several files | `Pa` `Pb` … | `++` `P+` `P-` `--`, of five the middle one `P3` |
//! | three or more, or several files | | a pawn's number and file, `23` |
//!
//! Keypad digits for pieces (`62.5`) are not read, because `33.4` would be ambiguous.

use crate::notation::vertical::{self, Direction, Name, Origin, Parts, Step, TandemPlace};
use crate::position::Board;
use crate::types::{Move, PieceKind};

/// Writes a move.
pub fn write(board: &Board, mv: Move) -> String {
    let (piece, name, step) = vertical::describe(board, mv);
    let place = match name {
        Name::File(number) => char::from(b'0' + number),
        Name::Front => '+',
        Name::Middle => '.',
        Name::Rear => '-',
        Name::Numbered { number, .. } => {
            ('a'..).nth(number as usize - 1).expect("a side has at most sixteen pieces")
        }
    };
    let direction = match step.direction {
        Direction::Forward => '+',
        Direction::Backward => '-',
        Direction::Sideways => '.',
    };
    format!("{}{place}{direction}{}", piece.kind().letter().to_ascii_uppercase(), step.number)
}

/// Parses a word; `None` if it is not a move in this notation. Trailing marks such as `!?`, `+` and `#` are
/// ignored.
pub fn read(word: &str) -> Option<Parts> {
    let word = word.trim_end_matches(['!', '?', '+', '#']);
    let (kind, origin, direction, number) = match *word.as_bytes() {
        [letter, direction, number] => (kind(letter)?, Origin::Unspecified, direction, number),
        [first, second, direction, number] => {
            let (kind, origin) = origin(first, second)?;
            (kind, origin, direction, number)
        }
        _ => return None,
    };
    let direction = match direction {
        b'+' => Direction::Forward,
        b'-' => Direction::Backward,
        b'.' | b'=' => Direction::Sideways,
        _ => return None,
    };
    Some(Parts { kind, origin, step: Step { direction, number: digit(number)? } })
}

/// Parses the two characters that name the piece.
fn origin(first: u8, second: u8) -> Option<(PieceKind, Origin)> {
    let named = match (first, second) {
        (b'+', b'+') => (PieceKind::Pawn, Origin::Tandem(TandemPlace::Front, None)),
        (b'-', b'-') => (PieceKind::Pawn, Origin::Tandem(TandemPlace::Rear, None)),
        (b'6'..=b'9', _) if second == first => {
            (PieceKind::Pawn, Origin::Tandem(TandemPlace::Middle, digit(first)))
        }
        (b'1'..=b'5', b'1'..=b'9') => {
            (PieceKind::Pawn, Origin::NumberOnFile(u32::from(first - b'0'), digit(second)?))
        }
        (b'1'..=b'9', b'+' | b'-') => (PieceKind::Pawn, Origin::Tandem(place(second)?, digit(first))),
        (b'+' | b'-', b'1'..=b'9') => (PieceKind::Pawn, Origin::Tandem(place(first)?, digit(second))),
        (b'+' | b'-' | b'.', _) => (kind(second)?, Origin::Tandem(place(first)?, None)),
        // Lower case only: `RC` would be both the rear cannon and the third rook.
        (b'f', _) => (kind(second)?, Origin::Tandem(TandemPlace::Front, None)),
        (b'r', b'A'..=b'Z') => (kind(second)?, Origin::Tandem(TandemPlace::Rear, None)),
        (_, b'1'..=b'9') => (kind(first)?, Origin::FileOrMiddle(digit(second)?)),
        (_, b'+' | b'-' | b'.') => (kind(first)?, Origin::Tandem(place(second)?, None)),
        (_, b'a'..=b'p') => (kind(first)?, Origin::Number(u32::from(second - b'a') + 1)),
        _ => return None,
    };
    Some(named)
}

fn kind(letter: u8) -> Option<PieceKind> {
    PieceKind::from_letter(letter.into())
}

fn place(sign: u8) -> Option<TandemPlace> {
    match sign {
        b'+' => Some(TandemPlace::InnerFront),
        b'.' => Some(TandemPlace::Middle),
        b'-' => Some(TandemPlace::InnerRear),
        _ => None,
    }
}

fn digit(character: u8) -> Option<u8> {
    (b'1'..=b'9').contains(&character).then(|| character - b'0')
}
