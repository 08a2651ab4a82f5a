// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table itself: its size, the bucket of a key, the generation of the search.

use super::bucket::{self, Bucket, SLOTS};
use super::entry::Entry;
use super::memory::{in_parts, use_large_pages};
use super::slot::{AGES, Slot};
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Fewest slots of a table: 64 KiB.
const FEWEST_SLOTS: usize = 1 << 12;

/// The number of slots in so much memory.
fn slots_in(megabytes: usize) -> usize {
    megabytes.max(1).saturating_mul((1 << 20) / size_of::<Slot>())
}

/// The transposition table. The default one has no room for entries and must not be searched.
#[derive(Default)]
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Unused slots at the beginning, so that each bucket lies in one cache line.
    offset: usize,
    /// Generation: counts searches, so that older entries are replaced sooner.
    age: AtomicU8,
    /// A search has written here since the table was last empty.
    is_used: AtomicBool,
}

impl TranspositionTable {
    /// Creates a table that is large enough for a search of `nodes` nodes, of up to `megabytes` MiB: a small
    /// one is quickly cleared.
    pub fn for_nodes(nodes: u64, megabytes: usize) -> Self {
        let count = Self::slots_for(nodes);
        if count < slots_in(megabytes) { Self::with_slots(count) } else { Self::new(megabytes) }
    }

    /// Returns true if [`for_nodes`](Self::for_nodes) creates a table of this size.
    pub fn fits(&self, nodes: u64, megabytes: usize) -> bool {
        self.slots.len() == Self::slots_for(nodes).min(slots_in(megabytes)) + SLOTS
    }

    /// Number of slots for a search: a node writes at most one, and with twice as many few are overwritten.
    fn slots_for(nodes: u64) -> usize {
        let nodes = usize::try_from(nodes).unwrap_or(usize::MAX);
        nodes.saturating_mul(2).checked_next_power_of_two().unwrap_or(usize::MAX).max(FEWEST_SLOTS)
    }

    /// Creates a table of `count` slots, which are few enough to be there for certain.
    fn with_slots(count: usize) -> Self {
        Self::of(bytemuck::zeroed_slice_box(count + SLOTS))
    }

    fn of(mut slots: Box<[Slot]>) -> Self {
        use_large_pages(&mut slots);
        let offset = slots.as_ptr().addr().wrapping_neg() % size_of::<Bucket>() / size_of::<Slot>();
        Self { slots, offset, ..Self::default() }
    }

    /// Creates a table of `megabytes` MiB (at least one). If there is not enough memory, tries half the size,
    /// and so on.
    ///
    /// # Panics
    /// If not even one MiB can be allocated.
    pub fn new(megabytes: usize) -> Self {
        let mut megabytes = megabytes.max(1);
        loop {
            let count = slots_in(megabytes);
            // The system hands out zeroed memory, so there is no need to write to all of it.
            if let Ok(slots) = bytemuck::try_zeroed_slice_box::<Slot>(count + SLOTS) {
                return Self::of(slots);
            }
            assert!(megabytes > 1, "not even one MiB of memory is available");
            megabytes /= 2;
        }
    }

