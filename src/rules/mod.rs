// SPDX-License-Identifier: MIT OR Apache-2.0
//! What ends or decides a game: no legal move, repetition, the natural limit, insufficient material.
//!
//! [`judge_repetition`] and [`is_rule60_draw`] answer the search, node by node; a [`Game`] is the referee over
//! whole games, and an [`Explanation`](explain::Explanation) says why he decides as he does. All rule sets come out of the same code: it finds each side's gravest offence in the moves
//! that repeat, as far as the rule set knows that offence, and the side with the graver one loses.
//!
//! The rules are those of the Asian federation in the form that programs agree on; diagrams and their verdicts
//! are in `positions/rules`.

mod chase;
mod chinese;
mod english;
pub mod explain;
mod game;
mod repetition;
mod rule60;
mod wording;

pub use game::{Game, GameOutcome, PlayError, Termination};
pub use repetition::{ParseRuleSetError, RuleSet, Verdict, judge_repetition};
pub use rule60::{NATURAL_LIMIT, is_rule60_draw};
