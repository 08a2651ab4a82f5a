// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the threads of a search share: the table, the order to stop, node counters. Atomics only.

use crate::tt::TranspositionTable;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

/// The order to stop and the state of pondering, given from outside and obeyed by the search.
#[derive(Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the ponder hit came, in microseconds after the start plus one; 0: not yet.
    ponder_hit_at: AtomicU64,
    started: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Control {
    /// A search begins (or its `go` was read) at `now`.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the lock.
    pub fn begin(&self, pondering: bool, now: Instant) {
        let mut started = self.started.lock().expect("no thread panics with it");
        *started = Some(now);
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(pondering, Ordering::Relaxed);
        self.ponder_hit_at.store(0, Ordering::Relaxed);
    }

    /// Ends the search.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the lock.
    pub fn stop(&self) {
        let _started = self.started.lock().expect("no thread panics with it");
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The expected move was played: the clock runs from now.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the lock.
    #[allow(clippy::cast_possible_truncation, reason = "searches end within five hundred thousand years")]
    pub fn ponder_hit(&self) {
        let started = self.started.lock().expect("no thread panics with it");
        let elapsed = started.map_or(Duration::ZERO, |start| start.elapsed());
        self.ponder_hit_at.store(elapsed.as_micros() as u64 + 1, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Has the order to stop been given?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Is the opponent still thinking?
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// How long after the start the clock began to run.
    #[inline]
    pub fn pondered_for(&self) -> Duration {
        Duration::from_micros(self.ponder_hit_at.load(Ordering::Relaxed).saturating_sub(1))
    }

    /// Waits, without using the processor, until the answer may be given: until a stop, or, unless the search is
    /// `infinite`, until the ponder hit.
    ///
    /// # Panics
    /// Never: no thread panics while it holds the lock.
    pub fn wait_for_release(&self, infinite: bool) {
        let started = self.started.lock().expect("no thread panics with it");
        let held = |_: &mut Option<Instant>| !self.is_stopped() && (infinite || self.is_pondering());
        drop(self.changed.wait_while(started, held).expect("no thread panics with it"));
    }
}

/// Counts of one thread, on a cache line of their own.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct Counter(AtomicU64);

/// What the threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) control: &'a Control,
    /// The search is over, for whatever reason.
    pub(super) finished: AtomicBool,
    counters: Vec<Counter>,
    pub(super) start: Instant,
}

impl<'a> Shared<'a> {
    pub(super) fn new(
        table: &'a TranspositionTable,
        control: &'a Control,
        threads: usize,
        start: Instant,
    ) -> Self {
        let counters = (0..threads).map(|_| Counter::default()).collect();
        Self { table, control, finished: AtomicBool::new(false), counters, start }
    }

    /// Publishes a thread's node count.
    #[inline]
    pub(super) fn set_nodes(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// Nodes of all threads, as last published.
    pub(super) fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    #[inline]
    pub(super) fn must_stop(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    #[inline]
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }
}
