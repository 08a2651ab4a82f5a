// SPDX-License-Identifier: MIT OR Apache-2.0
//! The update of one history entry, with "gravity": the nearer an entry is to its bound, the less it moves on
//! towards it. So every entry stays within ±[`MAX_HISTORY`] without a clamp, and old knowledge fades.

use crate::search::params;
use crate::types::Depth;

/// Bound of every history entry.
pub const MAX_HISTORY: i32 = 16_384;

/// Returns the bonus for a cutoff at `depth`.
#[inline]
pub fn history_bonus(depth: Depth) -> i32 {
    let line = params::history_bonus_factor() * depth.whole() - params::history_bonus_base();
    line.clamp(0, params::history_bonus_limit())
}

/// Adds a bonus or (negative) a malus to an entry.
#[inline]
pub fn add_bonus(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    #[expect(clippy::cast_possible_truncation, reason = "the bound is below 2^15")]
    {
        *entry = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_bound_and_fade() {
        let mut entry = 0i16;
        for _ in 0..1000 {
            add_bonus(&mut entry, 1_800);
        }
        assert!(i32::from(entry) <= MAX_HISTORY && entry > 14_000);
        for _ in 0..4 {
            add_bonus(&mut entry, -1_800);
        }
        assert!(entry < 9_000, "a malus weighs more on a move with a high history");
    }
}
