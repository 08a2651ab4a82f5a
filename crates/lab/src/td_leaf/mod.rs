// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning xiangqi from nothing: TD-leaf(λ) (Baxter, Tridgell and Weaver 1998), and the same evaluation
//! fitted to results as Texel tuning does.
//!
//! A game has the predictions p₀, p₁, … of its leaves and the result z. The temporal differences are dₜ =
//! pₜ₊₁ - pₜ, the last one z - pₜ. Each weight changes by
//!
//! ```text
//! α Σₜ ∂pₜ/∂w Σ_{j ≥ t} λ^(j - t) d_j
//! ```
//!
//! With λ = 0 a prediction moves toward the next one, with λ = 1 toward the result.
#![doc = include_str!("../pages/td_leaf.md")]

mod features;
mod search;
#[cfg(test)]
mod tests;

pub use features::{LinearEval, WEIGHTS, count_pieces, linear, piece_values, textbook};
pub use search::{FixedDepth, K, Leaf, LeafValue, Lesson, play_lesson, play_pair, prediction};

use super::textbook::texel::{self, Examples, TexelConfig};
use xiangqi::types::SplitMix64;

/// Changes the weights by the leaves of a game with this result for Red, from 0 to 1. `alpha` is the learning
/// rate for weights in units of [`K`].
pub fn td_leaf(weights: &mut [f64], leaves: &[LeafValue], result: f64, alpha: f64, lambda: f64) {
    let (mut next, mut sum) = (result, 0.0);
    for leaf in leaves.iter().rev() {
        sum = (next - leaf.prediction) + lambda * sum;
        next = leaf.prediction;
        let Some(linear) = &leaf.linear else { continue };
        let step = alpha * K * leaf.prediction * (1.0 - leaf.prediction) * sum;
        for &(index, coefficient) in &linear.coefficients {
            weights[usize::from(index)] += step * f64::from(coefficient);
        }
    }
}

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
                for linear in leaves.into_iter().filter_map(|leaf| leaf.linear) {
                    self.examples.push(linear, result, 0.0);
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

/// Fits the weights to examples, as Texel tuning does, from zero.
pub fn fit(examples: &Examples, wdl_lambda: f64) -> Vec<f64> {
    let config = TexelConfig { wdl_lambda, ..TexelConfig::default() };
    texel::fit(examples, &[0.0; WEIGHTS], K, &config)
}
