// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fits the weights of the hand-made evaluation to games (Texel's method, after the engine of Peter Österlund).
//!
//! The value `v` of a position predicts the result `1 / (1 + exp(-v / k))` for Red. The prediction shall come close to
//! what the game and the search behind it say: the mean square of the difference is the loss. Values are linear in the
//! weights ([`tuning::Linear`]), so each position is evaluated once, before the fit, and a few steps of Gauss and Newton
//! find the minimum. A pull towards the weights in use keeps those from wandering that few positions tell about.

#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "statistics over numbers of positions and of weights"
)]

use super::scale;
use super::symmetric_matrix::SymmetricMatrix;
use crate::eval::tuning::{self, Linear};
use core::ops::ControlFlow;

/// A fit is over when no weight moves further in a step.
const STILL: f64 = 0.05;

/// How to fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// How much of what is to be predicted is the game's result; the rest is the score of the search.
    pub result_share: f64,
    /// How heavy the present weights are: as if so many positions for each weight told its value.
    pub pull: f64,
    /// Steps of the descent; it ends before if nothing moves any more.
    pub steps: usize,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { result_share: 0.5, pull: 1000.0, steps: 8 }
    }
}

/// Positions in the form that the fit needs, from Red's view.
#[derive(Clone, Default, Debug)]
pub struct Examples {
    constants: Vec<f32>,
    results: Vec<f32>,
    scores: Vec<f32>,
    /// Where the slopes of each example end.
    ends: Vec<usize>,
    indices: Vec<u16>,
    slopes: Vec<f32>,
}

