// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hand-crafted evaluation of a position, term by term.

use super::army::PieceCounts;
use super::endgame::FULL_SCALE;
use super::hce::{TaperedSum, positional};
use super::incremental;
use super::material::MaterialEntry;
use super::pair::{FULL_PHASE, Pair};
use super::trace::{FullTrace, Sum, Term};
use super::weights::WEIGHTS;
use crate::eval::rule60::damped;
use crate::position::Position;
use crate::types::Color;

/// A term of the hand-crafted evaluation, as it counts for both sides.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExplainedTerm {
    /// The name of the term.
    pub name: &'static str,
    /// The name of the term in Chinese.
    pub chinese: &'static str,
    /// Red's middlegame and endgame value.
    pub red: (i32, i32),
    /// Black's middlegame and endgame value.
    pub black: (i32, i32),
    /// Red's advantage after blending by the phase, before scaling.
    pub total: f64,
}

/// The hand-crafted evaluation of a position, term by term.
#[derive(Clone, PartialEq, Debug)]
pub struct HceExplanation {
    /// All terms in a fixed order, including those that are zero.
    pub terms: Vec<ExplainedTerm>,
    /// The phase: 1 (middlegame) with all rooks, horses and cannons, 0 (endgame) without any.
    pub phase: f64,
    /// The scaling by the winning chances of the better side's material: 1 normally, 0 if it cannot win.
    pub scale: f64,
    /// The damping by the plies without capture (`rule60`).
    pub damping: f64,
    /// The value from Red's point of view.
    pub red_value: i32,
    /// The value for the side to move, as [`Evaluator::evaluate`](crate::eval::Evaluator::evaluate) returns
    /// it.
    pub value: i32,
}

/// Evaluates a position from scratch, keeping all terms.
pub fn traced(position: &Position) -> (FullTrace, TaperedSum) {
    let mut trace = FullTrace::default();
    let material = MaterialEntry::new(PieceCounts::new(position.board()), &mut trace);
    let mut sum = Sum::new(material.value, &mut trace);
    incremental::add_traced(position.board(), &mut sum);
    positional(position, &mut sum);
    sum.add(Term::Tempo, position.side_to_move(), WEIGHTS.tempo);
    let tapered = TaperedSum::new(position, material, sum.total);
    (trace, tapered)
}

/// Returns the hand-crafted evaluation of `position`, term by term. See
/// [`Network::explain`](crate::eval::Network::explain) for the network's.
///
/// ```
/// use chuhe::{Position, eval};
/// let explanation = eval::explain(&Position::startpos());
/// assert!((1..100).contains(&explanation.value), "the first move is worth something");
/// ```
pub fn explain(position: &Position) -> HceExplanation {
    let (trace, tapered) = traced(position);
    let rule60 = position.rule60_count();
    HceExplanation {
        terms: Term::ALL.into_iter().map(|term| explain_term(&trace, term, tapered.phase)).collect(),
        phase: f64::from(tapered.phase) / f64::from(FULL_PHASE),
        scale: f64::from(tapered.scale) / f64::from(FULL_SCALE),
        damping: f64::from(damped(1_000, rule60)) / 1_000.0,
        red_value: damped(tapered.value(Color::Red), rule60),
        value: damped(tapered.value(position.side_to_move()), rule60),
    }
}

fn explain_term(trace: &FullTrace, term: Term, phase: i32) -> ExplainedTerm {
    let halves = |value: Pair| (value.middlegame(), value.endgame());
    let (red, black) = (trace.of(term, Color::Red), trace.of(term, Color::Black));
    let total = f64::from((red - black).blend(phase)) / f64::from(FULL_PHASE);
    ExplainedTerm {
        name: term.name(),
        chinese: term.chinese(),
        red: halves(red),
        black: halves(black),
        total,
    }
}
