// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fits the WDL model to self-play games: the probabilities of a win, a draw and a loss for a score.
//!
//! Positions are counted by score and by the result of their game; then the parameters of the
//! [`WdlModel`] are fitted by maximum likelihood, with Newton's method and the
//! expected instead of the observed curvature (Fisher scoring).

use chuhe::eval::wdl::{DEGREE, FULL_STRENGTH, WdlCurves, WdlModel, powers};
use std::collections::BTreeMap;
use xiangqi::types::Value;

/// The bin width of scores.
const STEP: Value = 10;
/// The fit has converged when no coefficient moves further than this, in internal units.
const TOLERANCE: f64 = 1e-3;
/// The minimum number of positions to fit to.
const MIN_POSITIONS: u64 = 1000;
/// The fit has failed after this many steps.
const MAX_STEPS: usize = 50;

/// The number of coefficients: those of the polynomials `a` and `b`.
const COEFFICIENTS: usize = 2 * (DEGREE + 1);

#[derive(Clone, Default, Debug)]
pub struct WdlCounts {
    /// By strength of the attackers and bin of the score: numbers of wins, draws and losses.
    counts: BTreeMap<(u32, Value), [u32; 3]>,
}

impl WdlCounts {
    /// Counts a position: the strength of its attackers, its score, and the result for the side to move, 1,
    /// 0.5 or 0.
    pub fn add(&mut self, strength: u32, score: Value, result: f32) {
        let outcome = 2 - (2.0 * result).round() as usize;
        let bin = (score + STEP / 2).div_euclid(STEP);
        self.counts.entry((strength, bin)).or_default()[outcome] += 1;
    }

    pub fn positions(&self) -> u64 {
        self.counts.values().flatten().map(|&count| u64::from(count)).sum()
    }

    /// The fractions of wins, draws and losses among the positions of this strength with scores within
    /// `range` of `score`, and the number of these positions.
    pub fn observed(&self, strength: u32, score: Value, range: Value) -> ([f64; 3], u64) {
        let mut sums = [0_u64; 3];
        for ((_, bin), counts) in self.counts.range((strength, Value::MIN)..=(strength, Value::MAX)) {
            if (bin * STEP - score).abs() <= range {
                sums.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += u64::from(count));
            }
        }
        let total: u64 = sums.iter().sum();
        (sums.map(|sum| sum as f64 / total.max(1) as f64), total)
    }

    /// Fits the curves by maximum likelihood; `None` if there are too few positions.
    pub fn fit(&self) -> Option<WdlCurves> {
        if self.positions() < MIN_POSITIONS {
            return None;
        }
        let mut coefficients = [0.0; COEFFICIENTS];
        (coefficients[0], coefficients[DEGREE + 1]) = (300.0, 150.0);
        for _ in 0..MAX_STEPS {
            let change = self.step(&curves(&coefficients));
            coefficients.iter_mut().zip(&change).for_each(|(coefficient, change)| *coefficient += change);
            let curves = curves(&coefficients);
            if change.iter().all(|change| change.abs() < TOLERANCE) {
                let mut models = (0..=FULL_STRENGTH).map(|strength| WdlModel::from_curves(&curves, strength));
                let is_valid = models.all(|model| model.a > 0.0 && model.b > 0.0);
                return is_valid.then_some(curves);
            }
        }
        None
    }

    /// The change of the coefficients in one step of the fit.
    fn step(&self, curves: &WdlCurves) -> Vec<f64> {
        let (mut curvature, mut gradient) = (SymmetricMatrix::new(COEFFICIENTS), vec![0.0; COEFFICIENTS]);
        for index in 0..COEFFICIENTS {
            // A coefficient without any data stays as it is.
            curvature.row_mut(index)[index] = 1e-9;
        }
        for (&(strength, bin), counts) in &self.counts {
            let model = WdlModel::from_curves(curves, strength);
            let (probabilities, gradients) = probabilities(model, (bin * STEP).into());
            let powers = powers(strength);
            let total: f64 = counts.iter().map(|&count| f64::from(count)).sum();
            for outcome in 0..3 {
                let [by_a, by_b] = gradients[outcome];
                let derivatives =
                    [powers.map(|power| by_a * power), powers.map(|power| by_b * power)].concat();
                let observed = f64::from(counts[outcome]) / probabilities[outcome];
                for (index, derivative) in derivatives.iter().enumerate() {
                    gradient[index] += observed * derivative;
                    for (entry, other) in curvature.row_mut(index).iter_mut().zip(&derivatives) {
                        *entry += total / probabilities[outcome] * derivative * other;
                    }
                }
            }
        }
        curvature.solve(gradient)
    }
}

