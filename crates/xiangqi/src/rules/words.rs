// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table of phrases that a language supplies for explanations.

use crate::rules::explain::Repetition;
use crate::rules::move_class::ClassifiedMove;
use crate::rules::outcome::Termination;
use crate::rules::rule_set::RuleSet;
use crate::types::Color;

/// The phrases of one language.
pub struct Words {
    /// The heading above the moves of a repetition, by the number of occurrences.
    pub heading: fn(u8) -> &'static str,
    /// The class of a move, with the attacks that it makes.
    pub classified_move: fn(&ClassifiedMove) -> String,
    /// The offence of a side, or a summary of its moves if there is none.
    pub offence: fn(&Repetition, Color) -> String,
    /// Separates a subject and the statement about it.
    pub colon: &'static str,
    /// Separates statements.
    pub semicolon: &'static str,
    /// The reason why the game is over; the side is the loser.
    pub termination: fn(Termination, Color) -> String,
    /// The game goes on with this side to move.
    pub ongoing: fn(Color) -> String,
    /// Added to `ongoing` if the position has occurred twice.
    pub warning: &'static str,
    /// The exemption by which a rule set draws although one side's offence is graver, given whether any move
    /// checks.
    pub exemption: fn(RuleSet, bool) -> &'static str,
    /// The game was already over after this number of moves.
    pub ended_earlier: fn(usize) -> String,
}
