// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fits the curves of winning chances to games: which results are likely with which scores.
//!
//! Scores are counted with the results of their games; then the likelihood of what happened is made as large as it can be, by
//! steps of Newton's method with the expected curvature in place of the real one (Fisher's scoring).

use super::symmetric_matrix::SymmetricMatrix;
use crate::eval::wdl::{DEGREE, FULL_STRENGTH, WdlCurves, WdlModel, powers};
use crate::types::Value;
use std::collections::BTreeMap;

/// Scores are counted in steps of this.
const STEP: Value = 10;
/// The fit is over when no factor moves further, in units of values.
const STILL: f64 = 1e-3;
/// Fewer positions tell nothing.
const FEWEST: u64 = 1000;
/// It has failed after so many steps.
const MOST_STEPS: usize = 50;

const FACTORS: usize = 2 * (DEGREE + 1);

/// Scores with the results of their games.
#[derive(Clone, Default, Debug)]
pub struct Outcomes {
    /// By strength of the attackers and score in steps: how many won, drew and lost.
    counts: BTreeMap<(u32, Value), [u32; 3]>,
}

impl Outcomes {
    /// Counts a position with so strong attackers, its score and the points its side got: 1, 0.5 or 0.
    pub fn add(&mut self, strength: u32, score: Value, result: f32) {
        let outcome = if result > 0.75 {
            0
        } else if result > 0.25 {
            1
        } else {
            2
        };
        let step = (score + STEP / 2).div_euclid(STEP);
        self.counts.entry((strength, step)).or_default()[outcome] += 1;
    }

