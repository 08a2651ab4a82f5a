// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the null move fails: a study of positions from self-play.
#![doc = include_str!("../../lab/pages/zugzwang.md")]

mod army;
mod probe;
mod sample;
#[cfg(test)]
mod tests;

pub use army::Army;
pub use probe::{Failure, Probe, Prober};
pub use sample::{SampleConfig, sample};
