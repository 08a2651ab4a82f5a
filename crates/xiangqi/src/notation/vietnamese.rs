// SPDX-License-Identifier: MIT OR Apache-2.0
//! Vietnamese notation: `P2-5`, `M8.7`, `X1/1`, `Tg5.1`, `Bt.1`.
//!
//! A move is the piece's letter and its file, then the sign of its direction and the number. The letters are
//! those of Tướng, Sĩ, Tượng, Xe, Pháo, Mã and Binh; a pawn is also called Chốt, and the elephant's letter
//! may be V (Voi), so that it is not mistaken for the general's:
//!
//! | general | advisor | elephant | horse | rook | cannon | pawn | forward | backward | sideways |
//! |---|---|---|---|---|---|---|---|---|---|
//! | `Tg` | `S` | `T`, `V` | `M` | `X` | `P` | `B`, `C` | `.` | `/` | `-` |
//!
//! Tandem pieces are marked behind the letter: `t` (trước) is the front one, `s` (sau) the rear one, `g`
//! (giữa) the middle one of three. The file follows if several files have tandem pieces. Of four or more, a
//! piece has a `t` for each one behind it and an `s` for each one in front of it, and then the file:
//! `Btts3.1` is the second of four. The first of each spelling in the table is written, and all are read, in
//! either case.
//!
//! Sources: the explanations of the notation at tamquocchess.vn
//! (`ky-hieu-co-tuong-doc-hieu-ban-ghi-co-tuong`), thanglongkydao.com (thread 17) and hieponly.top (2017,
//! with V and C); for rows of marks the tests of the JavaScript program vnc; for C also the script
//! `kydao_engine.py` in HoTinh012/tuongky on GitHub.

use crate::notation::vertical::{self, Direction, Name, Origin, Parts, Step, TandemPlace, take};
use crate::position::Board;
use crate::types::{Move, PieceKind};

/// Writes a move.
pub fn write(board: &Board, mv: Move) -> String {
    let (piece, name, step) = vertical::describe(board, mv);
    let place = match name {
        Name::File(number) => number.to_string(),
        Name::Front => "t".to_owned(),
        Name::Middle => "g".to_owned(),
        Name::Rear => "s".to_owned(),
        Name::Numbered { file, ahead, behind, .. } => marks(ahead, behind) + &file.to_string(),
    };
    let sign = match step.direction {
        Direction::Forward => '.',
        Direction::Backward => '/',
        Direction::Sideways => '-',
    };
    format!("{}{place}{sign}{}", letter(piece.kind()), step.number)
}

/// The marks of a tandem piece by the number of the others ahead of it and behind it.
fn marks(ahead: u32, behind: u32) -> String {
    match (ahead, behind) {
        (0, 1 | 2) => "t".to_owned(),
        (1, 1) => "g".to_owned(),
        (1 | 2, 0) => "s".to_owned(),
        _ => "t".repeat(behind as usize) + &"s".repeat(ahead as usize),
    }
}

const fn letter(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "Tg",
        PieceKind::Advisor => "S",
        PieceKind::Elephant => "T",
        PieceKind::Horse => "M",
        PieceKind::Rook => "X",
        PieceKind::Cannon => "P",
        PieceKind::Pawn => "B",
    }
}

/// Parses a word; `None` if it is not a move in this notation. Trailing marks such as `!?`, `+` and `#` are
/// ignored.
pub fn read(word: &str) -> Option<Parts> {
    let word = word.trim_end_matches(['!', '?', '+', '#']).to_ascii_lowercase();
    let rest = &mut &*word;
    let kind = read_kind(rest)?;
    let unmarked = rest.trim_start_matches(['t', 'g', 's']);
    let marks = &rest[..rest.len() - unmarked.len()];
    *rest = unmarked;
    let file = take(rest, digit);
    let direction = take(rest, direction)?;
    let step = Step { direction, number: take(rest, digit)? };
    let origin = match (marks, file) {
        ("", None) => Origin::Unspecified,
        ("", Some(file)) => Origin::File(file),
        ("t", _) => Origin::Tandem(TandemPlace::Front, file),
        ("g", _) => Origin::Tandem(TandemPlace::Middle, file),
        ("s", _) => Origin::Tandem(TandemPlace::Rear, file),
        _ => {
            let ahead = marks.trim_start_matches('t');
            let behind = marks.len() - ahead.len();
            if ahead.contains(['t', 'g']) {
                return None;
            }
            Origin::Between { ahead: ahead.len() as u32, behind: behind as u32, file }
        }
    };
    rest.is_empty().then_some(Parts { kind, origin, step })
}

fn read_kind(rest: &mut &str) -> Option<PieceKind> {
    if let Some(after) = rest.strip_prefix("tg") {
        *rest = after;
        return Some(PieceKind::King);
    }
    take(rest, |letter| match letter {
        's' => Some(PieceKind::Advisor),
        't' | 'v' => Some(PieceKind::Elephant),
        'm' => Some(PieceKind::Horse),
        'x' => Some(PieceKind::Rook),
        'p' => Some(PieceKind::Cannon),
        'b' | 'c' => Some(PieceKind::Pawn),
        _ => None,
    })
}

/// Also accepts the dash that word processors make of a hyphen.
fn direction(sign: char) -> Option<Direction> {
    match sign {
        '.' => Some(Direction::Forward),
        '/' => Some(Direction::Backward),
        '-' | '–' => Some(Direction::Sideways),
        _ => None,
    }
}

fn digit(character: char) -> Option<u8> {
    character.to_digit(10).filter(|&number| number > 0).map(|number| number as u8)
}
