// SPDX-License-Identifier: MIT OR Apache-2.0
//! A health check of a network: neurons that make no difference.

use super::example::Example;
use super::quantize;
use crate::eval::network::NetworkWeights;
use crate::position::Position;
use crate::types::SplitMix64;

/// Counts the stored neurons that are idle in positions of some random games: those never active, and those
/// always saturated.
pub fn idle_neurons(weights: &NetworkWeights) -> [usize; 2] {
    let mut rng = SplitMix64::new(1);
    let mut examples = Vec::new();
    let mut position = Position::startpos();
    while examples.len() < 1000 {
        let moves = position.legal_moves();
        if moves.is_empty() || position.history().len() > 100 {
            position = Position::startpos();
            continue;
        }
        position.play_unchecked(moves[rng.below(moves.len())]);
        examples.push(Example::of(&position));
    }
    quantize::idle_neurons(weights, &examples)
}
