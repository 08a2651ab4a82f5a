// SPDX-License-Identifier: MIT OR Apache-2.0
//! The schedules of a run: the learning rate (linear warm-up, then cosine decay) and the WDL lambda (linear).

use super::config::TrainConfig;
use core::f64::consts::PI;

/// The schedules over a given number of steps, after which both stay constant.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    steps: f64,
    warm_up: f64,
    /// The peak learning rate and the final one.
    learning_rates: [f64; 2],
    /// The WDL lambda at the beginning and at the end.
    wdl_lambdas: [f64; 2],
}

impl Schedule {
    pub fn new(config: &TrainConfig, steps: u32) -> Self {
        Self {
            steps: steps.into(),
            // A short run does not consist of its warm-up.
            warm_up: f64::from(config.warm_up).min(f64::from(steps) / 10.0),
            learning_rates: [config.learning_rate, config.final_learning_rate],
            wdl_lambdas: [config.start_wdl_lambda, config.end_wdl_lambda],
        }
    }

    /// The learning rate of a step, counted from 0: linear warm-up to the peak, then cosine decay.
    pub fn learning_rate(&self, step: u32) -> f64 {
        let [peak, last] = self.learning_rates;
        let step = f64::from(step) + 1.0;
        if step < self.warm_up {
            return peak * step / self.warm_up;
        }
        let done = (step - self.warm_up) / (self.steps - self.warm_up).max(1.0);
        let done = done.min(1.0);
        last + (peak - last) * 0.5 * (1.0 + (PI * done).cos())
    }

    /// The WDL lambda of a step, counted from 0: linear.
    pub fn wdl_lambda(&self, step: u32) -> f64 {
        let [first, last] = self.wdl_lambdas;
        let done = f64::from(step) / (self.steps - 1.0).max(1.0);
        first + (last - first) * done.min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_learning_rate_rises_and_falls_and_the_wdl_lambda_grows() {
        let config = TrainConfig {
            warm_up: 100,
            learning_rate: 1e-3,
            final_learning_rate: 1e-5,
            start_wdl_lambda: 0.1,
            end_wdl_lambda: 0.4,
            ..TrainConfig::default()
        };
        let schedule = Schedule::new(&config, 2000);
        let rates: Vec<f64> = (0..2000).map(|step| schedule.learning_rate(step)).collect();
        assert!((rates[0] - 1e-5).abs() < 1e-12 && (rates[99] - 1e-3).abs() < 1e-12);
        assert!((rates[1999] - 1e-5).abs() < 1e-12);
        assert!(rates[..100].is_sorted() && rates[99..].iter().rev().is_sorted());
        assert!((schedule.wdl_lambda(0) - 0.1).abs() < 1e-12);
        assert!((schedule.wdl_lambda(1999) - 0.4).abs() < 1e-12);
        assert!((schedule.learning_rate(5000) - 1e-5).abs() < 1e-12);
        assert!((schedule.wdl_lambda(5000) - 0.4).abs() < 1e-12);
        let short = Schedule::new(&config, 1);
        assert!(short.learning_rate(0) > 0.0 && short.wdl_lambda(0) < 0.11);
    }
}
