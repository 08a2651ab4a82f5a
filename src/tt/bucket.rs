// SPDX-License-Identifier: MIT OR Apache-2.0
//! Four slots that share a cache line, and the choice of the one to give up.
//!
//! The papers' four replacement schemes are compared in the laboratory; this is the one that has proved best
//! everywhere: give up the slot with the least depth, each search since counting as some plies less.

use super::slot::{Packed, Slot};
use super::{AGES, Bound, Entry};

/// Slots a bucket.
pub const SLOTS: usize = 4;

/// Slots that share a cache line; which ones, the table sees to.
pub type Bucket = [Slot; SLOTS];

const _: () = assert!(size_of::<Bucket>() == 64);

/// Plies that a slot loses in worth with each search.
const AGING: i32 = 4;
/// A shallower result than the stored one replaces it if it is at most this much shallower.
const TOLERATED_LOSS: u8 = 4;

#[inline]
pub fn probe(bucket: &Bucket, key: u64) -> Option<Entry> {
    bucket.iter().find_map(|slot| {
        let (packed, matches) = slot.load(key);
        matches.then(|| packed.entry())
    })
}

#[inline]
pub fn store(bucket: &Bucket, key: u64, mut entry: Entry, age: u8) {
    let worth = |packed: Packed| {
        let searches_ago = (AGES + age - packed.age()) % AGES;
        if packed.0 == 0 { i32::MIN } else { i32::from(packed.depth()) - AGING * i32::from(searches_ago) }
    };
    let mut victim = &bucket[0];
    let mut least = i32::MAX;
    for slot in bucket {
        let (packed, matches) = slot.load(key);
        if matches {
            let old = packed.entry();
            let much_shallower = entry.depth + TOLERATED_LOSS < old.depth;
            let knows_less = entry.bound != Bound::Exact && much_shallower && packed.age() == age;
            if old.bound != Bound::None && (entry.bound == Bound::None || knows_less) {
                // A bound is worth more than none, and a deep one more than a shallow one.
                entry = Entry { mv: old.mv.or(entry.mv), ..old };
            }
            entry.mv = entry.mv.or(old.mv);
            victim = slot;
            break;
        }
        if worth(packed) < least {
            least = worth(packed);
            victim = slot;
        }
    }
    victim.store(key, Packed::new(entry, age));
}

pub fn used(bucket: &Bucket, age: u8) -> usize {
    bucket
        .iter()
        .filter(|slot| matches!(slot.load(0).0, packed if packed.0 != 0 && packed.age() == age))
        .count()
}
