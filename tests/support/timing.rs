// SPDX-License-Identifier: MIT OR Apache-2.0
//! Limits of time on machines that have other things to do.

use core::time::Duration;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Tests that measure do not run beside each other.
pub fn quiet() -> MutexGuard<'static, ()> {
    static QUIET: Mutex<()> = Mutex::new(());
    QUIET.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A limit of the specification; a debug build, slower and run beside the compiler, gets some grace.
pub fn limit(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds + if cfg!(debug_assertions) { 150 } else { 0 })
}

pub const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// What is measured keeps below the limit in one of three attempts: a busy machine is late once, a slow
/// engine always.
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
