// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two protocols between threads that go without a lock on their fast path, the slot of the transposition
//! table and the control of a search, in all orders of execution with up to three preemptions, and with all
//! values that relaxed loads may return. The files of the library are compiled here a second time, with the
//! types of the model checker loom in place of the library's `sync`.

#![allow(clippy::unwrap_used, reason = "a failed join is a failed test")]
#![allow(clippy::print_stdout, reason = "tests print what they explored with --nocapture")]

#[path = "../src/search/control.rs"]
#[allow(dead_code, reason = "the search uses the rest")]
mod control;
#[path = "../src/tt/slot.rs"]
#[allow(dead_code, reason = "the table uses the rest")]
mod slot;

mod sync {
    pub use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub use loom::sync::{Condvar, Mutex, MutexGuard};
}

mod entry {
    pub use chuhe::tt::{Bound, TtDepth, TtEntry};
}

mod time {
    pub use std::time::Instant;
}

use control::Control;
use loom::sync::Arc;
use loom::thread::{self, JoinHandle};
use slot::{Packed, Slot};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const PREEMPTIONS: usize = 3;

/// Runs `model` in each order. Loom panics on a deadlock, too. There are at least `fewest` orders: with
/// fewer, threads would not have run at the same time.
fn explore(fewest: usize, model: impl Fn() + Send + Sync + 'static) {
    let executions = std::sync::Arc::new(AtomicUsize::new(0));
    let counter = std::sync::Arc::clone(&executions);
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(PREEMPTIONS);
    builder.check(move || {
        counter.fetch_add(1, Ordering::Relaxed);
        model();
    });
    let executions = executions.load(Ordering::Relaxed);
    println!("{executions} executions");
    assert!(executions >= fewest, "only {executions} executions");
}

/// Stores each entry on a thread of its own while this one reads: found under a key is what was stored under
/// it.
fn explore_slot(fewest: usize, entries: &'static [(u64, u64)]) {
    explore(fewest, move || {
        let slot = Arc::new(Slot::default());
        let (&first, others) = entries.split_first().unwrap();
        slot.store(first.0, Packed(first.1));
        let writers: Vec<_> = others
            .iter()
            .map(|&(key, data)| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || slot.store(key, Packed(data)))
            })
            .collect();
        let check = |key| {
            let (packed, matches) = slot.load(key);
            assert!(!matches || entries.contains(&(key, packed.0)), "{:x} under {key:x}", packed.0);
        };
        for &(key, _) in entries {
            check(key);
        }
        for writer in writers {
            writer.join().unwrap();
        }
        for &(key, _) in entries {
            check(key);
        }
    });
}

const KEYS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
const DATA: [u64; 3] = [0x0123_4567_89ab_cdef, 0x0fed_cba9_8765_4321, 0x1248_1248_8421_8421];

#[test]
fn a_slot_written_for_two_positions_never_mixes_them() {
    explore_slot(100, &[(KEYS[0], DATA[0]), (KEYS[1], DATA[1]), (KEYS[2], DATA[2])]);
}

#[test]
fn a_slot_written_twice_for_one_position_never_mixes_the_entries() {
    explore_slot(100, &[(KEYS[0], DATA[0]), (KEYS[0], DATA[1]), (KEYS[0], DATA[2])]);
}

/// Before now, so that a time is seen to be set.
fn start() -> Instant {
    Instant::now().checked_sub(Duration::from_secs(1)).unwrap()
}

/// A search without an end of its own, and its answer.
fn search_until_stopped(control: &Arc<Control>) -> JoinHandle<()> {
    let control = Arc::clone(control);
    thread::spawn(move || {
        while !control.is_stopped() {
            thread::yield_now();
        }
        answer(&control, false);
    })
}

/// Gives the answer of a search that has ended.
fn answer(control: &Control, infinite: bool) {
    if control.hold_answer(infinite) {
        control.wait_for_release(infinite);
    }
    assert!(control.is_stopped() || !infinite && !control.is_pondering(), "given too early");
}

#[test]
fn a_stop_ends_a_search_and_its_wait() {
    explore(10, || {
        let control = Arc::new(Control::default());
        control.begin(false, start());
        let other = Arc::clone(&control);
        let waiting = thread::spawn(move || answer(&other, true));
        let searching = search_until_stopped(&control);
        control.stop();
        searching.join().unwrap();
        waiting.join().unwrap();
    });
}

#[test]
fn a_ponder_hit_releases_the_answer_with_its_time() {
    explore(10, || {
        let control = Arc::new(Control::default());
        control.begin(true, start());
        let other = Arc::clone(&control);
        let search = thread::spawn(move || {
            let is_hit = !other.is_pondering();
            assert!(!is_hit || other.pondered_for() >= Duration::from_secs(1), "a hit without its time");
            answer(&other, false);
        });
        control.ponder_hit();
        search.join().unwrap();
    });
}

#[test]
fn a_stop_and_a_ponder_hit_at_once_release_the_answer() {
    for infinite in [false, true] {
        explore(10, move || {
            let control = Arc::new(Control::default());
            control.begin(true, start());
            let other = Arc::clone(&control);
            let search = thread::spawn(move || answer(&other, infinite));
            let other = Arc::clone(&control);
            let stopper = thread::spawn(move || other.stop());
            control.ponder_hit();
            search.join().unwrap();
            stopper.join().unwrap();
            assert!(control.is_stopped());
        });
    }
}

#[test]
fn a_ponder_hit_that_promises_an_answer_is_answered_without_a_stop() {
    for infinite in [false, true] {
        explore(10, move || {
            let control = Arc::new(Control::default());
            control.begin(true, start());
            let other = Arc::clone(&control);
            let search = thread::spawn(move || answer(&other, infinite));
            // A session that waits for the answer reads no stop.
            if !control.ponder_hit() {
                control.stop();
            }
            search.join().unwrap();
        });
    }
}

#[test]
fn a_new_search_forgets_the_stop_of_the_last_one_alone() {
    explore(10, || {
        let control = Arc::new(Control::default());
        control.begin(false, start());
        let first = search_until_stopped(&control);
        control.stop();
        first.join().unwrap();
        control.begin(true, start());
        assert!(!control.is_stopped() && control.is_pondering());
        let second = search_until_stopped(&control);
        control.ponder_hit();
        control.stop();
        second.join().unwrap();
    });
}

#[test]
fn a_stop_from_another_thread_counts_once_the_search_has_begun() {
    explore(10, || {
        let control = Arc::new(Control::default());
        let other = Arc::clone(&control);
        let begun = Arc::new(sync::AtomicBool::default());
        let seen = Arc::clone(&begun);
        let stopper = thread::spawn(move || {
            let counts = seen.load(Ordering::Acquire);
            other.stop();
            counts
        });
        control.begin(false, start());
        begun.store(true, Ordering::Release);
        let search = search_until_stopped(&control);
        if !stopper.join().unwrap() {
            // It may have come before the search.
            control.stop();
        }
        search.join().unwrap();
    });
}
