// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fits the scale: the value that stands for a network output of 1.

use super::example::Example;
use super::real::sigmoid;
use crate::learn::scale;

/// The maximum number of positions to fit to.
pub const POSITIONS: usize = 200_000;

/// The [scale](crate::learn::scale) that predicts the results best, rounded.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in the range of the scales")]
pub fn fit(examples: &[Example]) -> u16 {
    let loss = |k: f64| -> f64 {
        let squared_error =
            |example: &Example| (sigmoid(f64::from(example.score) / k) - f64::from(example.result())).powi(2);
        examples.iter().map(squared_error).sum()
    };
    scale::fit(loss).round() as u16
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn the_scale_of_simulated_results_is_recovered() {
        let mut rng = SplitMix64::new(4);
        let mut examples: Vec<Example> = Vec::new();
        for _ in 0..100_000 {
            let score = i16::try_from(rng.below(1601)).unwrap() - 800;
            let expected = sigmoid(f64::from(score) / 250.0);
            let is_won = (rng.below(1_000_000) as f64) < expected * 1e6;
            let half_points = if is_won { 2 } else { 0 };
            examples.push(Example::scored(score, half_points));
        }
        let scale = fit(&examples);
        assert!((240..260).contains(&scale), "{scale}");
    }
}
