// SPDX-License-Identifier: MIT OR Apache-2.0
//! Texel tuning: fits the weights of an evaluation to games (the method of Peter Österlund's engine Texel).
//!
//! The value `v` of a position predicts the result `1 / (1 + exp(-v / k))` for Red. The loss is the mean
//! squared difference between this prediction and the target, a blend of the game's result and the score of
//! the search. Values are linear in the weights ([`Linear`]), so each position is evaluated once,
//! before the fit, and a few Gauss-Newton steps find the minimum. A prior on the current weights keeps those
//! in place that few positions depend on.

use super::linear::Linear;

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

/// A position to fit to, from Red's perspective.
#[derive(Clone, Debug)]
struct Example {
    linear: Linear,
    /// The result of the game, from 0 to 1.
    result: f64,
    /// The score of the search.
    score: f64,
}

/// The positions of a fit.
#[derive(Clone, Default, Debug)]
pub struct Examples(Vec<Example>);

impl Examples {
    /// Adds a position with the result of its game, from 0 to 1, and the score of the search, both from Red's
    /// perspective.
    pub fn push(&mut self, linear: Linear, result: f64, score: f64) {
        self.0.push(Example { linear, result, score });
    }

    /// The number of examples.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if there are no examples.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Fits the `k` with which the scores of the search predict the results best.
    pub fn scale(&self) -> f64 {
        let loss = |k: f64| -> f64 {
            self.0.iter().map(|example| (expected_result(example.score, k) - example.result).powi(2)).sum()
        };
        // The loss has one minimum: ternary search, which splits the range at ratios.
        let (mut low, mut high) = (40.0, 4000.0);
        while high / low > 1.001 {
            let third = f64::cbrt(high / low);
            if loss(low * third) < loss(high / third) { high /= third } else { low *= third }
        }
        f64::sqrt(low * high)
    }

    /// The mean squared error of the predictions.
    pub fn loss(&self, weights: &[f64], k: f64, wdl_lambda: f64) -> f64 {
        let squared_error = |example: &Example| {
            (expected_result(example.linear.value(weights), k) - example.target(k, wdl_lambda)).powi(2)
        };
        self.0.iter().map(squared_error).sum::<f64>() / self.len().max(1) as f64
    }

    /// The equations of a Gauss-Newton step from `weights`: the gradient of the loss, and its Hessian for
    /// predictions that are linear in the weights.
    fn equations(&self, weights: &[f64], k: f64, wdl_lambda: f64) -> (SymmetricMatrix, Vec<f64>) {
        let (mut hessian, mut gradient) = (SymmetricMatrix::new(weights.len()), vec![0.0; weights.len()]);
        for example in &self.0 {
            let predicted = expected_result(example.linear.value(weights), k);
            let derivative = predicted * (1.0 - predicted) / k;
            let (second, first) =
                (derivative * derivative, derivative * (predicted - example.target(k, wdl_lambda)));
            for (i, &(index, coefficient)) in example.linear.coefficients.iter().enumerate() {
                gradient[usize::from(index)] += first * f64::from(coefficient);
                let row = hessian.row_mut(index.into());
                // Indices increase, so these are in the lower triangle.
                for &(other, other_coefficient) in &example.linear.coefficients[..=i] {
                    row[usize::from(other)] += second * f64::from(coefficient) * f64::from(other_coefficient);
                }
            }
        }
        (hessian, gradient)
    }
}

impl Example {
    /// The target of the prediction.
    fn target(&self, k: f64, wdl_lambda: f64) -> f64 {
        wdl_lambda * self.result + (1.0 - wdl_lambda) * expected_result(self.score, k)
    }
}

/// The expected result of a position with this value.
fn expected_result(value: f64, k: f64) -> f64 {
    1.0 / (1.0 + (-value / k).exp())
}

