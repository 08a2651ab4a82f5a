// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules that end a game: no legal move, repetition, the natural limit (rule60), insufficient material.
//!
//! [`judge_repetition`] and [`is_rule60_draw`] answer the search, node by node; a [`Game`] is the referee
//! over whole games, and an [`Explanation`](explain::Explanation) gives the reasons for the verdict.
//!
//! # From a repetition to its verdict
//!
//! 1. [`judge_repetition`] (in a whole game, [`GameOutcome::of`]) asks whether the position repeats an
//!    earlier one.
//! 2. [`earlier_occurrences`] compares keys back to the last capture; the moves since an earlier occurrence
//!    are the *span*, which [`judge_span`] judges.
//! 3. [`Findings::needed`][repetition] finds the gravest [`Offence`] of each side in the span. Perpetual
//!    check is a scan over the checkers that each state keeps.
//! 4. [`perpetual_chases`][chase] rolls the span back, if the rule set counts chases, and keeps the pieces
//!    that every move of a side newly threatens.
//! 5. [`classify_attack`][threat] decides on a board whether one piece threatens to win another.
//! 6. [`RuleSet::loser`] compares the offences as far as the rule set counts them ([`RuleSet::counted`]): the
//!    side with the graver offence loses.
//! 7. The loser becomes a [`Verdict`] for the search, a [`GameOutcome`] for a [`Game`].
//!
//! [`Explanation::of`](explain::Explanation::of) takes the same path with [`Findings::all`][repetition]: its
//! outcome follows from the offences that it carries, and it adds the [class](explain::MoveClass) of each
//! move.
//!
//! [repetition]: ../../src/xiangqi/rules/repetition.rs.html
//! [chase]: ../../src/xiangqi/rules/chase.rs.html
//! [threat]: ../../src/xiangqi/rules/threat.rs.html
//!
//! The rules are those of the Asian federation in the form that programs agree on, and the Chinese national
//! rules ([`RuleSet::Chinese`]): these classify each move of the span by what it threatens, mates by checks
//! and exchanges included, and compare the levels of the sides (`chinese`). Diagrams and their verdicts are
//! in `positions/rules`.

mod chase;
mod chinese;
mod classified_moves;
pub mod explain;
mod game;
mod history;
mod move_class;
mod outcome;
mod repetition;
mod rule_set;
mod threat;
mod wording;

pub use game::{Game, PlayError};
pub use history::earlier_occurrences;
pub use outcome::{GameOutcome, NATURAL_LIMIT, Termination, is_rule60_draw};
pub use repetition::{Verdict, judge_repetition, judge_span};
pub use rule_set::{Offence, RULE_NAMES, RuleName, RuleSet, UnknownRuleSet};
