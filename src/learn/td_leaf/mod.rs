// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning xiangqi from nothing: TD-leaf(λ), and the same evaluation fitted to results.
#![doc = include_str!("../../lab/pages/td_leaf.md")]

mod features;
mod learner;
mod match_play;
mod search;
mod self_play;
#[cfg(test)]
mod tests;
mod update;

pub use features::{LinearEval, WEIGHTS, linear, piece_values, textbook};
pub use learner::{Learner, Method, fit_to_engine};
pub use match_play::play_pair;
pub use search::{FixedDepth, Leaf};
pub use self_play::{Lesson, play_lesson};
pub use update::{K, LeafValue, td_leaf};
