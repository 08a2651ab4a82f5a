// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fast population counts of bitboards.
//!
//! The baseline x86-64 that the engine is built for has no `popcnt` instruction: counting two words takes
//! about two dozen steps, for every piece on the board. Knowledge about a set saves most of them.

use crate::types::{Bitboard, Square};

/// Counts a set of squares that a horse on `from` attacks. They are at most 19 indices away, so one word
/// holds them all; counting two words takes twice as long.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "all squares of the set are in the lower 39 bits")]
pub fn near_len(set: Bitboard, from: Square) -> usize {
    (((set.bits() << 19) >> from as u32) as u64).count_ones() as usize
}

/// Counts a set, with fewer steps than counting its two halves one after the other.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the cast selects the lower half")]
pub const fn len(set: Bitboard) -> usize {
    const PAIRS: u64 = 0x5555_5555_5555_5555;
    const NIBBLES: u64 = 0x3333_3333_3333_3333;
    const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    const fn nibbles(half: u64) -> u64 {
        let pairs = half - (half >> 1 & PAIRS);
        (pairs & NIBBLES) + (pairs >> 2 & NIBBLES)
    }
    let sum = nibbles(set.bits() as u64) + nibbles((set.bits() >> 64) as u64);
    let bytes = (sum & BYTES) + (sum >> 4 & BYTES);
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize
}

/// Counts a set up to `limit`: for sets that are small and often empty.
#[inline]
pub fn count_up_to(limit: usize, set: Bitboard) -> usize {
    let (mut rest, mut count) = (set, 0);
    while count < limit && !rest.is_empty() {
        rest = rest.without_first();
        count += 1;
    }
    count
}

/// Converts a small count to a factor.
#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "counts of pieces are small")]
pub const fn times(count: usize) -> i32 {
    count as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacks;
    use crate::types::SplitMix64;

    #[test]
    fn fast_counts_equal_the_plain_ones() {
        let mut rng = SplitMix64::new(11);
        for round in 0..1000 {
            let mut bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            for _ in 0..round % 4 {
                bits &= u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            }
            let set = Bitboard::from_bits(bits);
            assert_eq!(len(set), set.len() as usize);
            for from in Square::ALL {
                let near = attacks::horse(from, Bitboard::EMPTY) & set;
                assert_eq!(near_len(near, from), near.len() as usize);
            }
        }
        assert_eq!((len(Bitboard::ALL), len(Bitboard::EMPTY)), (90, 0));
    }

    #[test]
    fn counting_stops_at_the_limit() {
        let set: Bitboard = [Square::A0, Square::E4, Square::I9].into_iter().collect();
        assert_eq!([0, 1, 3, 9].map(|limit| count_up_to(limit, set)), [0, 1, 3, 3]);
    }
}
