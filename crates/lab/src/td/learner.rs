// SPDX-License-Identifier: MIT OR Apache-2.0
//! Self-play and learning by temporal differences.

use super::network::{Inputs, Start, TdNetwork, TdWeights, View, uniform};
use crate::games::{Reversi, ReversiMove};
use crate::{Game, Subject};
use clap::ValueEnum;
use core::cmp::Ordering;
use xiangqi::types::SplitMix64;

/// The way in which an error reaches the earlier states of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Training {
    /// After each move the network is trained anew on each state of the game, the latest first: toward its
    /// output plus α times the error times λ to the power of the distance, as in the paper.
    #[value(help = "Each state is trained anew, as in the paper")]
    Retrain,
    /// Eligibility traces: the gradients of the earlier states are kept in a sum that decays by λ. The
    /// difference is that the gradients are those of the weights of their time.
    #[value(help = "Eligibility traces")]
    Traces,
}

/// The settings of temporal-difference learning.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TdSettings {
    /// The way in which an error reaches the earlier states.
    pub training: Training,
    /// The initial weights.
    pub start: Start,
    /// The encoding of the discs.
    pub view: View,
    /// λ: the share of an error that reaches the previous state, and again with each state further back.
    pub lambda: f32,
    /// α: the learning rate.
    pub alpha: f32,
    /// ε: the share of random moves.
    pub epsilon: f32,
    /// The seed of all random numbers.
    pub seed: u64,
}

impl TdSettings {
    /// The paper's settings: all weights zero, greedy moves, each state trained anew.
    pub const PAPER: Self = Self {
        training: Training::Retrain,
        start: Start::Zero,
        view: View::Colours,
        lambda: 0.7,
        alpha: 0.1,
        epsilon: 0.0,
        seed: 0,
    };
}

impl Default for TdSettings {
    /// Settings with which the network learns: random weights, discs by side, random moves, and traces.
    fn default() -> Self {
        Self {
            training: Training::Traces,
            start: Start::SMALL,
            view: View::Sides,
            epsilon: 0.1,
            ..Self::PAPER
        }
    }
}

/// The report on one game of self-play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameReport {
    /// The learning error: the sum, over all states that were trained after each move, of the squared
    /// difference between the value to learn and the output.
    pub squared_error: f32,
    /// Black's winning probability in the start position by the network before the game.
    pub black_estimate: f32,
    /// The result for Black: 1, 0.5 or 0.
    pub black_result: f32,
    /// Plies played, including passes.
    pub plies: u32,
    /// A number that tells the moves of this game from those of others.
    pub fingerprint: u64,
}

/// A network that learns by self-play.
pub struct Learner {
    settings: TdSettings,
    network: TdNetwork,
    /// The eligibility traces of the weights: the sum of the gradients of the states so far, each times λ to
    /// the power of its distance.
    traces: TdWeights,
    /// The states of the game so far: inputs, and whether the first player was to move.
    states: Vec<(Inputs, bool)>,
    random: SplitMix64,
}

impl Learner {
    /// Creates a learner before its first game.
    pub fn new(settings: TdSettings) -> Self {
        let mut random = SplitMix64::new(settings.seed);
        let network = TdNetwork::new(settings.start, settings.view, random.next_u64());
        Self { settings, network, traces: TdWeights::zero(), states: Vec::new(), random }
    }

    /// Returns the network learned so far.
    pub fn network(&self) -> TdNetwork {
        self.network.clone()
    }

    /// Plays a game and learns from it.
    pub fn play_game(&mut self) -> GameReport {
        let mut game = Reversi::start();
        let black_estimate = self.network.chance(&game);
        self.traces = TdWeights::zero();
        self.states.clear();
        let TdSettings { lambda, alpha, .. } = self.settings;
        // The sum of the squares of the powers of λ, one for each state so far.
        let (mut squared_error, mut powers, mut fingerprint) = (0.0, 0.0, 0);
        loop {
            let (error, mv) = self.play_move(&mut game);
            powers = 1.0 + lambda * lambda * powers;
            squared_error += (alpha * error).powi(2) * powers;
            fingerprint = SplitMix64::new(fingerprint ^ Reversi::move_number(mv) as u64).next_u64();
            if let Some(black_result) = black_result(&game) {
                let plies = game.ply();
                return GameReport { squared_error, black_estimate, black_result, plies, fingerprint };
            }
        }
    }

