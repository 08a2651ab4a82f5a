// SPDX-License-Identifier: MIT OR Apache-2.0
//! Time limits with room for a busy machine, on which tests run beside each other: an engine that disregards
//! its clock, or does not stop, is later than that.

use core::time::Duration;

/// Added to every limit.
const ALLOWANCE: Duration = Duration::from_secs(3);

pub fn limit(milliseconds: u64) -> Duration {
    ms(milliseconds) + ALLOWANCE
}

pub const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Asserts that a measured time stays within the limit.
#[track_caller]
pub fn assert_within(milliseconds: u64, measure: impl FnOnce() -> Duration) {
    let time = measure();
    assert!(time <= limit(milliseconds), "{time:?} instead of {milliseconds} ms at most");
}
