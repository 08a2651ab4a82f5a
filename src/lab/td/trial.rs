// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trials that the paper left open: the learned network against the search, and as the evaluation inside the
//! search.

use super::game::LearnedReversi;
use super::network::TdNetwork;
use crate::lab::algorithms::AlphaBeta;
use crate::lab::games::Reversi;
use crate::lab::tournament::{TournamentPlayer, play_side, random_opening};
use crate::lab::{Algorithm, Found, Game, NodeTally};
use crate::types::SplitMix64;
use std::sync::Arc;

/// Number of random plies at the start of a game.
const OPENING: u32 = 6;

/// An algorithm for reversi with a network as its evaluation.
pub struct Learned<A> {
    algorithm: A,
    network: Arc<TdNetwork>,
}

impl<A> Learned<A> {
    /// Combines an algorithm and a network.
    pub fn new(algorithm: A, network: TdNetwork) -> Self {
        Self { algorithm, network: Arc::new(network) }
    }
}

impl<A: Algorithm<LearnedReversi>> Algorithm<Reversi> for Learned<A> {
    fn search(
        &mut self,
        game: &mut Reversi,
        depth: u32,
        tally: &mut NodeTally,
    ) -> Found<<Reversi as Game>::Move> {
        let mut game = LearnedReversi::new(game.clone(), Arc::clone(&self.network));
        self.algorithm.search(&mut game, depth, tally)
    }

    fn forget(&mut self) {
        self.algorithm.forget();
    }
}

/// Plays random moves.
pub struct RandomMover(pub SplitMix64);

impl<G: Game> Algorithm<G> for RandomMover {
    fn search(&mut self, game: &mut G, _depth: u32, _tally: &mut NodeTally) -> Found<G::Move> {
        let moves = game.moves();
        let best = (!moves.is_empty()).then(|| moves[self.0.below(moves.len())]);
        Found { value: 0, best }
    }
}

/// A trial of a learned network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trial {
    /// Depth of its alpha-beta search; at depth 1 it takes the move after which its chance is best.
    pub depth: u32,
    /// Depth of the opponent's search with weighted squares; 0: it plays random moves.
    pub opponent: u32,
}

impl Trial {
    /// Against random moves, against the search, and as its evaluation.
    pub const ALL: [Self; 5] = [
        Self { depth: 1, opponent: 0 },
        Self { depth: 1, opponent: 1 },
        Self { depth: 1, opponent: 2 },
        Self { depth: 1, opponent: 3 },
        Self { depth: 3, opponent: 3 },
    ];

    /// Plays pairs of games with sides swapped and returns the share of points; a draw is half a point.
    pub fn play(self, network: &TdNetwork, pairs: u32, seed: u64) -> f64 {
        let mut rng = SplitMix64::new(seed);
        let mut learned = Learned::new(AlphaBeta, network.clone());
        let mut random_mover = RandomMover(SplitMix64::new(rng.next_u64()));
        let mut points = 0.0;
        for _ in 0..pairs {
            let opening = random_opening::<Reversi>(&mut rng, OPENING);
            for is_first in [true, false] {
                let own = TournamentPlayer { algorithm: &mut learned, depth: self.depth };
                let algorithm: &mut dyn Algorithm<Reversi> =
                    if self.opponent == 0 { &mut random_mover } else { &mut AlphaBeta };
                let other = TournamentPlayer { algorithm, depth: self.opponent };
                let ([own, other], _) = play_side(own, other, is_first, &opening);
                let lead = own - other;
                points += if lead == 0.0 { 0.5 } else { f64::from(lead > 0.0) };
            }
        }
        points / f64::from(2 * pairs)
    }
}