impl Examples {
    /// Adds a position with the game's result, from 0 to 1, and the value that a search found.
    pub fn push(&mut self, linear: &Linear, result: f32, score: f32) {
        self.constants.push(linear.constant);
        self.results.push(result);
        self.scores.push(score);
        self.indices.extend(linear.coefficients.iter().map(|&(index, _)| index));
        self.slopes.extend(linear.coefficients.iter().map(|&(_, slope)| slope));
        self.ends.push(self.slopes.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn slopes_of(&self, example: usize) -> impl Iterator<Item = (usize, f64)> {
        let start = if example == 0 { 0 } else { self.ends[example - 1] };
        let range = start..self.ends[example];
        let indices = self.indices[range.clone()].iter().map(|&index| usize::from(index));
        indices.zip(self.slopes[range].iter().map(|&slope| f64::from(slope)))
    }

    fn value(&self, example: usize, row: &[f64]) -> f64 {
        let linear: f64 = self.slopes_of(example).map(|(index, slope)| slope * row[index]).sum();
        f64::from(self.constants[example]) + linear
    }

    /// What is to be predicted of each example.
    fn targets(&self, k: f64, result_share: f64) -> Vec<f64> {
        let blend = |(&result, &score): (&f32, &f32)| {
            result_share * f64::from(result) + (1.0 - result_share) * expectation(score.into(), k)
        };
        self.results.iter().zip(&self.scores).map(blend).collect()
    }

    /// The `k` with which the scores of the search predict the results best.
    pub fn scale(&self) -> f64 {
        let loss = |k: f64| -> f64 {
            let miss =
                |(&result, &score): (&f32, &f32)| (expectation(score.into(), k) - f64::from(result)).powi(2);
            self.results.iter().zip(&self.scores).map(miss).sum()
        };
        scale::fit(loss)
    }

    /// The mean square of the prediction's error.
    pub fn loss(&self, row: &[f64], k: f64, result_share: f64) -> f64 {
        let targets = self.targets(k, result_share);
        let miss = |example| (expectation(self.value(example, row), k) - targets[example]).powi(2);
        (0..self.len()).map(miss).sum::<f64>() / self.len().max(1) as f64
    }

    /// The square root of the mean square of the values.
    pub fn spread(&self, row: &[f64]) -> f64 {
        let squares: f64 = (0..self.len()).map(|example| self.value(example, row).powi(2)).sum();
        (squares / self.len().max(1) as f64).sqrt()
    }

    /// The equations of one step of Gauss and Newton from `row`: how the loss changes with each weight, and how that
    /// changes with each other, when predictions are taken for linear in the weights.
    fn equations(&self, row: &[f64], k: f64, targets: &[f64]) -> (SymmetricMatrix, Vec<f64>) {
        let (mut curvature, mut gradient) = (SymmetricMatrix::new(row.len()), vec![0.0; row.len()]);
        for (example, target) in targets.iter().enumerate() {
            let predicted = expectation(self.value(example, row), k);
            let slope = predicted * (1.0 - predicted) / k;
            let (weight, change) = (slope * slope, slope * (predicted - target));
            for (i, (index, slope)) in self.slopes_of(example).enumerate() {
                gradient[index] += change * slope;
                let line = curvature.row_mut(index);
                // Indices increase, so these are of the lower half.
                for (other, other_slope) in self.slopes_of(example).take(i + 1) {
                    line[other] += weight * slope * other_slope;
                }
            }
        }
        (curvature, gradient)
    }
}

/// The expected result of a position of this value.
fn expectation(value: f64, k: f64) -> f64 {
    1.0 / (1.0 + (-value / k).exp())
}

/// The weights that suit the examples, beginning from those in use; `None` if `on_step`, which is told of each step
/// and the weights before it, breaks.
pub fn fit(
    examples: &Examples,
    k: f64,
    recipe: &Recipe,
    mut on_step: impl FnMut(usize, &[f64]) -> ControlFlow<()>,
) -> Option<Vec<f64>> {
    let start = tuning::parameters();
    let mut row = start.clone();
    let targets = examples.targets(k, recipe.result_share);
    // The curvature of a position of even value with a slope of one. A weight that matters nowhere needs some, too.
    let pull = (recipe.pull + 1e-3) / (16.0 * k * k);
    for step in 0..recipe.steps {
        if on_step(step, &row).is_break() {
            return None;
        }
        let (mut curvature, mut gradient) = examples.equations(&row, k, &targets);
        for (index, (number, start)) in row.iter().zip(&start).enumerate() {
            gradient[index] += pull * (number - start);
            curvature.row_mut(index)[index] += pull;
        }
        let change = curvature.solve(gradient);
        for (number, change) in row.iter_mut().zip(&change) {
            *number -= change;
        }
        if change.iter().all(|change| change.abs() < STILL) {
            break;
        }
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::types::SplitMix64;

    const K: f64 = 300.0;

    /// Positions of random games, with what a hidden row of weights says about them.
    fn examples(seed: u64, count: usize, hidden: &[f64]) -> Examples {
        let mut rng = SplitMix64::new(seed);
        let mut examples = Examples::default();
        while examples.len() < count {
            let mut position = Position::startpos();
            for ply in 0..120 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[rng.below(moves.len())]);
                if ply % 10 == 9 {
                    let linear = Linear::new(&position);
                    let value = linear.value(hidden);
                    examples.push(&linear, expectation(value, K) as f32, value as f32);
                }
            }
        }
        examples
    }

    #[test]
    fn hidden_weights_are_found_again() {
        let mut hidden = tuning::parameters();
        // Rook and cannon in the middlegame, horse in the endgame, and the tempo.
        let changes = [(8, 90.0), (10, -60.0), (7, 40.0), (14, 25.0)];
        for (index, change) in changes {
            hidden[index] += change;
        }
        let [seen, unseen] = [1, 2].map(|seed| examples(seed, 2000, &hidden));
        let recipe = Recipe { result_share: 1.0, pull: 0.01, steps: 10 };
        let row = fit(&seen, K, &recipe, |_, _| ControlFlow::Continue(())).unwrap();
        let [before, after] = [&tuning::parameters(), &row].map(|row| unseen.loss(row, K, 1.0));
        assert!(after < before / 200.0, "{before} {after}");
        // Neighbours share what they have in common, as a rook and its mobility do.
        for (index, change) in changes {
            let found = row[index] - tuning::parameters()[index];
            assert!((0.5..1.2).contains(&(found / change)), "{index}: {found} of {change}");
        }
    }

    #[test]
    fn a_heavy_pull_keeps_everything_in_its_place() {
        let mut hidden = tuning::parameters();
        hidden[8] += 90.0;
        let examples = examples(3, 200, &hidden);
        let recipe = Recipe { result_share: 1.0, pull: 1e7, steps: 4 };
        let row = fit(&examples, K, &recipe, |_, _| ControlFlow::Continue(())).unwrap();
        for (fitted, start) in row.iter().zip(tuning::parameters()) {
            assert!((fitted - start).abs() < 0.5);
        }
    }

    #[test]
    fn the_scale_is_that_of_the_scores() {
        let examples = examples(4, 500, &tuning::parameters());
        assert!((examples.scale() / K - 1.0).abs() < 0.01);
        assert!(examples.loss(&tuning::parameters(), K, 0.5) < 1e-9);
    }

    #[test]
    fn gradients_are_differences_of_losses() {
        let mut hidden = tuning::parameters();
        hidden[8] += 90.0;
        let examples = examples(5, 100, &hidden);
        let row = tuning::parameters();
        let (_, gradient) = examples.equations(&row, K, &examples.targets(K, 1.0));
        for index in (0..row.len()).step_by(7).chain([8, 14]) {
            let loss = |step| {
                let mut row = row.clone();
                row[index] += step;
                examples.loss(&row, K, 1.0) * 100.0 / 2.0
            };
            let difference = loss(0.5) - loss(-0.5);
            assert!((gradient[index] - difference).abs() < 1e-3 * difference.abs() + 1e-9, "{index}");
        }
    }

    #[test]
    fn a_fit_can_be_stopped() {
        let examples = examples(6, 20, &tuning::parameters());
        assert_eq!(fit(&examples, K, &Recipe::default(), |_, _| ControlFlow::Break(())), None);
    }
}
