// SPDX-License-Identifier: MIT OR Apache-2.0
//! What changes during a run: the learning rate, and how much of what is learned is the game's result.

use super::Recipe;
use core::f64::consts::PI;

/// The course of a run over so many steps; after them it stays as it is.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    steps: f64,
    warm_up: f64,
    /// The highest rate and the last one.
    rates: [f64; 2],
    /// The share of the result at the beginning and at the end.
    shares: [f64; 2],
}

impl Schedule {
    pub fn new(recipe: &Recipe, steps: u32) -> Self {
        Self {
            steps: steps.into(),
            // A short run is not spent on its beginning.
            warm_up: f64::from(recipe.warm_up).min(f64::from(steps) / 10.0),
            rates: [recipe.rate, recipe.last_rate],
            shares: [recipe.first_result, recipe.last_result],
        }
    }

    /// The learning rate of a step, counted from 0: up a straight line, then down half a wave of the cosine.
    pub fn rate(&self, step: u32) -> f64 {
        let [highest, last] = self.rates;
        let step = f64::from(step) + 1.0;
        if step < self.warm_up {
            return highest * step / self.warm_up;
        }
        let done = (step - self.warm_up) / (self.steps - self.warm_up).max(1.0);
        let done = done.min(1.0);
        last + (highest - last) * 0.5 * (1.0 + (PI * done).cos())
    }

    /// The share of the result in a step's targets, counted from 0: a straight line.
    pub fn result_share(&self, step: u32) -> f64 {
        let [first, last] = self.shares;
        let done = f64::from(step) / (self.steps - 1.0).max(1.0);
        first + (last - first) * done.min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_rise_and_fall_and_results_gain_weight() {
        let recipe = Recipe {
            warm_up: 100,
            rate: 1e-3,
            last_rate: 1e-5,
            first_result: 0.1,
            last_result: 0.4,
            ..Recipe::default()
        };
        let schedule = Schedule::new(&recipe, 2000);
        let rates: Vec<f64> = (0..2000).map(|step| schedule.rate(step)).collect();
        assert!((rates[0] - 1e-5).abs() < 1e-12 && (rates[99] - 1e-3).abs() < 1e-12);
        assert!((rates[1999] - 1e-5).abs() < 1e-12);
        assert!(rates[..100].is_sorted() && rates[99..].iter().rev().is_sorted());
        assert!((schedule.result_share(0) - 0.1).abs() < 1e-12);
        assert!((schedule.result_share(1999) - 0.4).abs() < 1e-12);
        assert!((schedule.rate(5000) - 1e-5).abs() < 1e-12);
        assert!((schedule.result_share(5000) - 0.4).abs() < 1e-12);
        let short = Schedule::new(&recipe, 1);
        assert!(short.rate(0) > 0.0 && short.result_share(0) < 0.11);
    }
}
