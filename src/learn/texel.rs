// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texel tuning: fits the weights of the hand-crafted evaluation (HCE) to games (the method of Peter
//! Österlund's engine Texel).
//!
//! The value `v` of a position predicts the result `1 / (1 + exp(-v / k))` for Red. The loss is the mean
//! squared difference between this prediction and the target, a blend of the game's result and the score of
//! the search. Values are linear in the weights ([`tuning::Linear`]), so each position is evaluated once,
//! before the fit, and a few Gauss-Newton steps find the minimum. A prior on the current weights keeps those
//! in place that few positions depend on.

#![expect(clippy::cast_precision_loss, reason = "statistics over numbers of positions and of weights")]

use super::symmetric_matrix::SymmetricMatrix;
use super::train::best_scale;
use crate::eval::tuning::{self, Linear};
use core::ops::ControlFlow;

/// The fit has converged when no weight moves further than this in a step.
const TOLERANCE: f64 = 0.05;

/// The configuration of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct TexelConfig {
    /// WDL lambda: the weight of the game result in the target, from 0 to 1. The rest is the score of the
    /// search.
    pub wdl_lambda: f64,
    /// Strength of the prior on the current weights, in equivalent positions per weight.
    pub prior: f64,
    /// Maximum number of Gauss-Newton steps; the fit ends earlier if it converges.
    pub steps: usize,
}

impl Default for TexelConfig {
    fn default() -> Self {
        Self { wdl_lambda: 0.5, prior: 1000.0, steps: 8 }
    }
}

/// Positions in the form that the fit needs, from Red's perspective.
#[derive(Clone, Default, Debug)]
pub struct Examples {
    constants: Vec<f32>,
    results: Vec<f32>,
    scores: Vec<f32>,
    /// The end of the coefficients of each example.
    ends: Vec<usize>,
    indices: Vec<u16>,
    coefficients: Vec<f32>,
}

