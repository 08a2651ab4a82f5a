// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hand-crafted evaluation (HCE), the option value `<classic>`.
//!
//! A tapered evaluation: a sum of terms, each a middlegame and an endgame value for one side, blended by the
//! phase and then scaled by what the better side can still win. Material and piece-square tables (`squares`)
//! are updated incrementally (`incremental`); the terms that depend only on the numbers of pieces come from a
//! material hash table (`material`, `endgame`); the others are computed from the board (`mobility`, `pawns`,
//! `threats`, `king`, `king_lines`). All weights are in `weights`.
//!
//! Sources of the ideas: the textbooks' piece values and proverbs; `ElephantEye`, Pikafish's hand-crafted
//! evaluation and Fairy-Stockfish for the choice of terms; H. G. Muller for the value of defenders. All
//! numbers are our own.
//!
//! The functions that evaluate one side are inlined with a constant colour, so that they are compiled once
//! for each colour and contain no choices by colour, which saves a fifth of the time of the evaluation.

mod army;
mod attack_sets;
mod endgame;
mod explain;
mod hce;
mod incremental;
mod king;
mod king_attack;
mod king_lines;
mod material;
mod mobility;
mod pair;
mod pawns;
mod popcount;
mod squares;
mod threats;
mod trace;
pub mod tuning;
mod weights;

pub use explain::{ExplainedTerm, HceExplanation, explain};
pub use hce::{Hce, scaled_by_material};

#[cfg(test)]
mod tests;
