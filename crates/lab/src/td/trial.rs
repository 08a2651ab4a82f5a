// SPDX-License-Identifier: MIT OR Apache-2.0
//! The learned network at play: as the evaluation of a search, in the trials that the paper left open, and in
//! the study of exploration.

use super::learner::{Learner, TdSettings};
use super::network::{Start, TdNetwork};
use crate::algorithms::AlphaBeta;
use crate::games::{Reversi, ReversiMove};
use crate::tournament::{TournamentPlayer, play_side, random_opening};
use crate::{Algorithm, Found, Game, Key, NodeTally};
use std::collections::BTreeSet;
use std::sync::Arc;
use xiangqi::types::{SplitMix64, Value};

/// The value of odds that are better by a factor of e.
const UNIT: f32 = 1000.0;

/// The largest value of a position that is not won.
const LIMIT: f32 = 900_000.0;

/// A game of reversi evaluated by a network.
#[derive(Clone, Debug)]
pub struct LearnedReversi {
    game: Reversi,
    network: Arc<TdNetwork>,
}

impl LearnedReversi {
    /// Combines a game and a network.
    pub fn new(game: Reversi, network: Arc<TdNetwork>) -> Self {
        Self { game, network }
    }

    /// Returns the game itself.
    pub fn game(&self) -> &Reversi {
        &self.game
    }
}

impl Game for LearnedReversi {
    type Move = ReversiMove;

    const MOVE_NUMBERS: usize = Reversi::MOVE_NUMBERS;

    fn is_first_to_move(&self) -> bool {
        self.game.is_first_to_move()
    }

    fn moves(&self) -> Vec<ReversiMove> {
        self.game.moves()
    }

    fn play(&mut self, mv: ReversiMove) {
        self.game.play(mv);
    }

    fn undo(&mut self) {
        self.game.undo();
    }

    fn ply(&self) -> u32 {
        self.game.ply()
    }

    /// Returns the logarithm of the odds, in thousandths, or the win and its margin if the game is over. The
    /// network has not learned from positions in which a side must pass, so it evaluates the position after
    /// the pass.
    fn evaluate(&mut self) -> Value {
        if self.game.is_over() {
            return self.game.final_value();
        }
        if self.game.must_pass() {
            self.play(ReversiMove::PASS);
            let value = -self.evaluate();
            self.undo();
            return value;
        }
        (UNIT * self.network.forward(&self.game).logit).clamp(-LIMIT, LIMIT) as Value
    }

    fn cost(mv: ReversiMove) -> u32 {
        Reversi::cost(mv)
    }

    fn key(&self) -> Key {
        self.game.key()
    }

    fn move_number(mv: ReversiMove) -> usize {
        Reversi::move_number(mv)
    }
}

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
    fn explore(
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
    fn explore(&mut self, game: &mut G, _depth: u32, _tally: &mut NodeTally) -> Found<G::Move> {
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

/// The study of exploration: how much chance the paper's recipe needs, so that games differ and teach. There
/// are two ways in which chance enters self-play; everything else is the paper's.
#[doc = include_str!("../pages/exploration.md")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// The share of random moves.
    pub epsilon: f32,
    /// The largest absolute value of an initial weight; 0: all begin at zero.
    pub spread: f32,
}

/// The outcome of self-play with some chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Number of games that differ from each other.
    pub different_games: usize,
    /// Points of the network, choosing by one ply, against random moves, from 0 to 1.
    pub against_chance: f64,
    /// Points of the same against weighted squares, one ply deep.
    pub against_squares: f64,
}

impl Chance {
    /// Lets a network learn by `games` games and tests it by `pairs` pairs of games in each trial.
    pub fn study(self, games: u32, pairs: u32, seed: u64) -> Outcome {
        let Self { epsilon, spread } = self;
        let start = if spread > 0.0 { Start::Random(spread) } else { Start::Zero };
        let mut learner = Learner::new(TdSettings { start, epsilon, seed, ..TdSettings::PAPER });
        let games: BTreeSet<u64> = (0..games).map(|_| learner.play_game().fingerprint).collect();
        let network = learner.network();
        let points = |opponent| Trial { depth: 1, opponent }.play(&network, pairs, seed);
        Outcome { different_games: games.len(), against_chance: points(0), against_squares: points(1) }
    }
}
