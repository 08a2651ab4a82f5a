// SPDX-License-Identifier: MIT OR Apache-2.0
//! Time limits that hold on busy machines.

use core::time::Duration;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Keeps tests that measure time from running at the same time.
pub fn quiet() -> MutexGuard<'static, ()> {
    static QUIET: Mutex<()> = Mutex::new(());
    QUIET.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a time limit; debug builds, which are slower and run beside the compiler, get an extra allowance.
pub fn limit(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds + if cfg!(debug_assertions) { 150 } else { 0 })
}

pub const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Asserts that a measured time stays within the limit in one of three attempts: a busy machine is late once,
/// a slow engine always.
#[track_caller]
pub fn assert_within(milliseconds: u64, mut measure: impl FnMut() -> Duration) {
    let mut seen = Vec::new();
    for _ in 0..3 {
        let time = measure();
        if time <= limit(milliseconds) {
            return;
        }
        seen.push(time);
    }
    panic!("{seen:?} instead of {milliseconds} ms at most");
}
