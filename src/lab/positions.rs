// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions to measure algorithms on, as they come about in play.

use super::algorithms::{Algorithm, Ordered};
use super::tournament::random_opening;
use super::{Game, Tally};
use crate::types::SplitMix64;

/// Random plies at the beginning of each game.
const OPENING: u32 = 4;
/// The last of the positions comes about so many plies later.
const SPREAD: usize = 36;

/// `count` positions from the openings to the later middlegame: random beginnings, and then the moves that look best at once. The game
/// goes on in all of them.
pub fn sample_positions<G: Game>(count: usize, seed: u64) -> Vec<G> {
    let mut rng = SplitMix64::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut game = G::start();
        for mv in random_opening::<G>(&mut rng, OPENING) {
            game.play(mv);
        }
        let plies = positions.len() * SPREAD / count;
        for _ in 0..plies {
            if let Some(mv) = (Ordered { width: None }).search(&mut game, 1, &mut Tally::default()).best {
                game.play(mv);
            }
        }
        if !game.moves().is_empty() {
            positions.push(game);
        }
    }
    positions
}
