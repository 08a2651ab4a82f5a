// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions to measure algorithms on, as they come about in play.

use super::algorithms::{Algorithm, Ordered};
use super::tournament::random_opening;
use super::{Found, Game, Subject, Tally, is_won_or_lost};
use crate::types::SplitMix64;

/// Random plies at the beginning of each game.
const OPENING: u32 = 4;
/// The last of the positions comes about so many plies later.
const SPREAD: usize = 36;

/// `count` positions from the openings to the later middlegame: random beginnings, and then the moves that look best at once. None of them is
/// won within three plies: from such a position play goes back until it is not.
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

/// What looking at the best looking moves comes to.
fn best_looking<G: Game>(game: &mut G, depth: u32) -> Found<G::Move> {
    Ordered { width: Some(8) }.search(game, depth, &mut Tally::default())
}
