// SPDX-License-Identifier: MIT OR Apache-2.0
//! From floating-point numbers to the whole numbers of the engine, and how much is lost on the way.
//!
//! Output weights of a young network are small, so their unit is chosen anew for each network: the finest one in which the
//! largest weight still fits.

#![allow(clippy::cast_possible_truncation, reason = "rounded numbers within the bounds of the file")]
#![allow(clippy::cast_precision_loss, reason = "few positions, small values")]

use super::example::Example;
use super::model::Numbers;
use crate::eval::network::NetworkWeights;
use crate::eval::network::arch::{MAX_BIAS, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, QA};

/// The finest unit of output weights; with it they are not larger than 1/32.
const FINEST: u16 = 4096;

/// How far the values of the rounded network are from those of the network before, in values of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RoundingError {
    /// The root of the mean square.
    pub rms: f64,
    /// The largest.
    pub max: f64,
    /// Over so many positions.
    pub positions: usize,
}

impl RoundingError {
    /// A root of the mean square above this share of the scale makes another network of the rounded one.
    pub const LIMIT: f64 = 0.03;

    /// Of pairs of values.
    pub(crate) fn of(pairs: impl Iterator<Item = [f64; 2]>) -> Self {
        let (mut sum, mut max, mut positions) = (0.0_f64, 0.0_f64, 0_usize);
        for [value, rounded] in pairs {
            let error = (value - rounded).abs();
            sum += error * error;
            max = max.max(error);
            positions += 1;
        }
        Self { rms: (sum / positions.max(1) as f64).sqrt(), max, positions }
    }
}

/// The network in whole numbers.
pub fn quantize(net: &Numbers<f32>, scale: u16, name: &str) -> NetworkWeights {
    let shape = net.shape;
    let numbers = |from: usize, to: usize| net.lanes[from..to].as_flattened();
    let rows = numbers(0, shape.biases());
    let biases = numbers(shape.biases(), shape.outputs());
    let outputs = numbers(shape.outputs(), shape.output_biases());
    let output_biases = net.lanes[shape.output_biases()];

    let unit = f64::from(QA);
    let largest = outputs.iter().fold(0.0_f64, |largest, &weight| largest.max(f64::from(weight).abs()));
    let mut qb = FINEST;
    while qb > 1 && largest * f64::from(qb) > f64::from(MAX_OUTPUT_WEIGHT) {
        qb /= 2;
    }
    let output_unit = f64::from(qb);
    NetworkWeights {
        name: name.to_owned(),
        hidden_size: 2 * shape.free(),
        qb,
        scale,
        feature_weights: rounded(rows, unit, MAX_FEATURE_WEIGHT),
        feature_biases: rounded(biases, unit, MAX_BIAS),
        output_weights: rounded(outputs, output_unit, MAX_OUTPUT_WEIGHT),
        output_biases: core::array::from_fn(|bucket| {
            (f64::from(output_biases[bucket]) * unit * output_unit).round() as i32
        }),
    }
}

fn rounded(numbers: &[f32], unit: f64, bound: i16) -> Vec<i16> {
    let bound = f64::from(bound);
    numbers.iter().map(|&number| (f64::from(number) * unit).round().clamp(-bound, bound) as i16).collect()
}

/// The value of a position as the engine computes it before it is bounded, from the free half of the weights.
pub fn value(weights: &NetworkWeights, example: &Example) -> i64 {
    let (free, one) = (weights.hidden_size / 2, i32::from(QA));
    let features = example.features();
    let outputs = &weights.output_weights[2 * features.bucket * free..][..2 * free];
    let mut sum = 0_i32;
    for (view, rows) in features.views().into_iter().enumerate() {
        let outputs = &outputs[view / 2 * free..][..free];
        for (unit, output) in outputs.iter().enumerate() {
            let active = total(weights, rows, unit).clamp(0, one);
            sum = sum.wrapping_add(active * active * i32::from(*output));
        }
    }
    let one = i64::from(one);
    let output = i64::from(sum) / one + i64::from(weights.output_biases[features.bucket]);
    output * i64::from(weights.scale) / (one * i64::from(weights.qb))
}

