// SPDX-License-Identifier: MIT OR Apache-2.0
//! The common part of Chinese, WXF and Vietnamese notation: a move described from the mover's perspective by
//! piece, direction and number.
//!
//! Files are numbered 1 to 9 from the mover's right, and forward is towards the enemy, so everything is
//! computed on a board rotated such that the mover is at the bottom. A piece is named by its kind and its
//! file. Several pieces of a kind on one file are *tandem* pieces, named by their place from the front
//! instead: front and rear, with a middle if there are three, by number if there are more. If several files
//! have tandem pieces, all of them are numbered consecutively, file by file from the mover's right. The
//! programs of xqbase.com write moves like this, and most others read it.
//!
//! Other writers name the same pieces differently. A word is first interpreted strictly; if no legal move
//! matches, it is interpreted loosely, and exactly one legal move must match.

use crate::position::Board;
use crate::types::{Bitboard, Color, File, Move, Piece, PieceKind, Square, coords};
use core::cmp::Ordering;

/// The name under which a piece is written, among those of its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Name {
    /// Its file: it is the only one there, or its direction identifies it.
    File(u8),
    /// The first of two or three tandem pieces.
    Front,
    /// The second of three.
    Middle,
    /// The last of two or three.
    Rear,
    /// One of more than three on a file, or of tandem pieces on several files.
    Numbered {
        /// Its number among all tandem pieces, from 1.
        number: u32,
        /// The number of its file.
        file: u8,
        /// Number of pieces in front of it on the file.
        ahead: u32,
        /// Number of pieces behind it on the file.
        behind: u32,
    },
}

/// The pieces of a kind that a word may refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Any that can make the move.
    Unspecified,
    /// The one on this file.
    File(u8),
    /// The one on this file; of three or five the middle one.
    FileOrMiddle(u8),
    /// The one at this place among the tandem pieces, on this file if given.
    Tandem(TandemPlace, Option<u8>),
    /// The one with this number among all tandem pieces, from 1.
    Number(u32),
    /// The one with this number among the tandem pieces of this file, from 1; if the two are equal, rather
    /// the middle one of three or five.
    NumberOnFile(u32, u8),
    /// The one with this many others in front of it and behind it, on this file if given.
    Between { ahead: u32, behind: u32, file: Option<u8> },
}

/// A place among the tandem pieces of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TandemPlace {
    /// The first.
    Front,
    /// The first; of four or more the second.
    InnerFront,
    /// The middle of three or five.
    Middle,
    /// The last; of four or more the last but one.
    InnerRear,
    /// The last.
    Rear,
}

/// The direction of a move from the mover's perspective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards the enemy.
    Forward,
    /// Away from the enemy.
    Backward,
    /// Along the rank.
    Sideways,
}

/// The second half of a move: direction and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub direction: Direction,
    /// Number of ranks moved by a piece that stays on its file, else the file of its destination.
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

/// The parts of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    pub kind: PieceKind,
    pub origin: Origin,
    pub step: Step,
}

/// Describes a move by piece, name and step.
///
/// # Panics
/// If the move's origin is empty.
pub fn describe(board: &Board, mv: Move) -> (Piece, Name, Step) {
    let piece = board.piece_on(mv.from()).expect("a move moves a piece");
    (piece, name(board, piece, mv.from()), Step::of(piece.color(), mv))
}

fn name(board: &Board, piece: Piece, square: Square) -> Name {
    let square = seen_by(piece.color(), square);
    let pieces = PieceSet::of(board, piece);
    let file = number_of(square.file());
    let group = pieces.on_file(file);
    // Of two advisors or elephants on a file, one can only advance and the other only retreat.
    let by_file = matches!(piece.kind(), PieceKind::King | PieceKind::Advisor | PieceKind::Elephant);
    if by_file || !group.has_several() {
        return Name::File(file);
    }
    let ahead = group.into_iter().filter(|&other| other > square).collect::<Bitboard>().len();
    let behind = group.len() - 1 - ahead;
    if group.len() > 3 || pieces.groups().nth(1).is_some() {
        let passed: u32 = pieces.groups().take_while(|&other| other != group).map(Bitboard::len).sum();
        return Name::Numbered { number: passed + ahead + 1, file, ahead, behind };
    }
    match (ahead, behind) {
        (0, _) => Name::Front,
        (_, 0) => Name::Rear,
        _ => Name::Middle,
    }
}

/// The reason why a word does not identify a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unresolved {
    /// The side has no piece that is named so.
    NoPiece,
    /// None of the moves matches. These are the moves between any two squares that do.
    Illegal(Vec<Move>),
    /// Several moves match.
    Ambiguous(Move, Move),
}

/// Returns the one of `side`'s moves that matches.
pub fn resolve(board: &Board, side: Color, moves: &[Move], parts: Parts) -> Result<Move, Unresolved> {
    let pieces = PieceSet::of(board, Piece::new(parts.kind, side));
    let readings = [pieces.strict(parts.origin), pieces.loose(parts.origin)];
    for meant in readings {
        let is_meant =
            |mv: &Move| meant.contains(seen_by(side, mv.from())) && Step::of(side, *mv) == parts.step;
        let mut found = moves.iter().copied().filter(is_meant);
        match (found.next(), found.next()) {
            (Some(mv), None) => return Ok(mv),
            (Some(one), Some(other)) => return Err(Unresolved::Ambiguous(one, other)),
            (None, _) => {}
        }
    }
    let meant = readings.into_iter().find(|meant| !meant.is_empty()).ok_or(Unresolved::NoPiece)?;
    let from_one = |from: Square| {
        let others = Square::ALL.into_iter().filter(move |&to| to != from);
        others.map(move |to| Move::new(seen_by(side, from), seen_by(side, to)))
    };
    let described = meant.into_iter().flat_map(from_one).filter(|&mv| Step::of(side, mv) == parts.step);
    Err(Unresolved::Illegal(described.collect()))
}

