// SPDX-License-Identifier: MIT OR Apache-2.0
//! What Chinese notation and WXF share: a move as its mover tells it, by man, direction and number.
//!
//! Files are numbered 1 to 9 from the mover's own right, and forward is towards the enemy; so all is told on a board
//! turned such that the mover sits below. A man is named by its kind and its file. Several of a kind on one file are
//! *tandem* men, named by their place from the front instead: front and rear, with a middle if they are three, by
//! number if they are more. If more than one file has tandem men, all these men are numbered through, file by file
//! from the mover's right. This is how the programs of xqbase.com write, and they are read by most others.
//!
//! Other writers have other names for the same men. A word is first taken strictly; if it then tells no legal move, as
//! loosely as such names are seen, and has to tell exactly one.

use crate::position::Board;
use crate::types::{Bitboard, Color, File, Move, Piece, PieceKind, Square, coords};
use core::cmp::Ordering;

/// How a writer names a man among those of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// By its file: it is the only one there, or its direction tells which it is.
    File(u8),
    /// The first of two or three tandem men.
    Front,
    /// The second of three.
    Middle,
    /// The last of two or three.
    Rear,
    /// One of all tandem men numbered through, from 1.
    Number(u32),
}

/// Which man a word read may mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Of its kind whichever can make the move.
    Unsaid,
    /// The one on this file.
    File(u8),
    /// The one on this file; of three or five the middle one.
    FileOrMiddle(u8),
    /// One of the tandem men, of those on this file if there is one given.
    Tandem(TandemPlace, Option<u8>),
    /// One of all tandem men numbered through, from 1.
    Number(u32),
}

/// A place among the tandem men of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TandemPlace {
    /// The first.
    Front,
    /// The first; of four and more the second.
    InnerFront,
    /// The middle of three or five.
    Middle,
    /// The last; of four and more the last but one.
    InnerRear,
    /// The last.
    Rear,
}

/// Where a man goes, as its mover sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards the enemy.
    Forward,
    /// Homewards.
    Backward,
    /// Along the rank.
    Sideways,
}

/// The second half of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub direction: Direction,
    /// The points passed by a man that stays on its file, else the file it comes to.
    pub number: u8,
}

impl Step {
    fn of(color: Color, mv: Move) -> Self {
        let (from, to) = (seen_by(color, mv.from()), seen_by(color, mv.to()));
        let (before, after) = (from.rank() as u8, to.rank() as u8);
        let direction = match after.cmp(&before) {
            Ordering::Greater => Direction::Forward,
            Ordering::Less => Direction::Backward,
            Ordering::Equal => Direction::Sideways,
        };
        let number = if from.file() == to.file() { after.abs_diff(before) } else { number_of(to.file()) };
        Self { direction, number }
    }
}

/// A word taken apart by a reader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    pub kind: PieceKind,
    pub origin: Origin,
    pub step: Step,
}

/// A move as writers tell it.
///
/// # Panics
/// If no man stands where the move begins.
pub fn describe(board: &Board, mv: Move) -> (Piece, Name, Step) {
    let piece = board.piece_on(mv.from()).expect("a move moves a man");
    (piece, name(board, piece, mv.from()), Step::of(piece.color(), mv))
}

fn name(board: &Board, piece: Piece, square: Square) -> Name {
    let square = seen_by(piece.color(), square);
    let men = Men::of(board, piece);
    let group = men.on_file(number_of(square.file()));
    // Of two advisors or elephants on a file, one can only advance and the other only retreat.
    let by_file = matches!(piece.kind(), PieceKind::King | PieceKind::Advisor | PieceKind::Elephant);
    if by_file || !group.has_several() {
        return Name::File(number_of(square.file()));
    }
    let ahead = group.into_iter().filter(|&man| man > square).collect::<Bitboard>().len();
    let behind = group.len() - 1 - ahead;
    if group.len() > 3 || men.groups().nth(1).is_some() {
        let passed: u32 = men.groups().take_while(|&other| other != group).map(Bitboard::len).sum();
        return Name::Number(passed + ahead + 1);
    }
    match (ahead, behind) {
        (0, _) => Name::Front,
        (_, 0) => Name::Rear,
        _ => Name::Middle,
    }
}

/// Why a word tells no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unresolved {
    /// None of the moves is meant.
    Illegal,
    /// More than one may be meant.
    Ambiguous(Move, Move),
}

