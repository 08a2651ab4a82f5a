// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the threads of a search share: the table, the order to stop, node counters. Atomics only.

use crate::tt::TranspositionTable;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The order to stop and the state of pondering, given from outside and obeyed by the search.
#[derive(Default)]
pub(crate) struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the ponder hit came, in microseconds after the start plus one; 0: not yet.
    ponder_hit_at: AtomicU64,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    started: Option<Instant>,
    /// The search has ended and its answer is held back.
    is_held: bool,
}

impl Control {
    /// A search begins (or its `go` was read) at `now`.
    pub(crate) fn begin(&self, pondering: bool, now: Instant) {
        *self.lock() = State { started: Some(now), is_held: false };
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(pondering, Ordering::Relaxed);
        self.ponder_hit_at.store(0, Ordering::Relaxed);
    }

    /// Ends the search.
    pub(crate) fn stop(&self) {
        let _state = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The expected move was played: the clock runs from now. Was the answer held back already?
    #[allow(clippy::cast_possible_truncation, reason = "searches end within five hundred thousand years")]
    pub(crate) fn ponder_hit(&self) -> bool {
        let state = self.lock();
        let elapsed = state.started.map_or(Duration::ZERO, |start| start.elapsed());
        self.ponder_hit_at.store(elapsed.as_micros() as u64 + 1, Ordering::Relaxed);
        // After the time of the hit: who sees the end of pondering must see when it ended.
        self.pondering.store(false, Ordering::Release);
        self.changed.notify_all();
        state.is_held
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics with it")
    }

    /// Has the order to stop been given?
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Is the opponent still thinking?
    #[inline]
    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// How long after the start the clock began to run.
    #[inline]
    pub(crate) fn pondered_for(&self) -> Duration {
        Duration::from_micros(self.ponder_hit_at.load(Ordering::Relaxed).saturating_sub(1))
    }

    /// Waits, without using the processor, until the answer may be given: until a stop, or, unless the search is
    /// `infinite`, until the ponder hit.
    pub(crate) fn wait_for_release(&self, infinite: bool) {
        let mut state = self.lock();
        state.is_held = true;
        let held = |_: &mut State| !self.is_stopped() && (infinite || self.is_pondering());
        drop(self.changed.wait_while(state, held).expect("no thread panics with it"));
    }
}

/// Counts of one thread, on a cache line of their own.
#[derive(Default)]
#[repr(align(64))]
pub struct Counter(AtomicU64);

/// What the threads of one search share.
pub struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control,
    /// The search is over, for whatever reason.
    pub finished: AtomicBool,
    counters: Vec<Counter>,
    pub start: Instant,
}

impl<'a> Shared<'a> {
    pub fn new(table: &'a TranspositionTable, control: &'a Control, threads: usize, start: Instant) -> Self {
        let counters = (0..threads).map(|_| Counter::default()).collect();
        Self { table, control, finished: AtomicBool::new(false), counters, start }
    }

    /// Publishes a thread's node count.
    #[inline]
    pub fn set_nodes(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// Nodes of all threads, as last published.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    #[inline]
    pub fn must_stop(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    #[inline]
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }
}
