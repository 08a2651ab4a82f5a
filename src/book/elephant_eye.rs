// SPDX-License-Identifier: MIT OR Apache-2.0
//! ElephantEye's `BOOK.DAT`, the format that most xiangqi programs share: records of 8 bytes each, sorted by
//! lock. All numbers are little-endian.
//!
//! ```text
//! offset  size
//!      0     4  lock of the position, a hash key of 32 bits
//!      4     1  origin of the move
//!      5     1  destination of the move
//!      6     2  weight
//! ```
//!
//! Squares are numbered on a board of 16 by 16 from its upper left corner, on which Black's right corner (a9)
//! is 51 = 3 * 16 + 3. The lock is the exclusive or of a number for each piece on its square, and of one more
//! if Black is to move. The numbers come from RC4 with a key of four zero bytes, drawn in triples of which
//! the lock takes the third: first the triple for Black to move, then one for each piece on each of the 256
//! squares, in the order red king, advisor, elephant, horse, rook, cannon and pawn, then the black ones.
//!
//! A book contains a position or its mirror image, so both are looked up. There is no header and no checksum:
//! a file is accepted as a book if it consists of whole sorted records and at least one of them has a move.
//!
//! The format and the derivation of its keys are those of ElephantEye by Morning Yellow; the code is our own.

use super::error::BookError;
use super::format::{BookMove, with_key};
use core::cmp::Reverse;
use std::collections::BTreeMap;
use xiangqi::position::Position;
use xiangqi::types::{Color, File, Move, Rank, Square};

const RECORD: usize = 8;

/// Width of the 16 by 16 board, and the margin around the squares in use.
const WIDTH: usize = 16;
const MARGIN: usize = 3;

/// The stream cipher RC4, used as a reproducible random number generator.
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

    /// Returns the third number of the next triple.
    const fn next_lock(&mut self) -> u32 {
        let (_, _) = (self.next_u32(), self.next_u32());
        self.next_u32()
    }
}

struct Locks {
    black_to_move: u32,
    /// By colour, kind and square of the large board.
    pieces: [[[u32; WIDTH * WIDTH]; 7]; 2],
}

static LOCKS: Locks = {
    let mut rc4 = Rc4::new([0; 4]);
    let black_to_move = rc4.next_lock();
    let mut pieces = [[[0; WIDTH * WIDTH]; 7]; 2];
    let mut piece = 0;
    while piece < 14 {
        let mut index = 0;
        while index < WIDTH * WIDTH {
            pieces[piece / 7][piece % 7][index] = rc4.next_lock();
            index += 1;
        }
        piece += 1;
    }
    Locks { black_to_move, pieces }
};

/// The number of a square on the large board.
pub fn number_of(square: Square) -> usize {
    (Rank::ALL.len() - 1 - square.rank() as usize + MARGIN) * WIDTH + square.file() as usize + MARGIN
}

/// The square with this number on the large board; `None` outside the real board.
pub fn square(number: u8) -> Option<Square> {
    let number = usize::from(number);
    let file = *File::ALL.get((number % WIDTH).checked_sub(MARGIN)?)?;
    let from_above = (number / WIDTH).checked_sub(MARGIN)?;
    let rank = *Rank::ALL.get((Rank::ALL.len() - 1).checked_sub(from_above)?)?;
    Some(Square::new(file, rank))
}

/// The lock of a position whose squares are mapped by `place`.
fn lock(position: &Position, place: impl Fn(Square) -> Square) -> u32 {
    let side = if position.side_to_move() == Color::Black { LOCKS.black_to_move } else { 0 };
    let pieces =
        position.occupied().into_iter().filter_map(|square| Some((position.piece_on(square)?, square)));
    pieces.fold(side, |lock, (piece, square)| {
        let [color, kind] = [piece.color() as usize, piece.kind() as usize];
        lock ^ LOCKS.pieces[color][kind][number_of(place(square))]
    })
}

/// Checks that these bytes can be a book.
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

