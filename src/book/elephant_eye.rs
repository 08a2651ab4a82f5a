// SPDX-License-Identifier: MIT OR Apache-2.0
//! ElephantEye's `BOOK.DAT`, which most programs for xiangqi share: records of 8 bytes each from beginning to
//! end, sorted by lock. All numbers are little-endian.
//!
//! ```text
//! offset  size
//!      0     4  the position's lock, a hash key of 32 bits
//!      4     1  the point that the move begins on
//!      5     1  the point that it ends on
//!      6     2  weight
//! ```
//!
//! Points are numbered on a board of 16 by 16 from its upper left corner, in which Black's right corner (a9)
//! is point 51 = 3 * 16 + 3. The lock is the exclusive or of a number for each man and its point, and of one
//! more if Black is to move. They come from RC4 with a key of four zero bytes, drawn in triples of which the
//! lock takes the third: first the triple for Black to move, then one for each man on each of the 256 points,
//! the men being red king, advisor, elephant, horse, rook, cannon and pawn, then the black ones.
//!
//! A book holds a position or its mirror image, so both are looked for. There is no head and no checksum: a
//! file is taken for a book if it is made of whole sorted records and at least one of them has a move.
//!
//! The format and the way to its keys are those of ElephantEye by Morning Yellow; the code is our own.

use super::book_move::BookMove;
use super::error::BookError;
use super::sorted::with_key;
use crate::position::Position;
use crate::types::{Color, File, Move, Rank, Square};
use core::cmp::Reverse;
use std::collections::BTreeMap;

const RECORD: usize = 8;

/// A board's width, and the margin around the points that are used.
const WIDTH: usize = 16;
const MARGIN: usize = 3;

/// The stream cipher RC4, of which two programs get the same random numbers.
struct Rc4 {
    state: [u8; 256],
    i: u8,
    j: u8,
}

impl Rc4 {
    const fn new(key: [u8; 4]) -> Self {
        let mut state = [0; 256];
        let mut i = 0;
        while i < 256 {
            #[allow(clippy::cast_possible_truncation, reason = "below 256")]
            let byte = i as u8;
            state[i] = byte;
            i += 1;
        }
        let (mut i, mut j) = (0, 0_u8);
        while i < 256 {
            j = j.wrapping_add(state[i]).wrapping_add(key[i % key.len()]);
            state.swap(i, j as usize);
            i += 1;
        }
        Self { state, i: 0, j: 0 }
    }

    const fn next_byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        self.j = self.j.wrapping_add(self.state[self.i as usize]);
        self.state.swap(self.i as usize, self.j as usize);
        let sum = self.state[self.i as usize].wrapping_add(self.state[self.j as usize]);
        self.state[sum as usize]
    }

    const fn next_u32(&mut self) -> u32 {
        u32::from_le_bytes([self.next_byte(), self.next_byte(), self.next_byte(), self.next_byte()])
    }

    /// The third number of the next triple.
    const fn next_lock(&mut self) -> u32 {
        let (_, _) = (self.next_u32(), self.next_u32());
        self.next_u32()
    }
}

struct Locks {
    black_to_move: u32,
    /// By colour, kind and point of the large board.
    men: [[[u32; WIDTH * WIDTH]; 7]; 2],
}

static LOCKS: Locks = {
    let mut rc4 = Rc4::new([0; 4]);
    let black_to_move = rc4.next_lock();
    let mut men = [[[0; WIDTH * WIDTH]; 7]; 2];
    let mut man = 0;
    while man < 14 {
        let mut point = 0;
        while point < WIDTH * WIDTH {
            men[man / 7][man % 7][point] = rc4.next_lock();
            point += 1;
        }
        man += 1;
    }
    Locks { black_to_move, men }
};

/// The point of the large board.
fn point(square: Square) -> usize {
    (Rank::ALL.len() - 1 - square.rank() as usize + MARGIN) * WIDTH + square.file() as usize + MARGIN
}

/// The point of ours, if the number is that of one.
fn square(point: u8) -> Option<Square> {
    let point = usize::from(point);
    let file = *File::ALL.get((point % WIDTH).checked_sub(MARGIN)?)?;
    let from_above = (point / WIDTH).checked_sub(MARGIN)?;
    let rank = *Rank::ALL.get((Rank::ALL.len() - 1).checked_sub(from_above)?)?;
    Some(Square::new(file, rank))
}

/// The position's lock, with each man standing where `place` puts him.
fn lock(position: &Position, place: impl Fn(Square) -> Square) -> u32 {
    let side = if position.side_to_move() == Color::Black { LOCKS.black_to_move } else { 0 };
    let men = position.occupied().into_iter().filter_map(|square| Some((position.piece_on(square)?, square)));
    men.fold(side, |lock, (piece, square)| {
        let [color, kind] = [piece.color() as usize, piece.kind() as usize];
        lock ^ LOCKS.men[color][kind][point(place(square))]
    })
}

