// SPDX-License-Identifier: MIT OR Apache-2.0
//! `AdamW` (Loshchilov and Hutter 2019): steps along a moving mean of the slopes, measured against their usual size, with the
//! decay of the weights kept out of both. After each step weights are clipped to what the quantised network can hold.

#![allow(
    clippy::inline_always,
    reason = "see `simd`: the loop must become part of the function that calls it"
)]

use super::model::{Numbers, Shape, add};
use super::simd::{self, Kernel};
use crate::eval::network::arch::{MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, QA};

/// How much of the mean of the slopes stays …
const MEAN: f32 = 0.9;
/// … and of the mean of their squares.
const SQUARE: f32 = 0.999;
/// Keeps a division by nothing away.
const EPSILON: f32 = 1e-8;
/// Weights of rows stay between this and its opposite: 33 of them do not overflow the engine's sums.
const LIMIT: f32 = MAX_FEATURE_WEIGHT as f32 / QA as f32;
/// Output weights are smaller: the finer their unit, the less is lost by rounding.
const OUTPUT_LIMIT: f32 = MAX_OUTPUT_WEIGHT as f32 / 256.0;

/// What is remembered from step to step.
#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    pub means: Numbers<f32>,
    pub squares: Numbers<f32>,
    /// Steps done.
    pub steps: u32,
}

impl AdamW {
    pub fn new(shape: Shape) -> Self {
        Self { means: Numbers::zero(shape), squares: Numbers::zero(shape), steps: 0 }
    }

    /// One step. Each thread brings its slopes of `count` examples in all; they are summed up in the first ones.
    pub fn step(
        &mut self,
        net: &mut Numbers<f32>,
        slopes: &mut Numbers<f32>,
        others: &[&Numbers<f32>],
        count: usize,
        rate: f32,
        decay: f32,
    ) {
        self.steps += 1;
        // Both means begin at nothing, and would be too small at first.
        let started = |share: f32| {
            let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
            1.0 - share.powi(steps)
        };
        #[allow(clippy::cast_precision_loss, reason = "batches are small")]
        let share = 1.0 / count as f32;
        let rates =
            Rates { share, rate: rate / started(MEAN), spread: 1.0 / started(SQUARE), decay: rate * decay };
        simd::run(Step { optimizer: self, net, slopes, others, rates });
    }
}

/// What is the same for all numbers of a step.
#[derive(Clone, Copy)]
struct Rates {
    /// What a slope is multiplied by to become that of the mean loss.
    share: f32,
    /// The learning rate, with the mean's correction.
    rate: f32,
    /// The correction of the mean square.
    spread: f32,
    /// How much of a weight goes.
    decay: f32,
}

struct Step<'a> {
    optimizer: &'a mut AdamW,
    net: &'a mut Numbers<f32>,
    slopes: &'a mut Numbers<f32>,
    others: &'a [&'a Numbers<f32>],
    rates: Rates,
}

impl Kernel for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { optimizer, net, slopes, others, rates } = self;
        for other in others {
            add(&mut slopes.lanes, &other.lanes);
        }
        let (outputs, output_biases) = (net.shape.outputs(), net.shape.output_biases());
        let Numbers { lanes, .. } = net;
        for (range, limit) in [
            (0..outputs, LIMIT),
            (outputs..output_biases, OUTPUT_LIMIT),
            // The engine has 32 bits for them.
            (output_biases..lanes.len(), f32::MAX),
        ] {
            advance(
                lanes[range.clone()].as_flattened_mut(),
                slopes.lanes[range.clone()].as_flattened(),
                optimizer.means.lanes[range.clone()].as_flattened_mut(),
                optimizer.squares.lanes[range].as_flattened_mut(),
                limit,
                rates,
            );
        }
    }
}

#[inline(always)]
fn advance(
    numbers: &mut [f32],
    slopes: &[f32],
    means: &mut [f32],
    squares: &mut [f32],
    limit: f32,
    rates: Rates,
) {
    let means = means.iter_mut().zip(squares);
    for ((number, slope), (mean, square)) in numbers.iter_mut().zip(slopes).zip(means) {
        let slope = slope * rates.share;
        *mean = MEAN * *mean + (1.0 - MEAN) * slope;
        *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
        let size = (*square * rates.spread).sqrt() + EPSILON;
        let moved = *number - rates.rate * *mean / size - rates.decay * *number;
        *number = moved.clamp(-limit, limit);
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "limits are met exactly")]
mod tests {
    use super::*;
    use crate::types::SplitMix64;

    #[test]
    fn a_steep_loss_and_a_flat_one_come_to_rest_in_the_same_time() {
        let shape = Shape::new(32);
        let (mut net, mut slopes) = (Numbers::zero(shape), Numbers::zero(shape));
        let mut optimizer = AdamW::new(shape);
        for _ in 0..400 {
            // The losses 50 (x - 1)² and 0.005 (y + 1)²; a third number is pushed over the limit.
            slopes.lanes[0][0] = 100.0 * (net.lanes[0][0] - 1.0);
            slopes.lanes[0][1] = 0.01 * (net.lanes[0][1] + 1.0);
            slopes.lanes[0][2] = -1.0;
            optimizer.step(&mut net, &mut slopes, &[], 1, 0.01, 0.0);
        }
        assert!((net.lanes[0][0] - 1.0).abs() < 0.03, "{}", net.lanes[0][0]);
        assert!((net.lanes[0][1] + 1.0).abs() < 0.03, "{}", net.lanes[0][1]);
        assert_eq!([net.lanes[0][2], net.lanes[0][3]], [LIMIT, 0.0]);
    }

    #[test]
    fn weights_decay_and_threads_add_up() {
        let shape = Shape::new(32);
        let (mut net, mut slopes) = (Numbers::zero(shape), Numbers::zero(shape));
        let mut other = slopes.clone();
        net.lanes[0][0] = 1.0;
        slopes.lanes[0][1] = 1.0;
        other.lanes[0][1] = -1.0;
        AdamW::new(shape).step(&mut net, &mut slopes, &[&other], 2, 0.1, 0.5);
        assert!((net.lanes[0][0] - 0.95).abs() < 1e-6);
        assert_eq!(net.lanes[0][1], 0.0);
    }

    #[test]
    fn steps_are_the_same_whatever_the_vectors() {
        let shape = Shape::new(32);
        let random = |seed| {
            let (mut rng, mut numbers) = (SplitMix64::new(seed), Numbers::zero(shape));
            for number in numbers.lanes.as_flattened_mut() {
                *number = f32::from(i16::try_from(rng.below(2001)).unwrap() - 1000) / 1300.0;
            }
            numbers
        };
        let rates = Rates { share: 0.3, rate: 0.01, spread: 1.7, decay: 0.001 };
        let outcome = |level| {
            let (mut optimizer, mut net) = (AdamW::new(shape), random(1));
            for seed in 2..5 {
                let (slopes, others) = (&mut random(seed), &[&random(seed + 10)]);
                let step = Step { optimizer: &mut optimizer, net: &mut net, slopes, others, rates };
                simd::run_up_to(level, step);
            }
            (optimizer, net)
        };
        let plain = outcome(0);
        assert!((1..simd::LEVELS).all(|level| outcome(level) == plain));
    }
}
