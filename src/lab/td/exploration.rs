// SPDX-License-Identifier: MIT OR Apache-2.0
//! The study of exploration: how much chance the paper's recipe needs, so that games differ and teach.
#![doc = include_str!("../pages/exploration.md")]

use super::learner::{Learner, TdSettings};
use super::network::Start;
use super::trial::Trial;
use std::collections::BTreeSet;

/// The two ways in which chance enters self-play. Everything else is the paper's.
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
