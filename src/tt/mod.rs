// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table: what earlier searches found out about a position.
//!
//! Shared by all threads without locks. A slot is two atomic words, the data and the key xor the data (Hyatt's
//! scheme): words torn apart by two writers do not match any key and look like a miss. Four slots fill a cache
//! line, the *bucket*; a key's high product with the number of buckets picks it, so any size will do.
//!
//! The table knows moves and values, no positions; the search decides what may be stored (values that depend on the
//! path may not) and what may be trusted.

mod bucket;
mod slot;

use crate::types::{Move, Value};
use bucket::{Bucket, SLOTS};
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use slot::Slot;
use std::thread;

/// Which side of the truth a stored value is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// Nothing is known: the entry keeps a move or a static value.
    None,
    /// The value is at most this (all moves failed low).
    Upper,
    /// The value is at least this (a move failed high).
    Lower,
    /// The value itself.
    Exact,
}

impl Bound {
    /// What a search knows that returned `value` under `beta`; it `is_exact` below if a move raised an open window's alpha.
    #[inline]
    pub fn of(value: Value, beta: Value, is_exact: bool) -> Self {
        if value >= beta {
            Self::Lower
        } else if is_exact {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Does a value of this bound settle a comparison with `beta`? A lower bound says "at least", an upper
    /// "less than".
    #[inline]
    pub fn decides(self, value: Value, beta: Value) -> bool {
        if value >= beta { self as u8 & Self::Lower as u8 != 0 } else { self as u8 & Self::Upper as u8 != 0 }
    }
}

/// What is kept of a position. Mate values count from this position, not from the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found.
    pub mv: Option<Move>,
    /// The value found.
    pub value: Value,
    /// The static value, if the side to move was not in check.
    pub eval: Option<Value>,
    /// How deep the search was, in whole plies above the shallowest kind.
    pub depth: u8,
    /// What `value` says.
    pub bound: Bound,
    /// The position was once on a principal variation.
    pub pv: bool,
}

/// The table.
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Slots left out at the beginning, so that each bucket lies in one cache line.
    offset: usize,
    /// Counts searches; older entries give way sooner.
    age: AtomicU8,
    /// A search has written here since the table was last empty.
    is_used: AtomicBool,
}

/// Ages wrap around here: five bits in a slot.
const AGES: u8 = 32;

impl TranspositionTable {
    /// A table of at most `megabytes` MiB (at least one); smaller if that much memory cannot be had.
    pub fn new(megabytes: usize) -> Self {
        let mut table =
            Self { slots: Box::default(), offset: 0, age: AtomicU8::new(0), is_used: AtomicBool::new(false) };
        table.resize(megabytes);
        table
    }

    /// Changes the size, losing the contents. If the memory cannot be had, half as much is tried, and so on. Returns
    /// the size in MiB.
    ///
    /// # Panics
    /// If not even one MiB can be had.
    pub fn resize(&mut self, megabytes: usize) -> usize {
        self.slots = Box::default();
        *self.is_used.get_mut() = false;
        let mut megabytes = megabytes.max(1);
        loop {
            let count = megabytes.saturating_mul((1 << 20) / size_of::<Slot>());
            // The system has zeroed memory at hand: no need to write to it all.
            if let Ok(mut slots) = bytemuck::try_zeroed_slice_box::<Slot>(count + SLOTS) {
                use_large_pages(&mut slots);
                self.offset = slots.as_ptr().addr().wrapping_neg() % size_of::<Bucket>() / size_of::<Slot>();
                self.slots = slots;
                return megabytes;
            }
            assert!(megabytes > 1, "one MiB of memory can be had");
            megabytes /= 2;
        }
    }