/// The pieces of one kind and side, on the board from that side's perspective.
#[derive(Clone, Copy)]
struct PieceSet(Bitboard);

impl PieceSet {
    fn of(board: &Board, piece: Piece) -> Self {
        let pieces = board.pieces(piece.kind(), piece.color());
        Self(match piece.color() {
            Color::Red => pieces,
            Color::Black => pieces.rotate(),
        })
    }

    /// The pieces on the file with this number, 1 to 9.
    fn on_file(self, number: u8) -> Bitboard {
        self.0 & coords::file_set(File::ALL[9 - usize::from(number)])
    }

    /// The tandem pieces file by file, from the mover's right.
    fn groups(self) -> impl Iterator<Item = Bitboard> {
        (1..=9).map(move |number| self.on_file(number)).filter(|pieces| pieces.has_several())
    }

    /// The pieces that `origin` refers to, interpreted strictly.
    fn strict(self, origin: Origin) -> Bitboard {
        match origin {
            Origin::Unspecified => self.0,
            Origin::File(number) => single(self.on_file(number)),
            Origin::FileOrMiddle(number) => {
                single(self.on_file(number)) | TandemPlace::Middle.among(self.on_file(number))
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
                let mut tandem = self.groups().flat_map(|group| (0..group.len()).map(move |i| nth(group, i)));
                tandem.nth(number as usize - 1).unwrap_or(Bitboard::EMPTY)
            }
            Origin::NumberOnFile(number, file) => {
                let group = self.on_file(file);
                match TandemPlace::Middle.among(group) {
                    middle if number == u32::from(file) && !middle.is_empty() => middle,
                    _ => numbered(group, number),
                }
            }
            Origin::Between { ahead, behind, file } => {
                let files = (1..=9).filter(|number| file.is_none_or(|file| file == *number));
                let groups = files.map(|number| self.on_file(number));
                let fitting = groups.filter(|group| group.len() == ahead + 1 + behind);
                fitting.fold(Bitboard::EMPTY, |all, group| all | nth(group, ahead))
            }
        }
    }

    /// The pieces that `origin` may refer to if the strict interpretation fails: tandem pieces named by their
    /// file alone, or by their place where several files have tandem pieces; of four or more the first and
    /// the last instead of the second and the last but one.
    fn loose(self, origin: Origin) -> Bitboard {
        match origin {
            Origin::File(number) | Origin::FileOrMiddle(number) => self.on_file(number),
            Origin::Tandem(place, Some(number)) => place.outer().among(self.on_file(number)),
            Origin::Tandem(place, None) => {
                let of_file = |group| place.among(group) | place.outer().among(group);
                self.groups().fold(Bitboard::EMPTY, |all, group| all | of_file(group))
            }
            Origin::NumberOnFile(number, file) => numbered(self.on_file(file), number),
            _ => Bitboard::EMPTY,
        }
    }
}

impl TandemPlace {
    /// The first instead of the second, the last instead of the last but one.
    const fn outer(self) -> Self {
        match self {
            Self::InnerFront => Self::Front,
            Self::InnerRear => Self::Rear,
            place => place,
        }
    }

    /// The piece at this place among the tandem pieces of one file.
    fn among(self, group: Bitboard) -> Bitboard {
        let count = group.len();
        match (self, count) {
            (_, 0 | 1) => Bitboard::EMPTY,
            (Self::InnerFront, 4..) => nth(group, 1),
            (Self::InnerRear, 4..) => nth(group, count - 2),
            (Self::Front | Self::InnerFront, _) => nth(group, 0),
            (Self::Rear | Self::InnerRear, _) => nth(group, count - 1),
            (Self::Middle, 3 | 5) => nth(group, count / 2),
            (Self::Middle, _) => Bitboard::EMPTY,
        }
    }
}

/// The pieces of a file if there is only one.
fn single(group: Bitboard) -> Bitboard {
    if group.has_several() { Bitboard::EMPTY } else { group }
}

/// The tandem piece of a file with this number from the front, from 1.
fn numbered(group: Bitboard, number: u32) -> Bitboard {
    if group.has_several() && number <= group.len() { nth(group, number - 1) } else { Bitboard::EMPTY }
}

/// The piece of a file with `ahead` others in front of it; `ahead` must be less than their number.
fn nth(group: Bitboard, ahead: u32) -> Bitboard {
    group.into_iter().nth((group.len() - 1 - ahead) as usize).into_iter().collect()
}

/// The square from `color`'s perspective, with `color` at the bottom.
fn seen_by(color: Color, square: Square) -> Square {
    match color {
        Color::Red => square,
        Color::Black => square.rotate(),
    }
}

/// The file's number, counted from the right of the player at the bottom.
fn number_of(file: File) -> u8 {
    9 - file as u8
}

/// Removes the first character of `rest` if `read` accepts it, and returns its meaning.
pub fn take<T>(rest: &mut &str, read: impl FnOnce(char) -> Option<T>) -> Option<T> {
    let mut characters = rest.chars();
    let value = read(characters.next()?)?;
    *rest = characters.as_str();
    Some(value)
}
