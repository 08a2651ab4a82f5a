// SPDX-License-Identifier: MIT OR Apache-2.0
//! Matches between evaluations, with the same search.

use super::features::LinearEval;
use super::search::FixedDepth;
use super::self_play::{play_game, random_opening};
use crate::types::SplitMix64;

/// Plays two games from the random opening of this number, with colours swapped. Returns the half points of
/// the first evaluation in each.
pub fn play_pair(evals: [&LinearEval; 2], depth: i32, seed: u64, number: u32) -> [u8; 2] {
    let mut rng = SplitMix64::numbered(seed, number);
    let start = random_opening(&mut rng);
    let [first, second] = evals.map(|eval| FixedDepth { eval, depth });
    let as_red = play_game(&start, [&first, &second], &mut rng);
    let as_black = play_game(&start, [&second, &first], &mut rng);
    [as_red, 2 - as_black]
}
