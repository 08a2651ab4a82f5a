// SPDX-License-Identifier: MIT OR Apache-2.0
//! Four slots that share a cache line, and the choice of the one to give up.
//!
//! The papers' four replacement schemes are compared in the laboratory; this is the one that has proved best
//! everywhere: give up the slot with the least depth, each search since counting as some plies less.

use super::slot::{Packed, Slot};
use super::{AGES, Bound, Entry};

#[derive(Default)]
#[repr(align(64))]
pub(super) struct Bucket([Slot; Bucket::SLOTS]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// Plies that a slot loses in worth with each search.
const AGING: i32 = 4;
/// A shallower result than the stored one replaces it if it is at most this much shallower.
const TOLERATED_LOSS: u8 = 4;

impl Bucket {
    pub(super) const SLOTS: usize = 4;

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.0.iter().find_map(|slot| {
            let (packed, matches) = slot.load(key);
            matches.then(|| packed.entry())
        })
    }

    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry, age: u8) {
        let worth = |packed: Packed| {
            let searches_ago = (AGES + age - packed.age()) % AGES;
            if packed.0 == 0 { i32::MIN } else { i32::from(packed.depth()) - AGING * i32::from(searches_ago) }
        };
        let mut victim = &self.0[0];
        let mut least = i32::MAX;
        for slot in &self.0 {
            let (packed, matches) = slot.load(key);
            if matches {
                let old = packed.entry();
                entry.mv = entry.mv.or(old.mv);
                let much_shallower = entry.depth + TOLERATED_LOSS < old.depth;
                if entry.bound != Bound::Exact && much_shallower && packed.age() == age {
                    return;
                }
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

    pub(super) fn used(&self, age: u8) -> usize {
        self.0
            .iter()
            .filter(|slot| matches!(slot.load(0).0, packed if packed.0 != 0 && packed.age() == age))
            .count()
    }
}
