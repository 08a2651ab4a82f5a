// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rooks and cannons.
//!
//! A line man sees its rank and its file separately, and only the *inner* points of a line can block it (what
//! stands on the edge is reached anyway), so seven bits of occupancy index a rank and eight a file. A rank's
//! bits lie side by side in the set; a file's are nine apart and are gathered by one 64-bit multiplication:
//! bit `9i` times `2^(56 - 8i)` lands on bit `56 + i`, and no two other products meet.

use crate::types::{Bitboard, Square};

/// Points seen by a rook and by a cannon along one line of `LEN` points, standing on `at`, given the
/// occupancy of the inner points (bit 0 = second point). A cannon sees what lies behind exactly one man.
const fn line(len: u32, at: u32, inner: u32) -> (u32, u32) {
    let occupied = inner << 1;
    let (mut rook, mut cannon) = (0, 0);
    let mut step = 0;
    while step < 2 {
        let mut point = at;
        let mut screens = 0;
        while screens < 2 && !(step == 0 && point == 0 || step == 1 && point == len - 1) {
            point = if step == 0 { point - 1 } else { point + 1 };
            if screens == 0 {
                rook |= 1 << point;
            } else {
                cannon |= 1 << point;
            }
            if occupied >> point & 1 == 1 {
                screens += 1;
            }
        }
        step += 1;
    }
    (rook, cannon)
}

/// What a rook and a cannon see along one line.
#[derive(Clone, Copy)]
struct Seen<T> {
    rook: T,
    cannon: T,
}

/// Along a rank: by file and by the occupancy of files b to h; bit 0 is file a.
#[allow(clippy::cast_possible_truncation, reason = "nine bits fit in sixteen")]
static RANKS: [[Seen<u16>; 128]; 9] = {
    let mut table = [[Seen { rook: 0, cannon: 0 }; 128]; 9];
    let mut file = 0;
    while file < 9 {
        let mut inner = 0;
        while inner < 128 {
            let (rook, cannon) = line(9, file as u32, inner as u32);
            table[file][inner] = Seen { rook: rook as u16, cannon: cannon as u16 };
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Along a file: by rank and by the occupancy of ranks 1 to 8; the points are those of file a.
#[allow(clippy::cast_possible_truncation, reason = "loop counters below 256")]
static FILES: [[Seen<u128>; 256]; 10] = {
    let mut table = [[Seen { rook: 0, cannon: 0 }; 256]; 10];
    let mut rank = 0;
    while rank < 10 {
        let mut inner = 0;
        while inner < 256 {
            let (rook, cannon) = line(10, rank as u32, inner as u32);
            table[rank][inner] = Seen { rook: upright(rook), cannon: upright(cannon) };
            inner += 1;
        }
        rank += 1;
    }
    table
};

/// Ten bits side by side, set up along file a.
const fn upright(line: u32) -> u128 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= ((line >> rank & 1) as u128) << (9 * rank);
        rank += 1;
    }
    bits
}

/// Bits 0, 9, 18 … 63.
const EVERY_NINTH: u64 = 0x8040_2010_0804_0201;
/// Takes bit `9i` to bit `56 + i`.
const GATHER: u64 = 0x0101_0101_0101_0101;

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the bits above are not wanted")]
fn look_up(square: Square, occupied: Bitboard) -> (Seen<u16>, u32, Seen<u128>, u32) {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    let row_start = rank * 9;
    let row = (occupied.bits() >> (row_start + 1)) as usize & 127;
    let column = (((occupied.bits() >> (file + 9)) as u64 & EVERY_NINTH).wrapping_mul(GATHER) >> 56) as usize;
    (RANKS[file][row], row_start as u32, FILES[rank][column], file as u32)
}

/// The points a rook on `square` reaches: the empty ones and the first man in each direction.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    let (row, row_start, column, file) = look_up(square, occupied);
    Bitboard::from_bits(u128::from(row.rook) << row_start | column.rook << file)
}

/// The points behind exactly one man, up to and including the next man, in each direction: a man standing
/// there is attacked by a cannon on `square`.
#[inline]
pub fn cannon_captures(square: Square, occupied: Bitboard) -> Bitboard {
    let (row, row_start, column, file) = look_up(square, occupied);
    Bitboard::from_bits(u128::from(row.cannon) << row_start | column.cannon << file)
}

/// [`rook`] and [`cannon_captures`] of the same point for the price of one.
#[inline]
pub fn rook_and_cannon(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
    let (row, row_start, column, file) = look_up(square, occupied);
    (
        Bitboard::from_bits(u128::from(row.rook) << row_start | column.rook << file),
        Bitboard::from_bits(u128::from(row.cannon) << row_start | column.cannon << file),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    /// Walks in the four directions.
    fn walk(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        let (mut rook, mut cannon) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (files, ranks) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
            let mut screens = 0;
            let mut at = square;
            while let Some(next) = at.offset(files, ranks) {
                at = next;
                match screens {
                    0 => rook |= at.into(),
                    1 => cannon |= at.into(),
                    _ => break,
                }
                screens += usize::from(occupied.contains(at));
            }
        }
        (rook, cannon)
    }

    #[test]
    fn look_ups_agree_with_walking_the_lines() {
        let mut rng = SplitMix64::new(7);
        for round in 0..2000 {
            let mut bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            for _ in 0..round % 3 {
                bits &= u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            }
            let occupied = Bitboard::from_bits(bits);
            for square in Square::ALL {
                let expected = walk(square, occupied);
                assert_eq!(rook_and_cannon(square, occupied), expected, "{square}\n{occupied}");
                assert_eq!((rook(square, occupied), cannon_captures(square, occupied)), expected);
            }
        }
    }
}
