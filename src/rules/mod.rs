// SPDX-License-Identifier: MIT OR Apache-2.0
//! What ends or decides a game: no legal move, repetition, the natural limit, insufficient material.
//!
//! [`judge_repetition`] and [`is_natural_draw`] answer the search, node by node; a [`Game`] is the referee over
//! whole games, and an [`Explanation`](explain::Explanation) says why he decides as he does. All rule sets come out of the same code: it finds each side's gravest offence in the moves
//! that repeat, as far as the rule set knows that offence, and the side with the graver one loses.
//!
//! The rules are those of the Asian federation in the form that programs agree on; diagrams and their verdicts
//! are in `positions/rules`.

mod chase;
mod chinese;
mod clocks;
mod english;
pub mod explain;
mod game;
mod repetition;
mod wording;

pub use clocks::{NATURAL_LIMIT, is_natural_draw};
pub use game::{Game, Outcome, PlayError, Reason};
pub use repetition::{ParseRuleSetError, RuleSet, Verdict, judge_repetition};