/// Fits weights to the examples, from `start`, where the prior keeps them.
pub fn fit(examples: &Examples, start: &[f64], k: f64, config: &TexelConfig) -> Vec<f64> {
    let mut weights = start.to_vec();
    // The curvature of an equal position with a coefficient of 1. A weight that no position depends on needs
    // some, too.
    let prior = (config.prior + 1e-3) / (16.0 * k * k);
    for _ in 0..config.steps {
        let (mut hessian, mut gradient) = examples.equations(&weights, k, config.wdl_lambda);
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
    weights
}

/// A symmetric positive definite matrix, of which the lower triangle is used, as least-squares fits lead to.
struct SymmetricMatrix {
    size: usize,
    entries: Vec<f64>,
}

impl SymmetricMatrix {
    fn new(size: usize) -> Self {
        Self { size, entries: vec![0.0; size * size] }
    }

    /// The entries of a row; only those up to the diagonal matter.
    fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.entries[self.size * row..][..self.size]
    }

    /// Solves the equations for this right-hand side by Cholesky decomposition.
    fn solve(mut self, mut right: Vec<f64>) -> Vec<f64> {
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        for row in 0..self.size {
            let (above, this) = self.entries.split_at_mut(self.size * row);
            for column in 0..row {
                let other = &above[self.size * column..][..=column];
                this[column] = (this[column] - dot(&this[..column], &other[..column])) / other[column];
            }
            this[row] = (this[row] - dot(&this[..row], &this[..row])).sqrt();
            right[row] = (right[row] - dot(&this[..row], &right[..row])) / this[row];
        }
        for row in (0..self.size).rev() {
            let this = &self.entries[self.size * row..][..=row];
            right[row] /= this[row];
            let solved = right[row];
            for (rest, entry) in right[..row].iter_mut().zip(this) {
                *rest -= solved * entry;
            }
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::super::linear::parameters;
    use super::*;
    use xiangqi::position::Position;
    use xiangqi::types::SplitMix64;

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
                    examples.push(linear, expected_result(value, K), value);
                }
            }
        }
        examples
    }

    #[test]
    fn hidden_weights_are_recovered() {
        let mut hidden = parameters();
        // Rook and cannon in the middlegame, horse in the endgame, and the tempo.
        let changes = [(8, 90.0), (10, -60.0), (7, 40.0), (14, 25.0)];
        for (index, change) in changes {
            hidden[index] += change;
        }
        let [seen, unseen] = [1, 2].map(|seed| examples(seed, 2000, &hidden));
        let config = TexelConfig { wdl_lambda: 1.0, prior: 0.01, steps: 10 };
        let fitted = fit(&seen, &parameters(), K, &config);
        let [before, after] = [&parameters(), &fitted].map(|weights| unseen.loss(weights, K, 1.0));
        assert!(after < before / 200.0, "{before} {after}");
        // Correlated weights, such as a rook and its mobility, share the change.
        for (index, change) in changes {
            let found = fitted[index] - parameters()[index];
            assert!((0.5..1.2).contains(&(found / change)), "{index}: {found} of {change}");
        }
    }

    #[test]
    fn a_strong_prior_keeps_all_weights_in_place() {
        let mut hidden = parameters();
        hidden[8] += 90.0;
        let examples = examples(3, 200, &hidden);
        let config = TexelConfig { wdl_lambda: 1.0, prior: 1e7, steps: 4 };
        let fitted = fit(&examples, &parameters(), K, &config);
        for (weight, start) in fitted.iter().zip(parameters()) {
            assert!((weight - start).abs() < 0.5);
        }
    }

    #[test]
    fn the_scale_is_that_of_the_scores() {
        let examples = examples(4, 500, &parameters());
        assert!((examples.scale() / K - 1.0).abs() < 0.01);
        assert!(examples.loss(&parameters(), K, 0.5) < 1e-9);
    }

    #[test]
    fn gradients_match_finite_differences() {
        let mut hidden = parameters();
        hidden[8] += 90.0;
        let examples = examples(5, 100, &hidden);
        let weights = parameters();
        let (_, gradient) = examples.equations(&weights, K, 1.0);
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
    fn equations_are_solved() {
        let mut rng = SplitMix64::new(8);
        let root: Vec<Vec<f64>> =
            (0..9).map(|_| (0..9).map(|_| rng.below(100) as f64 - 50.0).collect()).collect();
        let solution: Vec<f64> = (0..9).map(|_| rng.below(100) as f64).collect();
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let mut matrix = SymmetricMatrix::new(9);
        let mut right = vec![0.0; 9];
        for row in 0..9 {
            for column in 0..9 {
                let entry = dot(&root[row], &root[column]) + if row == column { 1.0 } else { 0.0 };
                right[row] += entry * solution[column];
                matrix.row_mut(row)[column] = entry;
            }
        }
        for (solved, expected) in matrix.solve(right).iter().zip(solution) {
            assert!((solved - expected).abs() < 1e-6);
        }
    }
}