    /// The size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.slots.len() * size_of::<Slot>()) >> 20
    }

    /// Empties the table, with `threads` threads. An empty table is left alone: its memory may not be mapped
    /// yet.
    pub fn clear(&mut self, threads: usize) {
        *self.age.get_mut() = 0;
        if !std::mem::take(self.is_used.get_mut()) {
            return;
        }
        in_parts(&mut self.slots, threads, |part| part.fill_with(Slot::default));
    }

    /// Begins a new search, before anything is stored: all entries become one generation older.
    pub fn new_search(&self) {
        self.is_used.store(true, Ordering::Relaxed);
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        self.slots[self.offset..].as_chunks().0
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the high half of the product is below the length"
        )]
        let index = ((u128::from(key) * buckets.len() as u128) >> 64) as usize;
        &buckets[index]
    }

    /// Returns the entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        bucket::probe(self.bucket(key), key)
    }

    /// Stores `entry` in place of the least valuable one of its bucket. A known move survives an entry
    /// without one.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        bucket::store(self.bucket(key), key, entry, self.age.load(Ordering::Relaxed));
    }

    /// Prefetches the key's bucket into the cache: waiting for memory is the main cost of the table (bench: 6
    /// % more nodes per second).
    #[inline]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "the intrinsic takes a raw pointer"))]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = self.bucket(key);
            // SAFETY: the pointer comes from a reference, and a prefetch reads nothing the program can see.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// Returns the fill of the table by the current search in per mille, estimated from a sample.
    #[expect(clippy::cast_possible_truncation, reason = "at most a thousand")]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets()[..self.buckets().len().min(1000)];
        let used: usize = sample.iter().map(|bucket| bucket::used(bucket, age)).sum();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::entry::Bound;
    use crate::types::{Move, Square, Value};

    fn entry(depth: u8, value: Value) -> Entry {
        let mv = Some(Move::new(Square::H2, Square::E2));
        Entry { mv, value, eval: Some(-17), depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn a_stored_entry_is_found_again() {
        let table = TranspositionTable::new(1);
        for key in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            assert_eq!(table.probe(key), None);
            table.store(key, entry(7, -31_999));
            assert_eq!(table.probe(key), Some(entry(7, -31_999)));
        }
        let nothing = Entry { mv: None, eval: None, bound: Bound::None, pv: false, ..entry(0, 0) };
        table.store(5, nothing);
        assert_eq!(table.probe(5), Some(nothing));
    }

    #[test]
    fn a_known_move_outlives_an_entry_without_one() {
        let table = TranspositionTable::new(1);
        table.store(9, entry(3, 10));
        table.store(9, Entry { mv: None, bound: Bound::Exact, ..entry(8, 20) });
        let found = table.probe(9).unwrap();
        assert_eq!((found.mv, found.value), (entry(3, 10).mv, 20));
    }

    #[test]
    fn shallow_and_old_entries_give_way_first() {
        let table = TranspositionTable::new(1);
        // Keys that differ in their low bits alone share a bucket.
        for (key, depth) in [(1, 9), (2, 2), (3, 7), (4, 8)] {
            table.store(key, entry(depth, 0));
        }
        table.store(5, entry(1, 0));
        assert_eq!(table.probe(2), None, "the shallowest went");
        for _ in 0..3 {
            table.new_search();
        }
        table.store(3, entry(7, 1));
        table.store(6, entry(1, 0));
        table.store(7, entry(2, 0));
        table.store(8, entry(3, 0));
        assert!(table.probe(3).is_some(), "the present search's deep entry stays");
        assert_eq!(table.probe(1), None, "the deep old one went");
    }

    #[test]
    fn a_table_for_a_search_is_as_large_as_the_search_needs() {
        for (nodes, slots) in [(1, 1 << 12), (3000, 1 << 13), (70_000, 1 << 18), (u64::MAX, 1 << 18)] {
            let table = TranspositionTable::for_nodes(nodes, 4);
            assert_eq!(table.slots.len() - SLOTS, slots, "{nodes}");
            assert!(table.fits(nodes, 4) && !table.fits(30_000, 4));
            table.store(u64::MAX, entry(1, 0));
            assert_eq!(table.probe(u64::MAX), Some(entry(1, 0)));
        }
    }

    #[test]
    fn sizes_are_kept_and_clearing_empties() {
        let mut table = TranspositionTable::new(3);
        assert_eq!(table.megabytes(), 3);
        table.new_search();
        for key in 0..4000 {
            table.store(u64::MAX / 4000 * key, entry(1, 0));
        }
        table.clear(2);
        assert_eq!(table.hashfull(), 0);
    }
}
