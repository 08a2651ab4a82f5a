// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the paper left open: the learned network tried against the searcher, and the learned evaluation inside the search.

use super::{LearnedReversi, Network};
use crate::lab::algorithms::AlphaBeta;
use crate::lab::games::Reversi;
use crate::lab::tournament::{Player, play_side, random_opening};
use crate::lab::{Algorithm, Found, Game, Tally};
use crate::types::SplitMix64;
use std::sync::Arc;

/// Random plies at the beginning of a game.
const OPENING: u32 = 6;

/// An algorithm for reversi that values positions by a network.
pub struct Learned<A> {
    algorithm: A,
    network: Arc<Network>,
}

impl<A> Learned<A> {
    /// This algorithm with this network.
    pub fn new(algorithm: A, network: Network) -> Self {
        Self { algorithm, network: Arc::new(network) }
    }
}

impl<A: Algorithm<LearnedReversi>> Algorithm<Reversi> for Learned<A> {
    fn search(
        &mut self,
        game: &mut Reversi,
        depth: u32,
        tally: &mut Tally,
    ) -> Found<<Reversi as Game>::Move> {
        let mut game = LearnedReversi::new(game.clone(), Arc::clone(&self.network));
        self.algorithm.search(&mut game, depth, tally)
    }

    fn forget(&mut self) {
        self.algorithm.forget();
    }
}

/// Plays any move.
pub struct Chance(pub SplitMix64);

impl<G: Game> Algorithm<G> for Chance {
    fn search(&mut self, game: &mut G, _depth: u32, _tally: &mut Tally) -> Found<G::Move> {
        let moves = game.moves();
        let best = (!moves.is_empty()).then(|| moves[self.0.below(moves.len())]);
        Found { value: 0, best }
    }
}

/// Who a learned network is tried against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Plies that it looks ahead in alpha-beta; with one it takes the move after which its chance is best.
    pub depth: u32,
    /// Plies that the other player looks ahead, with the weighted squares; 0: it plays by chance.
    pub opponent: u32,
}

impl Trial {
    /// Against chance, against the searcher, and as its evaluation.
    pub const ALL: [Self; 5] = [
        Self { depth: 1, opponent: 0 },
        Self { depth: 1, opponent: 1 },
        Self { depth: 1, opponent: 2 },
        Self { depth: 1, opponent: 3 },
        Self { depth: 3, opponent: 3 },
    ];

    /// Plays pairs of games with the sides changed; the share of points, of which a draw brings half of one.
    pub fn play(self, network: &Network, pairs: u32, seed: u64) -> f64 {
        let mut rng = SplitMix64::new(seed);
        let mut learned = Learned::new(AlphaBeta, network.clone());
        let mut chance = Chance(SplitMix64::new(rng.next_u64()));
        let mut points = 0.0;
        for _ in 0..pairs {
            let opening = random_opening::<Reversi>(&mut rng, OPENING);
            for is_first in [true, false] {
                let own = Player { algorithm: &mut learned, depth: self.depth };
                let algorithm: &mut dyn Algorithm<Reversi> =
                    if self.opponent == 0 { &mut chance } else { &mut AlphaBeta };
                let other = Player { algorithm, depth: self.opponent };
                let ([own, other], _) = play_side(own, other, is_first, &opening);
                let lead = own - other;
                points += if lead == 0.0 { 0.5 } else { f64::from(lead > 0.0) };
            }
        }
        points / f64::from(2 * pairs)
    }
}
