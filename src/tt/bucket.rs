// SPDX-License-Identifier: MIT OR Apache-2.0
//! A bucket: four slots that share a cache line, and the replacement scheme.
//!
//! Replaced is the slot of the least depth, where each search since it was written counts as some plies less
//! (depth and age, as in most engines). The laboratory compares the four replacement schemes of the
//! literature.

use super::entry::{Bound, Entry};
use super::slot::{AGES, Packed, Slot};

/// Slots of a bucket.
pub const SLOTS: usize = 4;

/// Slots that share a cache line; the table aligns them.
pub type Bucket = [Slot; SLOTS];

const _: () = assert!(size_of::<Bucket>() == 64);

/// Plies of depth that a slot loses in value with each search.
const AGING: i32 = 4;
/// A result may be shallower than the stored one of its position by this many plies to replace it.
const TOLERATED_LOSS: u8 = 4;

/// Returns the entry of `key`.
#[inline]
pub fn probe(bucket: &Bucket, key: u64) -> Option<Entry> {
    bucket.iter().find_map(|slot| {
        let (packed, matches) = slot.load(key);
        matches.then(|| packed.entry())
    })
}

/// Stores `entry` in the slot of its key, or else in the least valuable slot.
#[inline]
pub fn store(bucket: &Bucket, key: u64, mut entry: Entry, age: u8) {
    let value = |packed: Packed| {
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
                // A bound is better than none, and a deep one better than a shallow one.
                entry = Entry { mv: old.mv.or(entry.mv), ..old };
            }
            entry.mv = entry.mv.or(old.mv);
            victim = slot;
            break;
        }
        if value(packed) < least {
            least = value(packed);
            victim = slot;
        }
    }
    victim.store(key, Packed::new(entry, age));
}

/// Returns the number of slots written by the search of this generation.
pub fn used(bucket: &Bucket, age: u8) -> usize {
    bucket
        .iter()
        .filter(|slot| matches!(slot.load(0).0, packed if packed.0 != 0 && packed.age() == age))
        .count()
}
