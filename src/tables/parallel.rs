// SPDX-License-Identifier: MIT OR Apache-2.0
//! A job for every number of a table, on several threads.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Numbers that a thread takes at a time.
const CHUNK: usize = 1 << 14;

/// Runs `job` on every number below `size`, until `stop` is set.
pub(crate) fn each_number(size: usize, threads: usize, stop: &AtomicBool, job: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(CHUNK, Relaxed);
                    if start >= size || stop.load(Relaxed) {
                        return;
                    }
                    (start..size.min(start + CHUNK)).for_each(&job);
                }
            });
        }
    });
}
