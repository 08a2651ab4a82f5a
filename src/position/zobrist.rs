// SPDX-License-Identifier: MIT OR Apache-2.0
//! Zobrist keys: a random number a man and point, and one for Black to move.
//!
//! Book files and the bench signature depend on them; a golden test pins them.

use crate::types::SplitMix64;

pub(crate) struct Keys {
    pub(crate) men: [[u64; 90]; 14],
    pub(crate) black_to_move: u64,
}

pub(crate) static KEYS: Keys = {
    let mut rng = SplitMix64::new(0x6368_7568_6521);
    let mut men = [[0; 90]; 14];
    let mut man = 0;
    while man < 14 {
        let mut square = 0;
        while square < 90 {
            men[man][square] = rng.next_u64();
            square += 1;
        }
        man += 1;
    }
    Keys { men, black_to_move: rng.next_u64() }
};
