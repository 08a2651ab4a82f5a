// SPDX-License-Identifier: MIT OR Apache-2.0
//! A job for every number of a table, on several threads.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Numbers that a thread takes at a time.
const CHUNK: usize = 1 << 14;

/// Runs `job` on every number below `size`, until `stop` is set.
pub(crate) fn each_number(size: usize, threads: usize, stop: &AtomicBool, job: impl Fn(usize) + Sync) {
    each_range(size, threads, stop, |range| range.for_each(&job));
}

/// Runs `job` on ranges that make up all numbers below `size`, until `stop` is set. They begin at multiples
/// of a power of two.
pub(crate) fn each_range(size: usize, threads: usize, stop: &AtomicBool, job: impl Fn(Range<usize>) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(CHUNK, Relaxed);
                    if start >= size || stop.load(Relaxed) {
                        return;
                    }
                    job(start..size.min(start + CHUNK));
                }
            });
        }
    });
}
