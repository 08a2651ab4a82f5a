// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sample positions from play, on which algorithms are measured.

use super::algorithm::{Algorithm, Found};
use super::algorithms::Ordered;
use super::game::{Game, is_won_or_lost};
use super::ladder::Subject;
use super::tally::NodeTally;
use super::tournament::random_opening;
use crate::types::SplitMix64;

/// Number of random plies at the start of each game.
const OPENING: u32 = 4;
/// Number of plies from there to the last of the positions.
const SPREAD: usize = 36;

/// Returns `count` positions from the opening to the late middlegame: random openings, then the moves with
/// the best static values. None of the positions is won within three plies: from such a position, moves are
/// taken back until it is not.
pub fn sample_positions<G: Subject>(count: usize, seed: u64) -> Vec<G> {
    let mut rng = SplitMix64::new(seed);
    let position = |index: usize| {
        let mut game = G::start();
        for mv in random_opening::<G>(&mut rng, OPENING) {
            game.play(mv);
        }
        for _ in 0..index * SPREAD / count {
            let Some(mv) = best_looking(&mut game, 1).best else { break };
            game.play(mv);
        }
        while game.moves().is_empty() || is_won_or_lost(best_looking(&mut game, 3).value) {
            game.undo();
        }
        game
    };
    (0..count).map(position).collect()
}

/// Searches the moves with the best static values.
fn best_looking<G: Game>(game: &mut G, depth: u32) -> Found<G::Move> {
    Ordered { width: Some(8) }.search(game, depth, &mut NodeTally::default())
}