impl Examples {
    /// Adds a position with the result of its game, from 0 to 1, and the score of the search.
    pub fn push(&mut self, linear: &Linear, result: f32, score: f32) {
        self.constants.push(linear.constant);
        self.results.push(result);
        self.scores.push(score);
        self.indices.extend(linear.coefficients.iter().map(|&(index, _)| index));
        self.coefficients.extend(linear.coefficients.iter().map(|&(_, coefficient)| coefficient));
        self.ends.push(self.coefficients.len());
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no examples.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The coefficients of an example, with the indices of their weights.
    fn coefficients_of(&self, example: usize) -> impl Iterator<Item = (usize, f64)> {
        let start = if example == 0 { 0 } else { self.ends[example - 1] };
        let range = start..self.ends[example];
        let indices = self.indices[range.clone()].iter().map(|&index| usize::from(index));
        indices.zip(self.coefficients[range].iter().map(|&coefficient| f64::from(coefficient)))
    }

    fn value(&self, example: usize, weights: &[f64]) -> f64 {
        let terms = self.coefficients_of(example).map(|(index, coefficient)| coefficient * weights[index]);
        let linear: f64 = terms.sum();
        f64::from(self.constants[example]) + linear
    }

    /// The target of each example.
    fn targets(&self, k: f64, wdl_lambda: f64) -> Vec<f64> {
        let blend = |(&result, &score): (&f32, &f32)| {
            wdl_lambda * f64::from(result) + (1.0 - wdl_lambda) * expected_result(score.into(), k)
        };
        self.results.iter().zip(&self.scores).map(blend).collect()
    }

    /// Fits the `k` with which the scores of the search predict the results best.
    pub fn scale(&self) -> f64 {
        let loss = |k: f64| -> f64 {
            let squared_error = |(&result, &score): (&f32, &f32)| {
                (expected_result(score.into(), k) - f64::from(result)).powi(2)
            };
            self.results.iter().zip(&self.scores).map(squared_error).sum()
        };
        best_scale(loss)
    }

    /// The mean squared error of the predictions.
    pub fn loss(&self, weights: &[f64], k: f64, wdl_lambda: f64) -> f64 {
        let targets = self.targets(k, wdl_lambda);
        let squared_error =
            |example| (expected_result(self.value(example, weights), k) - targets[example]).powi(2);
        (0..self.len()).map(squared_error).sum::<f64>() / self.len().max(1) as f64
    }

    /// The root mean square of the values.
    pub fn root_mean_square(&self, weights: &[f64]) -> f64 {
        let squares: f64 = (0..self.len()).map(|example| self.value(example, weights).powi(2)).sum();
        (squares / self.len().max(1) as f64).sqrt()
    }

    /// The equations of a Gauss-Newton step from `weights`: the gradient of the loss, and its Hessian for
    /// predictions that are linear in the weights.
    fn equations(&self, weights: &[f64], k: f64, targets: &[f64]) -> (SymmetricMatrix, Vec<f64>) {
        let (mut hessian, mut gradient) = (SymmetricMatrix::new(weights.len()), vec![0.0; weights.len()]);
        for (example, target) in targets.iter().enumerate() {
            let predicted = expected_result(self.value(example, weights), k);
            let derivative = predicted * (1.0 - predicted) / k;
            let (second, first) = (derivative * derivative, derivative * (predicted - target));
            for (i, (index, coefficient)) in self.coefficients_of(example).enumerate() {
                gradient[index] += first * coefficient;
                let row = hessian.row_mut(index);
                // Indices increase, so these are in the lower triangle.
                for (other, other_coefficient) in self.coefficients_of(example).take(i + 1) {
                    row[other] += second * coefficient * other_coefficient;
                }
            }
        }
        (hessian, gradient)
    }
}

/// The expected result of a position with this value.
fn expected_result(value: f64, k: f64) -> f64 {
    1.0 / (1.0 + (-value / k).exp())
}

/// Fits the weights to the examples, starting from the current weights. `on_step` is called before each step
/// with its number and the weights; returns `None` if it breaks.
pub fn fit(
    examples: &Examples,
    k: f64,
    config: &TexelConfig,
    on_step: impl FnMut(usize, &[f64]) -> ControlFlow<()>,
) -> Option<Vec<f64>> {
    fit_from(examples, &tuning::parameters(), k, config, on_step)
}

/// Like [`fit`], for the weights of any linear evaluation: starts from `start`, where the prior keeps them.
pub fn fit_from(
    examples: &Examples,
    start: &[f64],
    k: f64,
    config: &TexelConfig,
    mut on_step: impl FnMut(usize, &[f64]) -> ControlFlow<()>,
) -> Option<Vec<f64>> {
    let mut weights = start.to_vec();
    let targets = examples.targets(k, config.wdl_lambda);
    // The curvature of an equal position with a coefficient of 1. A weight that no position depends on needs
    // some, too.
    let prior = (config.prior + 1e-3) / (16.0 * k * k);
    for step in 0..config.steps {
        if on_step(step, &weights).is_break() {
            return None;
        }
        let (mut hessian, mut gradient) = examples.equations(&weights, k, &targets);
        for (index, (weight, start)) in weights.iter().zip(start).enumerate() {
            gradient[index] += prior * (weight - start);
            hessian.row_mut(index)[index] += prior;
        }
        let change = hessian.solve(gradient);
        for (weight, change) in weights.iter_mut().zip(&change) {
            *weight -= change;
        }
        if change.iter().all(|change| change.abs() < TOLERANCE) {
            break;
        }
    }
    Some(weights)
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "values for examples")]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::types::SplitMix64;

    const K: f64 = 300.0;

    /// Positions of random games, with their values by hidden weights.
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
                    examples.push(&linear, expected_result(value, K) as f32, value as f32);
                }
            }
        }
        examples
    }

    #[test]
    fn hidden_weights_are_recovered() {
        let mut hidden = tuning::parameters();
        // Rook and cannon in the middlegame, horse in the endgame, and the tempo.
        let changes = [(8, 90.0), (10, -60.0), (7, 40.0), (14, 25.0)];
        for (index, change) in changes {
            hidden[index] += change;
        }
        let [seen, unseen] = [1, 2].map(|seed| examples(seed, 2000, &hidden));
        let config = TexelConfig { wdl_lambda: 1.0, prior: 0.01, steps: 10 };
        let fitted = fit(&seen, K, &config, |_, _| ControlFlow::Continue(())).unwrap();
        let [before, after] = [&tuning::parameters(), &fitted].map(|weights| unseen.loss(weights, K, 1.0));
        assert!(after < before / 200.0, "{before} {after}");
        // Correlated weights, such as a rook and its mobility, share the change.
        for (index, change) in changes {
            let found = fitted[index] - tuning::parameters()[index];
            assert!((0.5..1.2).contains(&(found / change)), "{index}: {found} of {change}");
        }
    }

    #[test]
    fn a_strong_prior_keeps_all_weights_in_place() {
        let mut hidden = tuning::parameters();
        hidden[8] += 90.0;
        let examples = examples(3, 200, &hidden);
        let config = TexelConfig { wdl_lambda: 1.0, prior: 1e7, steps: 4 };
        let fitted = fit(&examples, K, &config, |_, _| ControlFlow::Continue(())).unwrap();
        for (weight, start) in fitted.iter().zip(tuning::parameters()) {
            assert!((weight - start).abs() < 0.5);
        }
    }

    #[test]
    fn the_scale_is_that_of_the_scores() {
        let examples = examples(4, 500, &tuning::parameters());
        assert!((examples.scale() / K - 1.0).abs() < 0.01);
        assert!(examples.loss(&tuning::parameters(), K, 0.5) < 1e-9);
    }

    #[test]
    fn gradients_match_finite_differences() {
        let mut hidden = tuning::parameters();
        hidden[8] += 90.0;
        let examples = examples(5, 100, &hidden);
        let weights = tuning::parameters();
        let (_, gradient) = examples.equations(&weights, K, &examples.targets(K, 1.0));
        for index in (0..weights.len()).step_by(7).chain([8, 14]) {
            let loss = |step| {
                let mut weights = weights.clone();
                weights[index] += step;
                examples.loss(&weights, K, 1.0) * 100.0 / 2.0
            };
            let difference = loss(0.5) - loss(-0.5);
            assert!((gradient[index] - difference).abs() < 1e-3 * difference.abs() + 1e-9, "{index}");
        }
    }

    #[test]
    fn a_fit_can_be_stopped() {
        let examples = examples(6, 20, &tuning::parameters());
        assert_eq!(fit(&examples, K, &TexelConfig::default(), |_, _| ControlFlow::Break(())), None);
    }
}
