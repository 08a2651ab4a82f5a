// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random numbers for things that are numbered, such as the games of a run.

use crate::types::SplitMix64;

/// Creates the random number generator of item `number` of a run with this seed, independent of those of all
/// other items and seeds.
pub fn seeded(seed: u64, number: u32) -> SplitMix64 {
    let mixed = |number| SplitMix64::new(number).next_u64();
    SplitMix64::new(mixed(mixed(seed) ^ u64::from(number)))
}