/// Splits the coefficients into the curves of `a` and `b`.
fn curves(coefficients: &[f64; COEFFICIENTS]) -> WdlCurves {
    let (a, b) = coefficients.split_at(DEGREE + 1);
    [a, b].map(|curve| core::array::from_fn(|power| curve[power]))
}

/// The probabilities of a win, a draw and a loss with a value, and their derivatives by `a` and `b`.
fn probabilities(model: WdlModel, value: f64) -> ([f64; 3], [[f64; 2]; 3]) {
    /// No outcome is impossible.
    const MIN_PROBABILITY: f64 = 1e-6;
    let [win, loss] = [value, -value].map(|value| {
        let win = model.win_probability(value);
        let derivative = -win * (1.0 - win) / model.b;
        [derivative, derivative * (value - model.a) / model.b]
    });
    let draw = core::array::from_fn(|index| -win[index] - loss[index]);
    let probabilities = model.probabilities(value).map(|probability| probability.max(MIN_PROBABILITY));
    (probabilities, [win, draw, loss])
}

/// A symmetric positive definite matrix, of which the lower triangle is used.
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
    use super::*;
    use xiangqi::types::SplitMix64;

    #[test]
    fn hidden_curves_are_recovered() {
        let hidden = [[300.0, -120.0, 40.0], [60.0, 50.0, -20.0]];
        let mut rng = SplitMix64::new(5);
        let mut found = WdlCounts::default();
        for _ in 0..200_000 {
            let (strength, score) = (rng.below(17) as u32, rng.below(1601) as Value - 800);
            let [win, draw, _] = WdlModel::from_curves(&hidden, strength).probabilities(score.into());
            let drawn = rng.below(100_000) as f64 / 100_000.0;
            let half_points = u8::from(drawn < win) + u8::from(drawn < win + draw);
            found.add(strength, score, f32::from(half_points) / 2.0);
        }
        assert_eq!(found.positions(), 200_000);
        let fitted = found.fit().unwrap();
        for strength in [0, 8, 16] {
            let [fitted, hidden] = [&fitted, &hidden].map(|curves| WdlModel::from_curves(curves, strength));
            assert!((fitted.a / hidden.a - 1.0).abs() < 0.03, "{fitted:?} {hidden:?}");
            assert!((fitted.b / hidden.b - 1.0).abs() < 0.06, "{fitted:?} {hidden:?}");
        }
    }

    #[test]
    fn too_few_positions_are_not_fitted() {
        let mut few = WdlCounts::default();
        assert_eq!(few.fit(), None);
        (0..2000).for_each(|_| few.add(16, 50, 1.0));
        assert_eq!(few.fit(), None);
    }

    #[test]
    fn derivatives_match_finite_differences() {
        let model = WdlModel { a: 250.0, b: 90.0 };
        for value in [-600.0, -200.0, 0.0, 100.0, 300.0] {
            let (_, derivatives) = probabilities(model, value);
            let at = |a: f64, b: f64| probabilities(WdlModel { a: model.a + a, b: model.b + b }, value).0;
            for (outcome, derivatives) in derivatives.iter().enumerate() {
                let differences = [
                    (at(0.01, 0.0)[outcome] - at(-0.01, 0.0)[outcome]) / 0.02,
                    (at(0.0, 0.01)[outcome] - at(0.0, -0.01)[outcome]) / 0.02,
                ];
                for (derivative, difference) in derivatives.iter().zip(differences) {
                    assert!((derivative - difference).abs() < 1e-8, "{value} {outcome}");
                }
            }
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