/// Returns the records of a checked file.
pub fn records(bytes: &[u8]) -> &[[u8; RECORD]] {
    bytes.as_chunks().0
}

/// Returns the lock under which a checked file stores this position, and true if it stores the mirror image.
pub fn kept_lock(bytes: &[u8], position: &Position) -> (u32, bool) {
    let this = lock(position, |square| square);
    if moves(bytes, this).next().is_some() { (this, false) } else { (lock(position, Square::mirror), true) }
}

/// Returns the moves of a checked file in this position, in no particular order.
pub fn probe(bytes: &[u8], position: &Position) -> Vec<BookMove> {
    let (lock, is_mirrored) = kept_lock(bytes, position);
    let known = moves(bytes, lock);
    if is_mirrored { known.map(BookMove::mirrored).collect() } else { known.collect() }
}

/// Returns the moves with this lock in a checked file.
fn moves(bytes: &[u8], lock: u32) -> impl Iterator<Item = BookMove> {
    with_key(records(bytes), lock, key).filter_map(decode)
}

/// Returns the bytes of a file with these moves. A position and its mirror image are stored as one, under the
/// lesser of their locks. Of several entries for one move the last one counts.
pub fn to_bytes<'a>(known: impl IntoIterator<Item = (&'a Position, BookMove)>) -> Vec<u8> {
    let records = known.into_iter().map(|(position, known)| {
        let [this, other] = [lock(position, |square| square), lock(position, Square::mirror)];
        let mv = if other < this { known.mv.mirror() } else { known.mv };
        ((this.min(other), mv), known.weight)
    });
    let sorted: BTreeMap<_, _> = records.collect();
    let mut sorted: Vec<_> = sorted.into_iter().collect();
    // For programs that take the first move they find, the best one comes first.
    sorted.sort_by_key(|&((lock, _), weight)| (lock, Reverse(weight)));
    sorted.into_iter().flat_map(|((lock, mv), weight)| encode(lock, mv, weight)).collect()
}

fn encode(lock: u32, mv: Move, weight: u16) -> [u8; RECORD] {
    let ([a, b, c, d], [low, high]) = (lock.to_le_bytes(), weight.to_le_bytes());
    [a, b, c, d, number_of(mv.from()) as u8, number_of(mv.to()) as u8, low, high]
}

/// Returns the lock of a record.
pub fn key([a, b, c, d, ..]: [u8; RECORD]) -> u32 {
    u32::from_le_bytes([a, b, c, d])
}

/// Returns the move of a record if it is between two different squares of the board.
fn decode([.., from, to, low, high]: [u8; RECORD]) -> Option<BookMove> {
    let (from, to) = (square(from)?, square(to)?);
    (from != to).then(|| BookMove::new(Move::new(from, to), u16::from_le_bytes([low, high])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::types::{Piece, PieceKind};

    #[test]
    fn the_random_numbers_are_those_of_elephant_eye() {
        let mut rc4 = Rc4::new([0; 4]);
        assert_eq!([rc4.next_u32(), rc4.next_u32(), rc4.next_u32()], [0x4189_18de, 0x3a5d_37a3, 0x671e_068a]);
        assert_eq!(LOCKS.black_to_move, 0x671e_068a);
        assert_eq!(lock(&Position::startpos(), |square| square), 0x0526_56d5);
    }

    #[test]
    fn pieces_are_in_the_order_of_their_kinds() {
        let kinds = "KABNRCP".chars().map(|letter| PieceKind::from_letter(letter).unwrap() as usize);
        assert!(kinds.eq(0..7));
        assert_eq!([Piece::RedKing.color() as usize, Piece::BlackKing.color() as usize], [0, 1]);
    }

    #[test]
    fn squares_are_numbered_from_the_upper_left() {
        assert_eq!([Square::A9, Square::I9, Square::E0].map(number_of), [0x33, 0x3b, 0xc7]);
        assert!(Square::ALL.iter().all(|&s| square(u8::try_from(number_of(s)).unwrap()) == Some(s)));
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
