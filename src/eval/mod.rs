// SPDX-License-Identifier: MIT OR Apache-2.0
//! Position → value.
//!
//! An [`Evaluator`] belongs to one search thread and follows its moves; it asks a [`Network`], or the hand-made evaluation.
//! [`explain`] takes the hand-made value of a position apart, term by term, [`Network::explain`] the learned one, man by man;
//! [`WdlModel`] tells what values mean.

mod classic;
pub mod network;
pub mod wdl;

pub use classic::{ExplainedTerm, HceExplanation, tuning};
pub use network::Network;
pub use wdl::WdlModel;

use crate::position::{BoardObserver, Position};
use crate::types::{Piece, Square, Value};
use classic::Classic;
use network::AccumulatorStack;
use std::sync::Arc;

/// What one search thread evaluates with: sums kept up to date move by move.
///
/// It observes [`Position::make`]; each observed move must be matched by a [`pop`](Self::pop) when it is taken back.
/// Null moves concern neither.
///
/// ```
/// use chuhe::{Position, eval::Evaluator};
/// let mut position = Position::startpos();
/// let mut evaluator = Evaluator::new(&position, None);
/// let before = evaluator.evaluate(&position);
/// position.play_unchecked_with("h2e2".parse()?, &mut evaluator);
/// position.undo();
/// evaluator.pop();
/// assert_eq!(evaluator.evaluate(&position), before);
/// # Ok::<(), chuhe::types::ParseMoveError>(())
/// ```
pub struct Evaluator(Mode);

/// Where values come from. An evaluator never changes its mode, so processors guess it right.
enum Mode {
    Classic(Classic),
    Network(AccumulatorStack),
}

impl Evaluator {
    /// An evaluator for `position`: the network's, or the hand-made one with all its knowledge.
    pub fn new(position: &Position, network: Option<Arc<Network>>) -> Self {
        Self(match network {
            None => Mode::Classic(Classic::new(position)),
            Some(network) => Mode::Network(AccumulatorStack::new(position, network)),
        })
    }

    /// The hand-made evaluation of material and squares alone.
    pub fn psqt_only(position: &Position) -> Self {
        let mut classic = Classic::new(position);
        classic.set_full_knowledge(false);
        Self(Mode::Classic(classic))
    }

    /// Forgets the last observed move.
    ///
    /// # Panics
    /// If no move was observed.
    #[inline]
    pub fn pop(&mut self) {
        match &mut self.0 {
            Mode::Classic(classic) => classic.pop(),
            Mode::Network(accumulators) => accumulators.pop(),
        }
    }

    /// The static value of `position` for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Value {
        damped(self.evaluate_undamped(position), position.rule60_count())
    }

    /// The part of the value that depends on the men and the side to move alone, as a table may keep it; see
    /// [`damped`].
    #[inline]
    pub fn evaluate_undamped(&mut self, position: &Position) -> Value {
        match &mut self.0 {
            Mode::Classic(classic) => classic.evaluate(position),
            Mode::Network(accumulators) => {
                let value = accumulators.evaluate(position);
                if accumulators.strength() <= THIN {
                    classic::without_false_hope(value, position)
                } else {
                    value
                }
            }
        }
    }
}

/// With attackers of this [`network::features::strength`] at most, both sides together, a look at the material may show that
/// nobody wins. A network sees too few of the many kinds of such endings to learn them all.
const THIN: u32 = 6;

/// The clock begins to damp after so many plies without capture …
const DAMPING_START: Value = 20;
/// … and would leave nothing so many plies later.
const DAMPING_RANGE: Value = 130;

/// What moves without capture leave of an advantage: who shuffles does not win.
#[inline]
pub fn damped(value: Value, rule60: u16) -> Value {
    let waited = (Value::from(rule60) - DAMPING_START).clamp(0, DAMPING_RANGE);
    value * (DAMPING_RANGE - waited) / DAMPING_RANGE
}

impl BoardObserver for Evaluator {
    #[inline]
    fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        match &mut self.0 {
            Mode::Classic(classic) => classic.push(piece, from, to, captured),
            Mode::Network(accumulators) => accumulators.push(piece, from, to, captured),
        }
    }
}

/// The hand-made value of `position` taken apart, for people to read. See [`Network::explain`] for the learned one.
///
/// ```
/// use chuhe::{Position, eval};
/// let explanation = eval::explain(&Position::startpos());
/// assert!((1..100).contains(&explanation.value), "the first move is worth something");
/// ```
pub fn explain(position: &Position) -> HceExplanation {
    classic::explain(position)
}