    /// The size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.slots.len() * size_of::<Slot>()) >> 20
    }

    /// Empties the table, with `threads` threads. An empty one is not touched: its memory may not all be there yet.
    pub fn clear(&mut self, threads: usize) {
        *self.age.get_mut() = 0;
        if !std::mem::take(self.is_used.get_mut()) {
            return;
        }
        in_parts(&mut self.slots, threads, |part| part.fill_with(Slot::default));
    }

    /// Begins a new search, before anything is stored: all present entries grow older.
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
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the high half of the product is below the length"
        )]
        let index = ((u128::from(key) * buckets.len() as u128) >> 64) as usize;
        &buckets[index]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        bucket::probe(self.bucket(key), key)
    }

    /// Remembers `entry`, over whatever of its bucket is worth least. A known move survives an entry without one.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        bucket::store(self.bucket(key), key, entry, self.age.load(Ordering::Relaxed));
    }

    /// Asks the processor to fetch the key's bucket ahead of its use: the wait for memory is the table's whole cost
    /// (bench: 6 % faster with it).
    #[inline]
    #[allow(unsafe_code)]
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

    /// Share of slots used by the present search, per mille, from a sample.
    #[allow(clippy::cast_possible_truncation, reason = "at most a thousand")]
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets()[..self.buckets().len().min(1000)];
        let used: usize = sample.iter().map(|bucket| bucket::used(bucket, age)).sum();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }
}

/// Has each of `threads` threads do its part of the slots.
fn in_parts(slots: &mut [Slot], threads: usize, job: impl Fn(&mut [Slot]) + Sync) {
    let share = slots.len().div_ceil(threads.max(1));
    let job = &job;
    thread::scope(|scope| {
        for part in slots.chunks_mut(share) {
            scope.spawn(move || job(part));
        }
    });
}

/// Asks the system for pages of 2 MiB: with the usual ones a look into a large table waits longer for the address of the
/// memory than for the memory (64 MiB: 9 % faster). Where there are no such pages nothing is lost.
///
/// All of them are taken at once, in a few milliseconds: a page is filled with zeros when it is first used, and a search
/// uses most of them for the first time in its first milliseconds (the first 50 then see 2.6 times the nodes).
#[cfg(all(target_os = "linux", not(miri)))]
#[allow(unsafe_code)]
fn use_large_pages(slots: &mut [Slot]) {
    use rustix::mm::{Advice, madvise};
    const LARGE_PAGE: usize = 2 << 20;
    const SLOTS_A_PAGE: usize = LARGE_PAGE / size_of::<Slot>();
    /// Pages that are not worth another thread.
    const FEW: usize = 64;
    let before_first = slots.as_ptr().addr().wrapping_neg() % LARGE_PAGE;
    let length = size_of_val(slots).saturating_sub(before_first) / LARGE_PAGE * LARGE_PAGE;
    if length == 0 {
        return;
    }
    debug_assert!(before_first + length <= size_of_val(slots));
    let start = slots.as_mut_ptr().wrapping_byte_add(before_first);
    // SAFETY: what is advised lies within the slots, and the contents of the memory stay what they are.
    let _ = unsafe { madvise(start.cast(), length, Advice::LinuxHugepage) };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(1 + length / LARGE_PAGE / FEW);
    in_parts(slots, threads, |part| {
        part.iter_mut().step_by(SLOTS_A_PAGE).for_each(|slot| *slot = Slot::default());
    });
}

/// Other systems decide by themselves.
#[cfg(not(all(target_os = "linux", not(miri))))]
fn use_large_pages(_: &mut [Slot]) {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    fn entry(depth: u8, value: Value) -> Entry {
        let mv = Some(Move::new(Square::H2, Square::E2));
        Entry { mv, value, eval: Some(-17), depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn what_is_stored_is_found_again() {
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
    fn sizes_are_kept_and_clearing_empties() {
        let mut table = TranspositionTable::new(3);
        assert_eq!(table.megabytes(), 3);
        table.new_search();
        for key in 0..4000 {
            table.store(u64::MAX / 4000 * key, entry(1, 0));
        }
        table.clear(2);
        assert_eq!(table.hashfull(), 0);
        assert_eq!(table.resize(1), 1);
        assert_eq!(table.megabytes(), 1);
    }

    #[test]
    fn bounds_decide_what_they_should() {
        assert!(Bound::Lower.decides(50, 40) && !Bound::Lower.decides(30, 40));
        assert!(Bound::Upper.decides(30, 40) && !Bound::Upper.decides(50, 40));
        assert!(Bound::Exact.decides(30, 40) && Bound::Exact.decides(50, 40));
        assert!(!Bound::None.decides(30, 40) && !Bound::None.decides(50, 40));
    }
}
