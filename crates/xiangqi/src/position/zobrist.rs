// SPDX-License-Identifier: MIT OR Apache-2.0
//! Zobrist keys: a random number for each piece on each square, and one for Black to move.
//!
//! Book files and the bench signature depend on them; a golden test pins them.

use crate::types::{Color, SplitMix64};

pub(crate) struct Keys {
    pub(crate) pieces: [[u64; 90]; 14],
    pub(crate) black_to_move: u64,
}

pub(crate) static KEYS: Keys = {
    let mut rng = SplitMix64::new(0x6368_7568_6521);
    let mut pieces = [[0; 90]; 14];
    let mut piece = 0;
    while piece < 14 {
        let mut square = 0;
        while square < 90 {
            pieces[piece][square] = rng.next_u64();
            square += 1;
        }
        piece += 1;
    }
    Keys { pieces, black_to_move: rng.next_u64() }
};

/// Returns the part of the key that encodes the side to move.
#[inline]
pub(crate) fn side_key(side: Color) -> u64 {
    match side {
        Color::Red => 0,
        Color::Black => KEYS.black_to_move,
    }
}

#[cfg(test)]
mod tests {
    use super::KEYS;
    use crate::position::Position;

    #[test]
    fn keys_are_the_ones_that_books_were_made_with() {
        let all = KEYS.pieces.iter().flatten().chain([&KEYS.black_to_move]);
        let bytes: Vec<u8> = all.flat_map(|key| key.to_le_bytes()).collect();
        assert_eq!(crc32fast::hash(&bytes), 0x711f_50fd);
        for (fen, key) in [
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 0xab8f_6ce8_902f_7d94),
            ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", 0xa0c5_c5f0_97b1_cd8e),
            ("3k5/9/9/9/9/9/9/9/9/3RK4 b", 0xeea1_9b8f_e35b_b4d7),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().key(), key, "{fen}");
        }
    }
}
