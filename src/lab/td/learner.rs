// SPDX-License-Identifier: MIT OR Apache-2.0
//! Playing and learning.

use super::network::{Network, Start, View, Weights, uniform};
use crate::lab::games::{Reversi, ReversiMove};
use crate::lab::{Game, Subject};
use crate::types::SplitMix64;
use core::cmp::Ordering;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How the weights are in the beginning.
    pub start: Start,
    /// How the network sees the discs.
    pub view: View,
    /// How much of an error reaches the state before, of that the state before this, and so on.
    pub lambda: f32,
    /// How far the weights follow an error.
    pub alpha: f32,
    /// How many of the moves are left to chance.
    pub epsilon: f32,
    /// Where all chance comes from.
    pub seed: u64,
}

impl Settings {
    /// As the paper has it. Of moves left to chance it says nothing.
    pub const PAPER: Self =
        Self { start: Start::Zero, view: View::Colours, lambda: 0.7, alpha: 0.1, epsilon: 0.1, seed: 0 };
}

impl Default for Settings {
    /// As the paper has it, but with a start and a view from which the network can learn.
    fn default() -> Self {
        Self { start: Start::Random, view: View::Sides, ..Self::PAPER }
    }
}

/// A game of self-play that was learned from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameReport {
    /// The square of the error, as a mean over the states.
    pub squared_error: f32,
    /// The chance of Black to win in the start position, as the network saw it before the game.
    pub black_estimate: f32,
    /// What came of it for Black: 1, 0.5 or 0.
    pub black_result: f32,
    /// Moves played, passes among them.
    pub plies: u32,
}

/// Learns by playing against itself.
pub struct Learner {
    settings: Settings,
    network: Network,
    /// How much each weight has had to do with the values of the states so far, the later the more: the sum of their slopes
    /// times λ to the power of the distance.
    traces: Weights,
    random: SplitMix64,
}

impl Learner {
    /// One that has learned nothing yet.
    pub fn new(settings: Settings) -> Self {
        let mut random = SplitMix64::new(settings.seed);
        let network = Network::new(settings.start, settings.view, random.next_u64());
        Self { settings, network, traces: Weights::zero(), random }
    }

    /// What has been learned.
    pub fn network(&self) -> Network {
        self.network.clone()
    }

    /// Plays a game and learns from it.
    pub fn play_game(&mut self) -> GameReport {
        let mut game = Reversi::start();
        let black_estimate = self.network.chance(&game);
        self.traces = Weights::zero();
        let (mut squares, mut states) = (0.0, 0.0);
        loop {
            let error = self.play_move(&mut game);
            squares += error * error;
            states += 1.0;
            if let Some(black_result) = black_result(&game) {
                let squared_error = squares / states;
                return GameReport { squared_error, black_estimate, black_result, plies: game.ply() };
            }
        }
    }

    /// Plays a move and learns from what it leads to; returns the error that was seen.
    ///
    /// All is seen from Black's side: when White is to move, Black's chance is 1 less that of the side to move, and its slopes
    /// are the negative ones. So the chance of the next state is taken from 1 whenever the side changes, and an error raises
    /// the chances of earlier states with one side to move and lowers those with the other.
    pub(crate) fn play_move(&mut self, game: &mut Reversi) -> f32 {
        let Settings { lambda, alpha, .. } = self.settings;
        let activity = self.network.look(game);
        let before = for_black(game, activity.chance());
        let sign = if game.is_first_to_move() { 1.0 } else { -1.0 };
        self.network.trace(&activity, sign, lambda, &mut self.traces);
        let mv = self.choose(game);
        play_on(game, mv);
        let error = self.network.black_chance(game) - before;
        self.network.weights.add(alpha * error, &self.traces);
        error
    }

    /// The move that looks best, or now and then any.
    fn choose(&mut self, game: &mut Reversi) -> ReversiMove {
        if uniform(&mut self.random) < self.settings.epsilon {
            let moves = game.moves();
            return moves[self.random.below(moves.len())];
        }
        self.network.best_move(game).expect("the game is not over")
    }
}

impl Network {
    /// The move after which the other side has the least chance, looking no further; none if the game is over.
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

    /// Black's chance to win, or if the game is over what came of it.
    fn black_chance(&self, game: &Reversi) -> f32 {
        black_result(game).unwrap_or_else(|| for_black(game, self.chance(game)))
    }
}

/// The chance of the side to move as one of Black's.
fn for_black(game: &Reversi, chance: f32) -> f32 {
    if game.is_first_to_move() { chance } else { 1.0 - chance }
}

/// Plays a move, and the pass if the other side has nothing else: who cannot choose learns nothing.
fn play_on(game: &mut Reversi, mv: ReversiMove) {
    game.play(mv);
    if game.must_pass() {
        game.play(ReversiMove::PASS);
    }
}

/// What came of a game for Black: 1 is won, 0.5 a draw. None: it is not over.
fn black_result(game: &Reversi) -> Option<f32> {
    game.is_over().then(|| match game.discs(true).cmp(&game.discs(false)) {
        Ordering::Greater => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Less => 0.0,
    })
}
