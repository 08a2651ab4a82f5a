// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluator of a search thread: an NNUE network or the hand-crafted evaluation (HCE).

use super::classic::{Hce, scaled_by_material};
use super::nnue::{AccumulatorStack, Network};
use super::rule60::damped;
use super::wdl::FULL_STRENGTH;
use crate::position::{BoardObserver, Position};
use crate::types::{Piece, Square, Value};
use std::sync::Arc;

/// Up to this [`features::total_strength`](super::nnue::features::total_strength), the network's value is
/// scaled by the winning chances that the material leaves. There are too many kinds of such endings, and each
/// occurs too seldom, for the network to learn them all.
const FEW_ATTACKERS: u32 = 6;

/// Subtracted from the network's value for each unit of
/// [`features::total_strength`](super::nnue::features::total_strength) that has left the board, in 1/1024:
/// an advantage counts most while there are pieces to use it.
const SCALE_BY_STRENGTH: Value = 12;

/// The static evaluation of one search thread, kept up to date move by move.
///
/// It observes [`Position::play_unchecked_with`]; each observed move must be matched by a [`pop`](Self::pop)
/// when it is taken back. Null moves are not observed.
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

/// The kind of evaluation. It never changes, so the branch is well predicted.
enum Mode {
    Hce(Hce),
    Network(AccumulatorStack),
}

impl Evaluator {
    /// Creates an evaluator for `position` that uses `network`, or the full HCE if there is none.
    pub fn new(position: &Position, network: Option<Arc<Network>>) -> Self {
        Self(match network {
            None => Mode::Hce(Hce::new(position)),
            Some(network) => Mode::Network(AccumulatorStack::new(position, network)),
        })
    }

    /// Creates an evaluator that uses only the material and piece-square terms of the HCE.
    pub fn psqt_only(position: &Position) -> Self {
        Self(Mode::Hce(Hce::psqt_only(position)))
    }

    /// Takes back the last observed move.
    ///
    /// # Panics
    /// If no move was observed.
    #[inline]
    pub fn pop(&mut self) {
        match &mut self.0 {
            Mode::Hce(hce) => hce.pop(),
            Mode::Network(accumulators) => accumulators.pop(),
        }
    }

    /// Returns the static value of `position` for the side to move, damped by the plies without capture.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Value {
        damped(self.evaluate_undamped(position), position.rule60_count())
    }

    /// Returns the static value before [damping](damped). It depends only on the pieces and the side to move,
    /// so the transposition table may store it.
    #[inline]
    pub fn evaluate_undamped(&mut self, position: &Position) -> Value {
        match &mut self.0 {
            Mode::Hce(hce) => hce.evaluate(position),
            Mode::Network(accumulators) => {
                let value = accumulators.evaluate(position);
                let strength = accumulators.strength();
                let value =
                    if strength <= FEW_ATTACKERS { scaled_by_material(value, position) } else { value };
                let gone = FULL_STRENGTH.saturating_sub(strength).cast_signed();
                value * (1024 - SCALE_BY_STRENGTH * gone) / 1024
            }
        }
    }
}

impl BoardObserver for Evaluator {
    #[inline]
    fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        match &mut self.0 {
            Mode::Hce(hce) => hce.push(piece, from, to, captured),
            Mode::Network(accumulators) => accumulators.push(piece, from, to, captured),
        }
    }
}
