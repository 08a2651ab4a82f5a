// SPDX-License-Identifier: MIT OR Apache-2.0
//! Position → value.
//!
//! An [`Evaluator`] belongs to one search thread and follows its moves. [`explain`] takes the value of a single
//! position apart, term by term.

mod classic;

pub use classic::{ExplainedTerm, Explanation, tuning};

use crate::position::{BoardObserver, Position};
use crate::types::{Piece, Square, Value};
use classic::Classic;

/// What one search thread evaluates with: sums kept up to date move by move.
///
/// It observes [`Position::make`]; each observed move must be matched by a [`pop`](Self::pop) when it is taken back.
/// Null moves concern neither.
///
/// ```
/// use chuhe::{Position, eval::Evaluator};
/// let mut position = Position::startpos();
/// let mut evaluator = Evaluator::new(&position);
/// let before = evaluator.evaluate(&position);
/// position.make("h2e2".parse()?, &mut evaluator);
/// position.unmake();
/// evaluator.pop();
/// assert_eq!(evaluator.evaluate(&position), before);
/// # Ok::<(), chuhe::types::ParseMoveError>(())
/// ```
pub struct Evaluator {
    classic: Classic,
}

impl Evaluator {
    /// An evaluator of full knowledge for `position`.
    pub fn new(position: &Position) -> Self {
        Self { classic: Classic::new(position) }
    }

    /// Material and squares alone (`false`), or everything (`true`).
    pub fn set_full_knowledge(&mut self, full: bool) {
        self.classic.set_full_knowledge(full);
    }

    /// Forgets the last observed move.
    ///
    /// # Panics
    /// If no move was observed.
    #[inline]
    pub fn pop(&mut self) {
        self.classic.pop();
    }

    /// The static value of `position` in centipawns, for the side to move.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Value {
        damped(self.evaluate_undamped(position), position.clock())
    }

    /// The part of the value that depends on the men and the side to move alone, as a table may keep it; see
    /// [`damped`].
    #[inline]
    pub fn evaluate_undamped(&mut self, position: &Position) -> Value {
        self.classic.evaluate(position)
    }
}

/// The clock begins to damp after so many plies without capture …
const DAMPING_START: Value = 20;
/// … and would leave nothing so many plies later.
const DAMPING_RANGE: Value = 130;

/// What moves without capture leave of an advantage: who shuffles does not win.
#[inline]
pub fn damped(value: Value, clock: u16) -> Value {
    let waited = (Value::from(clock) - DAMPING_START).clamp(0, DAMPING_RANGE);
    value * (DAMPING_RANGE - waited) / DAMPING_RANGE
}

impl BoardObserver for Evaluator {
    #[inline]
    fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.classic.push(piece, from, to, captured);
    }
}

/// The value of `position` taken apart, for people to read.
///
/// ```
/// use chuhe::{Position, eval};
/// let explanation = eval::explain(&Position::startpos());
/// assert!((1..100).contains(&explanation.value), "the first move is worth something");
/// ```
pub fn explain(position: &Position) -> Explanation {
    classic::explain(position)
}
