// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluator of a search thread: the NNUE network, corrected for what it cannot know.

use super::nnue::{AccumulatorStack, Network};
use super::wdl::FULL_STRENGTH;
use std::sync::Arc;
use xiangqi::position::{BoardObserver, FULL_SCALE, Position, see_value};
use xiangqi::types::{Color, Piece, PieceKind, Square, Value};

/// Up to this [`features::total_strength`](super::nnue::features::total_strength), the network's value is
/// scaled by the winning chances that the material leaves. There are too many kinds of such endings, and each
/// occurs too seldom, for the network to learn them all.
const FEW_ATTACKERS: u32 = 6;

/// Subtracted from the network's value for each unit of
/// [`features::total_strength`](super::nnue::features::total_strength) that has left the board, in 1/1024:
/// an advantage counts most while there are pieces to use it.
const SCALE_BY_STRENGTH: Value = 12;

/// The share of the network in values that are the network's alone.
const FULL_SHARE: Value = 4;

/// The static evaluation of one search thread, kept up to date move by move.
///
/// It observes [`Position::make`]; each observed move must be matched by a [`pop`](Self::pop)
/// when it is taken back. Null moves are not observed.
///
/// ```
/// use chuhe::{Position, eval::{Evaluator, Network}};
/// let mut position = Position::startpos();
/// let mut evaluator = Evaluator::new(&position, Network::embedded());
/// let before = evaluator.evaluate(&position);
/// position.make("h2e2".parse()?, &mut evaluator);
/// position.undo();
/// evaluator.pop();
/// assert_eq!(evaluator.evaluate(&position), before);
/// # Ok::<(), xiangqi::types::ParseMoveError>(())
/// ```
pub struct Evaluator {
    accumulators: AccumulatorStack,
    /// The share of the network in the value, in units of 1 / [`FULL_SHARE`].
    share: Value,
}

impl Evaluator {
    /// Creates an evaluator for `position` that uses `network`.
    pub fn new(position: &Position, network: Arc<Network>) -> Self {
        Self::with_share(position, network, FULL_SHARE)
    }

    /// Creates a weaker evaluator, which blends the network's value with the bare material: the network
    /// counts for `quarters` quarters.
    pub fn with_share(position: &Position, network: Arc<Network>, quarters: Value) -> Self {
        Self { accumulators: AccumulatorStack::new(position, network), share: quarters }
    }

    /// Takes back the last observed move.
    ///
    /// # Panics
    /// If no move was observed.
    #[inline]
    pub fn pop(&mut self) {
        self.accumulators.pop();
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
        let value = self.accumulators.evaluate(position);
        let strength = self.accumulators.strength();
        let value = if strength <= FEW_ATTACKERS { scaled_by_material(value, position) } else { value };
        let gone = FULL_STRENGTH.saturating_sub(strength).cast_signed();
        let value = value * (1024 - SCALE_BY_STRENGTH * gone) / 1024;
        if self.share == FULL_SHARE { value } else { self.blended_with_material(value, position) }
    }

    #[cold]
    fn blended_with_material(&self, value: Value, position: &Position) -> Value {
        (self.share * value + (FULL_SHARE - self.share) * material(position)) / FULL_SHARE
    }
}

impl BoardObserver for Evaluator {
    #[inline]
    fn on_move(&mut self, piece: Piece, from: Square, to: Square, captured: Option<Piece>) {
        self.accumulators.push(piece, from, to, captured);
    }
}

/// Scales down a value for the side to move where the better side's material can win only by blunders of the
/// opponent. The network learns by itself to value what is merely hard to win.
fn scaled_by_material(value: Value, position: &Position) -> Value {
    let better = if value >= 0 { position.side_to_move() } else { !position.side_to_move() };
    match position.winning_scale(better) {
        scale if scale <= FULL_SCALE / 5 => value * i32::from(scale) / i32::from(FULL_SCALE),
        _ => value,
    }
}

/// Returns the material of the side to move less that of the other side.
fn material(position: &Position) -> Value {
    let board = position.board();
    let of = |color: Color| -> Value {
        PieceKind::ALL
            .into_iter()
            .map(|kind| see_value(kind) * board.pieces(kind, color).len().cast_signed())
            .sum()
    };
    of(position.side_to_move()) - of(!position.side_to_move())
}

/// Damping begins after this number of plies without capture …
const START: Value = 20;
/// … and would reach zero this number of plies later.
const RANGE: Value = 130;

/// Returns `value` reduced in proportion to the plies without capture (rule60): full up to 20 plies, zero
/// after
/// 150. An advantage that makes no progress shrinks towards a draw.
#[inline]
pub fn damped(value: Value, rule60_count: u16) -> Value {
    let waited = (Value::from(rule60_count) - START).clamp(0, RANGE);
    value * (RANGE - waited) / RANGE
}

#[cfg(test)]
mod tests {
    use super::*;
    use xiangqi::types::SplitMix64;

    fn value(fen: &str, quarters: Value) -> Value {
        let position = Position::from_fen(fen).unwrap();
        Evaluator::with_share(&position, Network::embedded(), quarters).evaluate(&position)
    }

    #[test]
    fn plies_without_capture_damp_the_value() {
        let at = |rule60| value(&format!("2bakab2/9/9/9/9/9/9/4B4/4A4/R3KCB2 w - - {rule60} 80"), FULL_SHARE);
        assert_eq!(at(0), at(20));
        assert!(at(20) > at(60) && at(60) > at(119) && at(119) > 0);
    }

    #[test]
    fn an_advantage_that_cannot_win_is_worth_little() {
        let lone_rook = "2bakab2/4a4/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        assert!(value(lone_rook, FULL_SHARE).abs() < 100);
        assert_eq!(value("P3k4/9/9/9/9/9/9/9/9/5K3 w - - 0 1", FULL_SHARE), 0, "a pawn on the last rank");
    }

    #[test]
    fn less_knowledge_is_further_from_the_network_and_ends_in_bare_material() {
        assert_eq!(value("3k5/9/9/9/9/4p4/9/9/9/R3K2C1 b - - 0 1", 0), 90 - 750 - 410);
        let mut rng = SplitMix64::new(7);
        let mut errors = [0; FULL_SHARE as usize + 1];
        for _ in 0..50 {
            let mut position = Position::startpos();
            for _ in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[rng.below(moves.len())]);
            }
            let network = Evaluator::new(&position, Network::embedded()).evaluate(&position);
            for (error, quarters) in errors.iter_mut().zip(0..) {
                let mut evaluator = Evaluator::with_share(&position, Network::embedded(), quarters);
                *error += (evaluator.evaluate(&position) - network).abs();
            }
        }
        assert!(errors.is_sorted_by(|more, fewer| more > fewer) && errors[4] == 0, "{errors:?}");
    }
}
