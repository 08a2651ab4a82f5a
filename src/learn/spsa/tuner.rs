// SPDX-License-Identifier: MIT OR Apache-2.0
//! The state of an SPSA run, and its arithmetic: the perturbed values of the next pair, and the step that its
//! result leads to.

use super::config::{R_END, SpsaConfig};
use crate::learn::seeded::seeded;
use crate::types::SplitMix64;

/// Exponent of the decrease of the step sizes.
const ALPHA: f64 = 0.602;
/// Exponent of the decrease of the perturbations.
const GAMMA: f64 = 0.101;
/// `A` as a fraction of all pairs: it dampens the first steps, which are taken on little evidence.
const STABILITY: f64 = 0.1;

/// The perturbed values of one pair of games.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbation {
    /// The number of the pair, from 0.
    pub pair: u32,
    /// The values of the player `plus`, in the order of the parameters.
    pub plus: Vec<i32>,
    /// The values of the player `minus`.
    pub minus: Vec<i32>,
    /// The directions of the perturbation for `plus`: 1 or -1 for each parameter.
    signs: Vec<f64>,
}

/// A run and its progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuner {
    config: SpsaConfig,
    values: Vec<f64>,
    done: u32,
    /// Wins, draws and losses of `plus`, in games.
    score: [u32; 3],
}

impl Tuner {
    /// Creates a run at its beginning.
    pub fn new(config: SpsaConfig) -> Self {
        let values = config.parameters.iter().map(|parameter| parameter.start.into()).collect();
        Self { config, values, done: 0, score: [0; 3] }
    }

    /// Creates a run that has already come some way.
    pub(crate) fn restored(config: SpsaConfig, values: Vec<f64>, done: u32, score: [u32; 3]) -> Self {
        Self { config, values, done, score }
    }

    /// The configuration.
    pub fn config(&self) -> &SpsaConfig {
        &self.config
    }

    /// The current values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The current values, rounded to the nearest integers.
    pub fn rounded(&self) -> impl Iterator<Item = i32> {
        let parameters = self.config.parameters.iter().zip(&self.values);
        parameters.map(|(parameter, &value)| parameter.rounded(value, 0.5))
    }

    /// The number of pairs played.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// Wins, draws and losses of `plus`, in games: about even, since chance decides which side is called
    /// `plus`.
    pub fn score(&self) -> [u32; 3] {
        self.score
    }

    /// Perturbs the current values for pair number `pair`, counted from 0.
    pub fn perturb(&self, pair: u32) -> Perturbation {
        let mut rng = seeded(self.config.seed, pair);
        let widening = self.widening(pair);
        let mut perturbation = Perturbation { pair, plus: Vec::new(), minus: Vec::new(), signs: Vec::new() };
        for (parameter, value) in self.config.parameters.iter().zip(&self.values) {
            let sign = if rng.below(2) == 0 { 1.0 } else { -1.0 };
            let offset = sign * f64::from(parameter.step) * widening;
            let threshold = fraction(&mut rng);
            perturbation.plus.push(parameter.rounded(value + offset, threshold));
            perturbation.minus.push(parameter.rounded(value - offset, threshold));
            perturbation.signs.push(sign);
        }
        perturbation
    }

    /// Updates the values with the result of a pair: the half points of `plus` in each game.
    pub fn learn(&mut self, perturbation: &Perturbation, half_points: [u8; 2]) {
        let stability = STABILITY * f64::from(self.config.pairs);
        let [last, now] = [self.config.pairs, perturbation.pair + 1].map(|pair| stability + f64::from(pair));
        let rate = R_END * (last / now).powf(ALPHA) / self.widening(perturbation.pair);
        let balance = half_points.map(|points| f64::from(points) - 1.0).iter().sum::<f64>();
        let parameters = self.config.parameters.iter().zip(&perturbation.signs);
        for (value, (parameter, sign)) in self.values.iter_mut().zip(parameters) {
            let change = rate * f64::from(parameter.step) * balance * sign;
            *value = (*value + change).clamp(parameter.min.into(), parameter.max.into());
        }
        self.done += 1;
        for points in half_points {
            self.score[2 - usize::from(points.min(2))] += 1;
        }
    }

    /// The size of the perturbation at a pair, in multiples of the final one: `c / c_end`.
    fn widening(&self, pair: u32) -> f64 {
        (f64::from(self.config.pairs) / f64::from(pair + 1)).powf(GAMMA)
    }
}

/// A random number between 0 and 1, both excluded.
#[expect(clippy::cast_precision_loss, reason = "53 bits fit")]
pub fn fraction(rng: &mut SplitMix64) -> f64 {
    ((rng.next_u64() >> 12) as f64 + 0.5) / (1_u64 << 52) as f64
}