/// Can these be the bytes of a file?
pub fn check(bytes: &[u8]) -> Result<(), BookError> {
    let is_whole = bytes.len().is_multiple_of(RECORD);
    let records = records(bytes);
    let has_move = || records.iter().copied().any(|record| decode(record).is_some());
    if is_whole && records.is_sorted_by_key(|&record| key(record)) && has_move() {
        Ok(())
    } else {
        Err(BookError::Foreign)
    }
}

/// The records of a checked file.
pub fn records(bytes: &[u8]) -> &[[u8; RECORD]] {
    bytes.as_chunks().0
}

/// The lock of this position's records in a checked file, if it has any, and whether they are its mirror
/// image's.
pub fn kept_lock(bytes: &[u8], position: &Position) -> (u32, bool) {
    let this = lock(position, |square| square);
    if moves(bytes, this).next().is_some() { (this, false) } else { (lock(position, Square::mirror), true) }
}

/// What a checked file knows of this position, move by move, in no order of merit.
pub fn probe(bytes: &[u8], position: &Position) -> Vec<BookMove> {
    let (lock, is_mirrored) = kept_lock(bytes, position);
    let known = moves(bytes, lock);
    if is_mirrored { known.map(BookMove::mirrored).collect() } else { known.collect() }
}

/// The moves with this lock in a checked file.
fn moves(bytes: &[u8], lock: u32) -> impl Iterator<Item = BookMove> {
    with_key(records(bytes), lock, key).filter_map(decode)
}

/// The bytes of a file with these moves. A position and its mirror image are one, kept under the lesser of
/// their locks. Of several records for one move the last one is kept.
pub fn to_bytes<'a>(known: impl IntoIterator<Item = (&'a Position, BookMove)>) -> Vec<u8> {
    let records = known.into_iter().map(|(position, known)| {
        let [this, other] = [lock(position, |square| square), lock(position, Square::mirror)];
        let mv = if other < this { known.mv.mirror() } else { known.mv };
        ((this.min(other), mv), known.weight)
    });
    let sorted: BTreeMap<_, _> = records.collect();
    let mut sorted: Vec<_> = sorted.into_iter().collect();
    // Programs that take the first move they find find the best one.
    sorted.sort_by_key(|&((lock, _), weight)| (lock, Reverse(weight)));
    sorted.into_iter().flat_map(|((lock, mv), weight)| encode(lock, mv, weight)).collect()
}

#[allow(clippy::cast_possible_truncation, reason = "points are below 256")]
fn encode(lock: u32, mv: Move, weight: u16) -> [u8; RECORD] {
    let ([a, b, c, d], [low, high]) = (lock.to_le_bytes(), weight.to_le_bytes());
    [a, b, c, d, point(mv.from()) as u8, point(mv.to()) as u8, low, high]
}

/// The lock of a record.
pub fn key([a, b, c, d, ..]: [u8; RECORD]) -> u32 {
    u32::from_le_bytes([a, b, c, d])
}

/// The move, if it is one between two points of the board.
fn decode([.., from, to, low, high]: [u8; RECORD]) -> Option<BookMove> {
    let (from, to) = (square(from)?, square(to)?);
    (from != to).then(|| BookMove::new(Move::new(from, to), u16::from_le_bytes([low, high])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Piece, PieceKind};

    #[test]
    fn the_random_numbers_are_those_of_elephant_eye() {
        let mut rc4 = Rc4::new([0; 4]);
        assert_eq!([rc4.next_u32(), rc4.next_u32(), rc4.next_u32()], [0x4189_18de, 0x3a5d_37a3, 0x671e_068a]);
        assert_eq!(LOCKS.black_to_move, 0x671e_068a);
        assert_eq!(lock(&Position::startpos(), |square| square), 0x0526_56d5);
    }

    #[test]
    fn men_are_drawn_in_the_order_of_their_kinds() {
        let kinds = "KABNRCP".chars().map(|letter| PieceKind::from_letter(letter).unwrap() as usize);
        assert!(kinds.eq(0..7));
        assert_eq!([Piece::RedKing.color() as usize, Piece::BlackKing.color() as usize], [0, 1]);
    }

    #[test]
    fn points_are_numbered_from_the_upper_left() {
        assert_eq!([point(Square::A9), point(Square::I9), point(Square::E0)], [0x33, 0x3b, 0xc7]);
        assert!(Square::ALL.iter().all(|&s| square(u8::try_from(point(s)).unwrap()) == Some(s)));
        assert_eq!((0..=u8::MAX).filter_map(square).count(), Square::COUNT);
    }

    #[test]
    fn the_mirrored_lock_is_that_of_the_mirrored_position() {
        let mut position = Position::startpos();
        for mv in ["h2e2", "h9g7", "h0g2"] {
            position.play(mv.parse().unwrap()).unwrap();
            let mirrored = lock(&position.mirrored(), |square| square);
            assert_eq!(lock(&position, Square::mirror), mirrored);
            assert_ne!(lock(&position, |square| square), mirrored);
        }
    }
}
