// SPDX-License-Identifier: MIT OR Apache-2.0
//! A small random number generator whose sequence never changes.
//!
//! `SplitMix64` (Steele, Lea and Flood 2014). Keys, file formats and the bench signature depend on its
//! numbers, so it is not taken from a crate, which may change its generators.

/// The generator's state.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator from `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates the generator of item `number` of a run with `seed`, independent of those of all other items
    /// and seeds.
    pub fn numbered(seed: u64, number: u32) -> Self {
        let mixed = |number| Self::new(number).next_u64();
        Self::new(mixed(mixed(seed) ^ u64::from(number)))
    }

    /// Returns the next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `bound`, which must not be zero. (The bias is below `bound` / 2^64.)
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next_u64() as u128 * bound as u128) >> 64) as usize
    }

    /// Shuffles a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut rng = SplitMix64::new(1_234_567);
        assert_eq!(rng.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next_u64(), 3_203_168_211_198_807_973);
        assert!((0..1000).all(|_| rng.below(7) < 7));
    }
}