/// The one of `side`'s moves that is meant.
pub fn resolve(board: &Board, side: Color, moves: &[Move], parts: Parts) -> Result<Move, Unresolved> {
    let men = Men::of(board, Piece::new(parts.kind, side));
    for meant in [men.strictly(parts.origin), men.loosely(parts.origin)] {
        let is_meant =
            |mv: &Move| meant.contains(seen_by(side, mv.from())) && Step::of(side, *mv) == parts.step;
        let mut found = moves.iter().copied().filter(is_meant);
        match (found.next(), found.next()) {
            (Some(mv), None) => return Ok(mv),
            (Some(one), Some(other)) => return Err(Unresolved::Ambiguous(one, other)),
            (None, _) => {}
        }
    }
    Err(Unresolved::Illegal)
}

/// The men of one kind and side, on the board as that side sees it.
#[derive(Clone, Copy)]
struct Men(Bitboard);

impl Men {
    fn of(board: &Board, piece: Piece) -> Self {
        let men = board.pieces(piece.kind(), piece.color());
        Self(match piece.color() {
            Color::Red => men,
            Color::Black => men.rotate(),
        })
    }

    /// Those on the file with this number, 1 to 9.
    fn on_file(self, number: u8) -> Bitboard {
        self.0 & coords::file_set(File::ALL[9 - usize::from(number)])
    }

    /// The tandem men file by file, from the mover's right.
    fn groups(self) -> impl Iterator<Item = Bitboard> {
        (1..=9).map(move |number| self.on_file(number)).filter(|men| men.has_several())
    }

    /// Who is meant by the letter.
    fn strictly(self, origin: Origin) -> Bitboard {
        match origin {
            Origin::Unsaid => self.0,
            Origin::File(number) => alone(self.on_file(number)),
            Origin::FileOrMiddle(number) => {
                alone(self.on_file(number)) | TandemPlace::Middle.among(self.on_file(number))
            }
            Origin::Tandem(place, Some(number)) => place.among(self.on_file(number)),
            Origin::Tandem(place, None) => {
                let mut groups = self.groups();
                match (groups.next(), groups.next()) {
                    (Some(only), None) => place.among(only),
                    _ => Bitboard::EMPTY,
                }
            }
            Origin::Number(number) => {
                let mut numbered = self.groups().flat_map(|men| (0..men.len()).map(move |i| nth(men, i)));
                numbered.nth(number as usize - 1).unwrap_or(Bitboard::EMPTY)
            }
        }
    }

    /// Who may be meant if nobody is by the letter: tandem men named by their file alone, or by their place with several
    /// files to choose from.
    fn loosely(self, origin: Origin) -> Bitboard {
        match origin {
            Origin::File(number) | Origin::FileOrMiddle(number) => self.on_file(number),
            Origin::Tandem(place, None) => {
                self.groups().fold(Bitboard::EMPTY, |all, men| all | place.among(men))
            }
            _ => Bitboard::EMPTY,
        }
    }
}

impl TandemPlace {
    /// The man at this place among the tandem men of one file.
    fn among(self, men: Bitboard) -> Bitboard {
        let count = men.len();
        match (self, count) {
            (_, 0 | 1) => Bitboard::EMPTY,
            (Self::InnerFront, 4..) => nth(men, 1),
            (Self::InnerRear, 4..) => nth(men, count - 2),
            (Self::Front | Self::InnerFront, _) => nth(men, 0),
            (Self::Rear | Self::InnerRear, _) => nth(men, count - 1),
            (Self::Middle, 3 | 5) => nth(men, count / 2),
            (Self::Middle, _) => Bitboard::EMPTY,
        }
    }
}

/// The men of a file if they are one.
fn alone(men: Bitboard) -> Bitboard {
    if men.has_several() { Bitboard::EMPTY } else { men }
}

/// The man of a file with so many of them ahead of it, of whom there must be so many.
fn nth(men: Bitboard, ahead: u32) -> Bitboard {
    men.into_iter().nth((men.len() - 1 - ahead) as usize).into_iter().collect()
}

/// The point where `color` sees it when he sits below.
fn seen_by(color: Color, square: Square) -> Square {
    match color {
        Color::Red => square,
        Color::Black => square.rotate(),
    }
}

/// The file's number, from the right of the one below.
fn number_of(file: File) -> u8 {
    9 - file as u8
}

/// Takes the first character off `rest` if it is one that `read` knows.
pub fn take<T>(rest: &mut &str, read: impl FnOnce(char) -> Option<T>) -> Option<T> {
    let mut characters = rest.chars();
    let value = read(characters.next()?)?;
    *rest = characters.as_str();
    Some(value)
}
