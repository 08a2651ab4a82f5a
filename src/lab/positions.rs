// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions to measure algorithms on, as they come about in play.

use super::algorithms::{Algorithm, Ordered};
use super::tournament::random_opening;
use super::{Subject, Tally};
use crate::types::SplitMix64;

/// Random plies at the beginning of each game.
const OPENING: u32 = 4;
/// The last of the positions comes about so many plies later.
const SPREAD: usize = 36;

/// `count` positions from the openings to the later middlegame: random beginnings, and then the moves that look best at once. The game
/// goes on in all of them: one that is over sooner is left at its last move.
pub fn sample_positions<G: Subject>(count: usize, seed: u64) -> Vec<G> {
    let mut rng = SplitMix64::new(seed);
    let position = |index: usize| {
        let mut game = G::start();
        for mv in random_opening::<G>(&mut rng, OPENING) {
            game.play(mv);
        }
        for _ in 0..index * SPREAD / count {
            let found = Ordered { width: None }.search(&mut game, 1, &mut Tally::default());
            let Some(mv) = found.best else { break };
            game.play(mv);
            if game.moves().is_empty() {
                game.undo();
                break;
            }
        }
        game
    };
    (0..count).map(position).collect()
}
