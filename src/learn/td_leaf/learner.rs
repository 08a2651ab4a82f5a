// SPDX-License-Identifier: MIT OR Apache-2.0
//! The methods that are compared: TD-leaf, and the supervised recipe of Texel tuning, with the results of the
//! learner's own games or with the games of the engine.

use super::features::{LinearEval, WEIGHTS, count_pieces, linear};
use super::search::FixedDepth;
use super::self_play::{Lesson, play_lesson};
use super::update::{K, td_leaf};
use crate::learn::dataset::{DataFilter, SampleSelector};
use crate::learn::games::SelfPlayGame;
use crate::learn::texel::{Examples, TexelConfig, fit_from};
use crate::types::{Color, SplitMix64};
use core::ops::ControlFlow;

/// Self-play is fitted anew when the number of games has grown by half.
const GROWTH: (usize, usize) = (3, 2);
/// The first fit.
const FIRST_FIT: usize = 10;

/// The way in which a learner learns from its games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// After each game, by TD-leaf(λ).
    TdLeaf {
        /// The learning rate.
        alpha: f64,
        /// The decay of differences with distance.
        lambda: f64,
    },
    /// By a fit to the results of all games so far, each time their number has grown by half, and at the end.
    Results,
}

/// An evaluation that begins with weights of zero and plays against itself.
pub struct Learner {
    method: Method,
    depth: i32,
    rng: SplitMix64,
    weights: Vec<f64>,
    /// Number of pieces seen on the square of each feature.
    counts: Vec<f64>,
    examples: Examples,
    games: usize,
    next_fit: usize,
}

impl Learner {
    /// Creates a learner that knows nothing and searches to this depth.
    pub fn new(method: Method, depth: i32, seed: u64) -> Self {
        Self {
            method,
            depth,
            rng: SplitMix64::new(seed),
            weights: vec![0.0; WEIGHTS],
            counts: vec![0.0; WEIGHTS],
            examples: Examples::default(),
            games: 0,
            next_fit: FIRST_FIT,
        }
    }

    /// The weights so far.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Number of pieces seen on the square of each feature.
    pub fn counts(&self) -> &[f64] {
        &self.counts
    }

    /// Plays a game and learns from it.
    pub fn play_game(&mut self) {
        let eval = LinearEval::new(&self.weights);
        let search = FixedDepth { eval: &eval, depth: self.depth };
        let Lesson { leaves, result } = play_lesson(&search, &mut self.counts, &mut self.rng);
        self.games += 1;
        match self.method {
            Method::TdLeaf { alpha, lambda } => td_leaf(&mut self.weights, &leaves, result, alpha, lambda),
            Method::Results => {
                for linear in leaves.iter().filter_map(|leaf| leaf.linear.as_ref()) {
                    #[expect(clippy::cast_possible_truncation, reason = "a result")]
                    self.examples.push(linear, result as f32, 0.0);
                }
                if self.games == self.next_fit {
                    self.weights = fit(&self.examples, 1.0);
                    self.next_fit = self.games * GROWTH.0 / GROWTH.1;
                }
            }
        }
    }

    /// Brings the weights up to date with all games.
    pub fn finish(&mut self) {
        if self.method == Method::Results {
            self.weights = fit(&self.examples, 1.0);
        }
    }
}

/// Fits the weights to games of the engine, as Texel tuning does: quiet positions, with the blend of result
/// and score that it has by default. Returns the weights, and how often a piece stood on the squares of the
/// features.
#[expect(clippy::cast_precision_loss, reason = "scores are small")]
pub fn fit_to_engine<'a>(games: impl IntoIterator<Item = &'a SelfPlayGame>) -> (Vec<f64>, Vec<f64>) {
    let mut selector = SampleSelector::new(DataFilter::for_texel());
    let (mut examples, mut counts) = (Examples::default(), vec![0.0; WEIGHTS]);
    for game in games {
        let is_legal = selector.select(game, |sample| {
            let (result, score) = match sample.position.side_to_move() {
                Color::Red => (sample.result, sample.score),
                Color::Black => (1.0 - sample.result, -sample.score),
            };
            count_pieces(&sample.position, &mut counts);
            examples.push(&linear(&sample.position), result, score as f32);
        });
        debug_assert!(is_legal.is_some(), "the engine plays legal moves");
    }
    (fit(&examples, TexelConfig::default().wdl_lambda), counts)
}

/// Fits the weights to examples, from zero.
fn fit(examples: &Examples, wdl_lambda: f64) -> Vec<f64> {
    let config = TexelConfig { wdl_lambda, ..TexelConfig::default() };
    fit_from(examples, &[0.0; WEIGHTS], K, &config, |_, _| ControlFlow::Continue(()))
        .expect("the fit is not stopped")
}
