// SPDX-License-Identifier: MIT OR Apache-2.0
//! What ends or decides a game: repetition, the natural limit, insufficient material.

mod repetition;

pub use repetition::{RuleSet, Verdict, judge_repetition};