    /// Plays a move, learns from the next state and returns the error and the move.
    ///
    /// All values are from Black's perspective: when White is to move, Black's chance is 1 minus that of the
    /// side to move, and its gradient is negated. So the chance of the next state is subtracted from 1
    /// whenever the side changes, and an error raises the chances of earlier states with one side to move and
    /// lowers those with the other.
    pub(crate) fn play_move(&mut self, game: &mut Reversi) -> (f32, ReversiMove) {
        let TdSettings { training, lambda, alpha, .. } = self.settings;
        let activations = self.network.forward(game);
        let before = for_black(game, activations.chance());
        let is_first = game.is_first_to_move();
        match training {
            Training::Retrain => self.states.push((activations.inputs, is_first)),
            Training::Traces => {
                let sign = if is_first { 1.0 } else { -1.0 };
                self.network.trace(&activations, sign, lambda, &mut self.traces);
            }
        }
        let mv = self.choose(game);
        play_on(game, mv);
        let error = self.network.black_chance(game) - before;
        match training {
            Training::Retrain => self.retrain(alpha * error),
            Training::Traces => self.network.weights.add(alpha * error, &self.traces),
        }
        (error, mv)
    }

    /// Trains the network anew on each state of the game, the latest first. `change` is that of Black's
    /// chance in the latest state.
    fn retrain(&mut self, mut change: f32) {
        for (inputs, is_first) in self.states.iter().rev() {
            let activations = self.network.activate(inputs);
            self.network.train(&activations, if *is_first { change } else { -change });
            change *= self.settings.lambda;
        }
    }

    /// Returns the move with the best chance, or with probability ε a random one.
    fn choose(&mut self, game: &mut Reversi) -> ReversiMove {
        if uniform(&mut self.random) < self.settings.epsilon {
            let moves = game.moves();
            return moves[self.random.below(moves.len())];
        }
        self.network.best_move(game).expect("the game is not over")
    }
}

impl TdNetwork {
    /// Returns the move after which the other side has the least chance, without a deeper search; `None` if
    /// the game is over.
    pub fn best_move(&self, game: &mut Reversi) -> Option<ReversiMove> {
        let is_first = game.is_first_to_move();
        let ply = game.ply();
        let mut best = None;
        for mv in game.moves() {
            play_on(game, mv);
            let black = self.black_chance(game);
            while game.ply() > ply {
                game.undo();
            }
            let chance = if is_first { black } else { 1.0 - black };
            if best.is_none_or(|(most, _)| chance > most) {
                best = Some((chance, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// Returns Black's winning probability, or the result if the game is over.
    fn black_chance(&self, game: &Reversi) -> f32 {
        black_result(game).unwrap_or_else(|| for_black(game, self.chance(game)))
    }
}

/// Converts the chance of the side to move to Black's.
fn for_black(game: &Reversi, chance: f32) -> f32 {
    if game.is_first_to_move() { chance } else { 1.0 - chance }
}

/// Plays a move, and the pass if the other side can only pass: nothing is learned where there is no choice.
fn play_on(game: &mut Reversi, mv: ReversiMove) {
    game.play(mv);
    if game.must_pass() {
        game.play(ReversiMove::PASS);
    }
}

/// Returns the result for Black, 1 for a win and 0.5 for a draw; `None` while the game goes on.
fn black_result(game: &Reversi) -> Option<f32> {
    game.is_over().then(|| match game.disc_count(true).cmp(&game.disc_count(false)) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    })
}