    /// Positions counted.
    pub fn len(&self) -> u64 {
        self.counts.values().flatten().map(|&count| u64::from(count)).sum()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// What happened with this strength and scores within `range` of a score: shares of wins, draws and losses, and of how
    /// many.
    pub fn seen(&self, strength: u32, score: Value, range: Value) -> ([f64; 3], u64) {
        let mut sums = [0_u64; 3];
        for ((_, step), counts) in self.counts.range((strength, Value::MIN)..=(strength, Value::MAX)) {
            if (step * STEP - score).abs() <= range {
                sums.iter_mut().zip(counts).for_each(|(sum, &count)| *sum += u64::from(count));
            }
        }
        let total: u64 = sums.iter().sum();
        #[allow(clippy::cast_precision_loss, reason = "for people to read")]
        (sums.map(|sum| sum as f64 / total.max(1) as f64), total)
    }

    /// The curves with which what happened is most likely; `None` if it is too little to tell.
    pub fn fit(&self) -> Option<WdlCurves> {
        if self.len() < FEWEST {
            return None;
        }
        let mut factors = [0.0; FACTORS];
        (factors[0], factors[DEGREE + 1]) = (300.0, 150.0);
        for _ in 0..MOST_STEPS {
            let change = self.step(&curves(&factors));
            factors.iter_mut().zip(&change).for_each(|(factor, change)| *factor += change);
            let curves = curves(&factors);
            if change.iter().all(|change| change.abs() < STILL) {
                let chances = (0..=FULL_STRENGTH).map(|strength| WdlModel::from_curves(&curves, strength));
                let makes_sense = chances.into_iter().all(|chances| chances.a > 0.0 && chances.b > 0.0);
                return makes_sense.then_some(curves);
            }
        }
        None
    }

    /// What a step of the fit adds to the factors.
    fn step(&self, curves: &WdlCurves) -> Vec<f64> {
        let (mut curvature, mut gradient) = (SymmetricMatrix::new(FACTORS), vec![0.0; FACTORS]);
        for line in 0..FACTORS {
            // A factor that nothing tells about stays.
            curvature.row_mut(line)[line] = 1e-9;
        }
        for (&(strength, step), counts) in &self.counts {
            let (likely, slopes) = outcomes(WdlModel::from_curves(curves, strength), (step * STEP).into());
            let powers = powers(strength);
            let total: f64 = counts.iter().map(|&count| f64::from(count)).sum();
            for outcome in 0..3 {
                let [even, spread] = slopes[outcome];
                let slopes = [powers.map(|power| even * power), powers.map(|power| spread * power)].concat();
                let seen = f64::from(counts[outcome]) / likely[outcome];
                for (line, slope) in slopes.iter().enumerate() {
                    gradient[line] += seen * slope;
                    for (entry, other) in curvature.row_mut(line).iter_mut().zip(&slopes) {
                        *entry += total / likely[outcome] * slope * other;
                    }
                }
            }
        }
        curvature.solve(gradient)
    }
}

/// The factors as curves.
fn curves(factors: &[f64; FACTORS]) -> WdlCurves {
    let (even, spread) = factors.split_at(DEGREE + 1);
    [even, spread].map(|curve| core::array::from_fn(|power| curve[power]))
}

/// How likely winning, drawing and losing is with a value, and how that changes with what is even and with the spread.
fn outcomes(chances: WdlModel, value: f64) -> ([f64; 3], [[f64; 2]; 3]) {
    /// Nothing is impossible.
    const LEAST: f64 = 1e-6;
    let [win_slopes, loss_slopes] = [value, -value].map(|value| {
        let win = chances.win_probability(value);
        let slope = -win * (1.0 - win) / chances.b;
        [slope, slope * (value - chances.a) / chances.b]
    });
    let draw_slopes = core::array::from_fn(|index| -win_slopes[index] - loss_slopes[index]);
    (chances.probabilities(value).map(|chance| chance.max(LEAST)), [win_slopes, draw_slopes, loss_slopes])
}

#[cfg(test)]
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "small numbers"
)]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn hidden_curves_are_found_again() {
        let hidden = [[300.0, -120.0, 40.0], [60.0, 50.0, -20.0]];
        let mut rng = SplitMix64::new(5);
        let mut found = Outcomes::default();
        for _ in 0..200_000 {
            let (strength, score) = (rng.below(17) as u32, rng.below(1601) as Value - 800);
            let [win, draw, _] = WdlModel::from_curves(&hidden, strength).probabilities(score.into());
            let drawn = rng.below(100_000) as f64 / 100_000.0;
            found.add(
                strength,
                score,
                if drawn < win {
                    1.0
                } else if drawn < win + draw {
                    0.5
                } else {
                    0.0
                },
            );
        }
        assert_eq!(found.len(), 200_000);
        let fitted = found.fit().unwrap();
        for strength in [0, 8, 16] {
            let [fitted, hidden] = [&fitted, &hidden].map(|curves| WdlModel::from_curves(curves, strength));
            assert!((fitted.a / hidden.a - 1.0).abs() < 0.03, "{fitted:?} {hidden:?}");
            assert!((fitted.b / hidden.b - 1.0).abs() < 0.06, "{fitted:?} {hidden:?}");
        }
    }

    #[test]
    fn too_few_positions_tell_nothing() {
        let mut few = Outcomes::default();
        assert_eq!(few.fit(), None);
        (0..2000).for_each(|_| few.add(16, 50, 1.0));
        assert_eq!(few.fit(), None);
    }

    #[test]
    fn slopes_are_differences() {
        let chances = WdlModel { a: 250.0, b: 90.0 };
        for value in [-600.0, -200.0, 0.0, 100.0, 300.0] {
            let (_, slopes) = outcomes(chances, value);
            let at = |even: f64, spread: f64| {
                outcomes(WdlModel { a: chances.a + even, b: chances.b + spread }, value).0
            };
            for (outcome, slopes) in slopes.iter().enumerate() {
                let difference = [
                    (at(0.01, 0.0)[outcome] - at(-0.01, 0.0)[outcome]) / 0.02,
                    (at(0.0, 0.01)[outcome] - at(0.0, -0.01)[outcome]) / 0.02,
                ];
                for (slope, difference) in slopes.iter().zip(difference) {
                    assert!((slope - difference).abs() < 1e-8, "{value} {outcome}");
                }
            }
        }
    }
}
