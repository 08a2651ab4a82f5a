// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state that the threads of one search share: table, control, node counters. Atomics only.

use super::control::Control;
use crate::tt::TranspositionTable;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// The node count of one thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

/// The state that the threads of one search share.
pub struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control,
    /// The search is over, for whatever reason.
    finished: AtomicBool,
    counters: Vec<Counter>,
    /// Nodes spent on the request before the threads began.
    pub spent: u64,
    pub start: Instant,
}

impl<'a> Shared<'a> {
    pub fn new(table: &'a TranspositionTable, control: &'a Control, threads: usize, start: Instant) -> Self {
        let counters = (0..threads).map(|_| Counter::default()).collect();
        Self { table, control, finished: AtomicBool::new(false), counters, spent: 0, start }
    }

    /// Publishes a thread's node count.
    #[inline]
    pub fn set_nodes(&self, thread: usize, nodes: u64) {
        self.counters[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// All nodes of the request, as last published.
    pub fn nodes(&self) -> u64 {
        let counters = self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed));
        self.spent + counters.sum::<u64>()
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
