// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chinese notation: 炮二平五, 前马进四.
//!
//! A move is written as piece and file, or place and piece, then the direction and its number. Red's numbers
//! are Chinese, Black's are full-width digits; the reader accepts either, and plain digits, for both sides,
//! and every customary character for a piece.

use crate::notation::vertical::{self, Direction, Name, Origin, Parts, Step, TandemPlace, take};
use crate::position::Board;
use crate::types::{Color, Move, PieceKind};

/// The characters that a move is written with.
pub struct Script {
    /// The pieces, in the order of [`Piece`](crate::types::Piece).
    pieces: [char; 14],
    /// Front, middle, rear.
    places: [char; 3],
    /// Forward, backward, sideways.
    directions: [char; 3],
}

pub const SIMPLIFIED: Script = Script {
    pieces: ['帅', '将', '仕', '士', '相', '象', '马', '马', '车', '车', '炮', '炮', '兵', '卒'],
    places: ['前', '中', '后'],
    directions: ['进', '退', '平'],
};

pub const TRADITIONAL: Script = Script {
    pieces: ['帥', '將', '仕', '士', '相', '象', '馬', '馬', '車', '車', '炮', '炮', '兵', '卒'],
    places: ['前', '中', '後'],
    directions: ['進', '退', '平'],
};

const RED_DIGITS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_DIGITS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const PLAIN_DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const TEN: char = '十';

/// Writes a move.
pub fn write(script: &Script, board: &Board, mv: Move) -> String {
    let (piece, name, step) = vertical::describe(board, mv);
    let digits = match piece.color() {
        Color::Red => RED_DIGITS,
        Color::Black => BLACK_DIGITS,
    };
    let digit = |number: u8| digits[usize::from(number) - 1];
    let letter = script.pieces[piece];
    let [front, middle, rear] = script.places;
    let mut text = match name {
        Name::File(number) => String::from_iter([letter, digit(number)]),
        Name::Front => String::from_iter([front, letter]),
        Name::Middle => String::from_iter([middle, letter]),
        Name::Rear => String::from_iter([rear, letter]),
        Name::Numbered { number, .. } => ordinal(number).chain([letter]).collect(),
    };
    text.extend([script.directions[step.direction as usize], digit(step.number)]);
    text
}

/// A number up to 19 in Chinese digits, which number the tandem pieces of both sides.
fn ordinal(number: u32) -> impl Iterator<Item = char> {
    let ones = (number % 10).checked_sub(1).map(|index| RED_DIGITS[index as usize]);
    (number >= 10).then_some(TEN).into_iter().chain(ones)
}

/// Parses a word; `None` if it is not a move in this notation.
pub fn read(word: &str) -> Option<Parts> {
    let rest = &mut &*word;
    let number = read_ordinal(rest);
    let place = take(rest, place);
    let kind = take(rest, kind);
    let file = take(rest, digit);
    let direction = take(rest, direction)?;
    let step = Step { direction, number: take(rest, digit)? };
    let (kind, origin) = match (number, place, kind, file) {
        (None, None, Some(kind), None) => (kind, Origin::Unspecified),
        (None, None, Some(kind), Some(file)) => (kind, Origin::File(file)),
        (Some(number), None, Some(kind), None) => (kind, Origin::Number(number)),
        (None, Some(place), Some(kind), file) => (kind, Origin::Tandem(place, file)),
        // A place and a file are enough for a pawn: 前七平六.
        (None, Some(place), None, Some(file)) => (PieceKind::Pawn, Origin::Tandem(place, Some(file))),
        _ => return None,
    };
    rest.is_empty().then_some(Parts { kind, origin, step })
}

fn read_ordinal(rest: &mut &str) -> Option<u32> {
    let ten = take(rest, |character| (character == TEN).then_some(10));
    let ones = take(rest, digit).map(u32::from);
    (ten.is_some() || ones.is_some()).then(|| ten.unwrap_or(0) + ones.unwrap_or(0))
}

fn place(character: char) -> Option<TandemPlace> {
    match character {
        '前' => Some(TandemPlace::Front),
        '中' => Some(TandemPlace::Middle),
        '后' | '後' => Some(TandemPlace::Rear),
        _ => None,
    }
}

fn kind(character: char) -> Option<PieceKind> {
    match character {
        '帅' | '帥' | '将' | '將' => Some(PieceKind::King),
        '仕' | '士' => Some(PieceKind::Advisor),
        '相' | '象' => Some(PieceKind::Elephant),
        '马' | '馬' | '傌' => Some(PieceKind::Horse),
        '车' | '車' | '俥' | '砗' | '硨' => Some(PieceKind::Rook),
        '炮' | '砲' | '包' => Some(PieceKind::Cannon),
        '兵' | '卒' => Some(PieceKind::Pawn),
        _ => None,
    }
}

fn digit(character: char) -> Option<u8> {
    let among = |digits| (1..).zip(digits).find(|&(_, digit)| digit == character);
    let (number, _) = [RED_DIGITS, BLACK_DIGITS, PLAIN_DIGITS].into_iter().find_map(among)?;
    Some(number)
}

/// Also accepts the classical 上 (forward) and 下 (backward).
fn direction(character: char) -> Option<Direction> {
    match character {
        '进' | '進' | '上' => Some(Direction::Forward),
        '退' | '下' => Some(Direction::Backward),
        '平' => Some(Direction::Sideways),
        _ => None,
    }
}