/// What a free unit comes to before it is clamped.
fn total(weights: &NetworkWeights, rows: &[u16], unit: usize) -> i32 {
    let free = weights.hidden_size / 2;
    let row = |&row: &u16| i32::from(weights.feature_weights[usize::from(row) * free + unit]);
    i32::from(weights.feature_biases[unit]) + rows.iter().map(row).sum::<i32>()
}

/// Free units that do nothing in any of these positions, and those that are always wholly on.
pub fn idle_units(weights: &NetworkWeights, examples: &[Example]) -> [usize; 2] {
    let free = weights.hidden_size / 2;
    let (mut is_dead, mut is_full) = (vec![true; free], vec![true; free]);
    for example in examples {
        for rows in example.features().views() {
            for unit in 0..free {
                let total = total(weights, rows, unit);
                is_dead[unit] &= total <= 0;
                is_full[unit] &= total >= i32::from(QA);
            }
        }
    }
    [is_dead, is_full].map(|units| units.into_iter().filter(|&is| is).count())
}

#[cfg(test)]
mod tests {
    use super::super::model::{Scratch, Shape, forward};
    use super::*;
    use crate::eval::{Evaluator, Network};
    use crate::position::Position;
    use crate::types::SplitMix64;
    use std::sync::Arc;

    /// Positions of random games.
    fn positions(count: usize) -> Vec<Position> {
        let mut rng = SplitMix64::new(2);
        let mut positions = Vec::new();
        let mut position = Position::startpos();
        while positions.len() < count {
            let moves = position.legal_moves();
            if moves.is_empty() || positions.len() % 100 == 0 {
                position = Position::startpos();
            } else {
                position.play_unchecked(moves[rng.below(moves.len())]);
            }
            positions.push(position.clone());
        }
        positions
    }

    fn network(largest_output: f32) -> Numbers<f32> {
        let mut rng = SplitMix64::new(3);
        let mut net = Numbers::zero(Shape::new(64));
        let (first, last) = (net.shape.outputs(), net.shape.output_biases());
        for (index, lanes) in net.lanes.iter_mut().enumerate() {
            let size = if (first..last).contains(&index) { largest_output } else { 0.3 };
            for number in lanes {
                *number = (f32::from(rng.below(2001) as u16) / 1000.0 - 1.0) * size;
            }
        }
        net
    }

    #[test]
    fn the_engine_computes_what_the_trainer_says() {
        let net = network(0.1);
        let weights = quantize(&net, 400, "test");
        assert_eq!(weights.qb, 1024);
        let loaded = Arc::new(Network::from_bytes(&weights.to_bytes().unwrap()).unwrap());
        let mut scratch = Scratch::new(net.shape);
        let mut pairs = Vec::new();
        for position in positions(500) {
            let example = Example::of(&position);
            let rounded = value(&weights, &example);
            let mut evaluator = Evaluator::new(&position, Some(loaded.clone()));
            assert_eq!(i64::from(evaluator.evaluate_undamped(&position)), rounded, "{position}");
            let output = forward(&net, &example.features(), &mut scratch);
            pairs.push([f64::from(output) * 400.0, rounded as f64]);
        }
        let error = RoundingError::of(pairs.into_iter());
        assert!(error.rms < 3.0 && error.positions == 500, "{error:?}");
    }

    #[test]
    fn the_unit_suits_the_weights() {
        for (largest, expected) in [(1.98, 64), (0.99, 128), (0.5, 128), (0.04, 2048), (1e-6, FINEST)] {
            let mut net = Numbers::zero(Shape::new(32));
            let first = net.shape.outputs();
            net.lanes[first][3] = -largest;
            assert_eq!(quantize(&net, 300, "").qb, expected, "{largest}");
        }
    }

    #[test]
    fn units_that_do_nothing_are_counted() {
        let mut weights = quantize(&network(0.1), 400, "");
        weights.feature_biases[0] = MAX_BIAS;
        weights.feature_biases[1] = -MAX_BIAS;
        weights.feature_biases[2] = -MAX_BIAS;
        let examples: Vec<Example> = positions(300).iter().map(Example::of).collect();
        let [dead, full] = idle_units(&weights, &examples);
        assert!((2..12).contains(&dead) && (1..12).contains(&full), "{dead} {full}");
    }
}
