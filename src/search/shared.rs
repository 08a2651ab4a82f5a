// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state that the threads of one search share: table, control, counters. Atomics only.

use super::control::Control;
use crate::tt::TranspositionTable;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// The counts of one thread, on a cache line of their own.
#[derive(Default)]
#[repr(align(64))]
struct Counter {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// The state that the threads of one search share.
pub struct Shared<'a> {
    pub tt: &'a TranspositionTable,
    pub control: &'a Control,
    /// The search is over, for whatever reason.
    finished: AtomicBool,
    counters: Vec<Counter>,
    /// Nodes spent on the request before the threads began.
    pub spent: u64,
    /// Positions that the endgame tables knew before the threads began.
    pub root_hits: u64,
    pub start: Instant,
}

impl<'a> Shared<'a> {
    pub fn new(tt: &'a TranspositionTable, control: &'a Control, threads: usize, start: Instant) -> Self {
        let counters = (0..threads).map(|_| Counter::default()).collect();
        Self { tt, control, finished: AtomicBool::new(false), counters, spent: 0, root_hits: 0, start }
    }

    /// Publishes a thread's counts.
    #[inline]
    pub fn publish(&self, thread: usize, nodes: u64, tb_hits: u64) {
        let counter = &self.counters[thread];
        counter.nodes.store(nodes, Ordering::Relaxed);
        counter.tb_hits.store(tb_hits, Ordering::Relaxed);
    }

    /// All nodes of the request, as last published.
    pub fn nodes(&self) -> u64 {
        let counters = self.counters.iter().map(|counter| counter.nodes.load(Ordering::Relaxed));
        self.spent + counters.sum::<u64>()
    }

    /// All positions that the endgame tables knew, as last published.
    pub fn tb_hits(&self) -> u64 {
        let counters = self.counters.iter().map(|counter| counter.tb_hits.load(Ordering::Relaxed));
        self.root_hits + counters.sum::<u64>()
    }

    /// Returns true once the search is over or was stopped from outside.
    #[inline]
    pub fn must_stop(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Ends the search for all threads.
    #[inline]
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }
}
