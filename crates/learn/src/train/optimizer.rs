// SPDX-License-Identifier: MIT OR Apache-2.0
//! `AdamW` (Loshchilov and Hutter 2019): steps along a moving average of the gradients, relative to their
//! usual size, with weight decay kept out of both. After each step weights are clipped to the range of the
//! quantised network.

use super::model::add;
use super::parameters::{Parameters, Shape};
use super::simd::{self, Kernel};
use chuhe::eval::nnue::arch::{MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, QA};

/// β₁: decay rate of the moving average of the gradients.
const BETA1: f32 = 0.9;
/// β₂: decay rate of the moving average of their squares.
const BETA2: f32 = 0.999;
/// ε: prevents division by zero.
const EPSILON: f32 = 1e-8;
/// Bound of feature weights: with 32 of them and a bias the accumulator does not overflow.
const FEATURE_LIMIT: f32 = MAX_FEATURE_WEIGHT as f32 / QA as f32;
/// Bound of output weights: smaller weights allow a larger quantisation constant `QB`, with a smaller
/// rounding error.
const OUTPUT_LIMIT: f32 = MAX_OUTPUT_WEIGHT as f32 / 256.0;

/// Bound of the weights of the second layer: the largest weight of a neuron decides its quantisation step, so
/// that a very large one would round all others coarsely.
const SECOND_LIMIT: f32 = 127.0 / 64.0;

#[derive(Clone, PartialEq, Debug)]
pub struct AdamW {
    pub means: Parameters<f32>,
    pub squares: Parameters<f32>,
    pub steps: u32,
}

impl AdamW {
    pub fn new(shape: Shape) -> Self {
        Self { means: Parameters::zero(shape), squares: Parameters::zero(shape), steps: 0 }
    }

    /// Takes one step. The gradients of all threads, of `count` examples together, are summed up in the
    /// first.
    pub fn step(
        &mut self,
        net: &mut Parameters<f32>,
        gradients: &mut Parameters<f32>,
        others: &[&Parameters<f32>],
        count: usize,
        learning_rate: f32,
        weight_decay: f32,
    ) {
        self.steps += 1;
        // Bias correction: both averages start at zero.
        let correction = |beta: f32| {
            let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
            1.0 - beta.powi(steps)
        };
        let rates = Rates {
            per_example: 1.0 / count as f32,
            learning_rate: learning_rate / correction(BETA1),
            square_correction: 1.0 / correction(BETA2),
            decay: learning_rate * weight_decay,
        };
        simd::run(Step { optimizer: self, net, gradients, others, rates });
    }
}

/// The factors of a step, the same for all parameters.
#[derive(Clone, Copy)]
struct Rates {
    /// Turns the sum of gradients into their mean.
    per_example: f32,
    /// The learning rate, divided by the bias correction of the mean.
    learning_rate: f32,
    /// The inverse bias correction of the mean square.
    square_correction: f32,
    /// The fraction of a weight that decays.
    decay: f32,
}

struct Step<'a> {
    optimizer: &'a mut AdamW,
    net: &'a mut Parameters<f32>,
    gradients: &'a mut Parameters<f32>,
    others: &'a [&'a Parameters<f32>],
    rates: Rates,
}

impl Kernel for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { optimizer, net, gradients, others, rates } = self;
        for other in others {
            add(&mut gradients.lanes, &other.lanes);
        }
        let (outputs, output_biases) = (net.shape.outputs(), net.shape.output_biases());
        let (second, tails) = (net.shape.second(), net.shape.tails());
        let Parameters { lanes, .. } = net;
        for (range, limit) in [
            (0..outputs, FEATURE_LIMIT),
            (outputs..output_biases, OUTPUT_LIMIT),
            // Output biases have 32 bits in the engine.
            (output_biases..second, f32::MAX),
            (second..tails, SECOND_LIMIT),
            (tails..lanes.len(), f32::MAX),
        ] {
            update(
                lanes[range.clone()].as_flattened_mut(),
                gradients.lanes[range.clone()].as_flattened(),
                optimizer.means.lanes[range.clone()].as_flattened_mut(),
                optimizer.squares.lanes[range].as_flattened_mut(),
                limit,
                rates,
            );
        }
    }
}

#[inline(always)]
fn update(
    parameters: &mut [f32],
    gradients: &[f32],
    means: &mut [f32],
    squares: &mut [f32],
    limit: f32,
    rates: Rates,
) {
    let means = means.iter_mut().zip(squares);
    for ((parameter, gradient), (mean, square)) in parameters.iter_mut().zip(gradients).zip(means) {
        let gradient = gradient * rates.per_example;
        *mean = BETA1 * *mean + (1.0 - BETA1) * gradient;
        *square = BETA2 * *square + (1.0 - BETA2) * gradient * gradient;
        let size = (*square * rates.square_correction).sqrt() + EPSILON;
        let moved = *parameter - rates.learning_rate * *mean / size - rates.decay * *parameter;
        *parameter = moved.clamp(-limit, limit);
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "limits are met exactly")]
mod tests {
    use super::*;
    use xiangqi::types::SplitMix64;

    #[test]
    fn a_steep_loss_and_a_flat_one_converge_in_the_same_time() {
        let shape = Shape::new(32, true);
        let (mut net, mut gradients) = (Parameters::zero(shape), Parameters::zero(shape));
        let mut optimizer = AdamW::new(shape);
        for _ in 0..400 {
            // The losses 50 (x - 1)² and 0.005 (y + 1)²; a third parameter is pushed over the limit.
            gradients.lanes[0][0] = 100.0 * (net.lanes[0][0] - 1.0);
            gradients.lanes[0][1] = 0.01 * (net.lanes[0][1] + 1.0);
            gradients.lanes[0][2] = -1.0;
            optimizer.step(&mut net, &mut gradients, &[], 1, 0.01, 0.0);
        }
        assert!((net.lanes[0][0] - 1.0).abs() < 0.03, "{}", net.lanes[0][0]);
        assert!((net.lanes[0][1] + 1.0).abs() < 0.03, "{}", net.lanes[0][1]);
        assert_eq!([net.lanes[0][2], net.lanes[0][3]], [FEATURE_LIMIT, 0.0]);
    }

    #[test]
    fn weights_decay_and_threads_add_up() {
        let shape = Shape::new(32, true);
        let (mut net, mut gradients) = (Parameters::zero(shape), Parameters::zero(shape));
        let mut other = gradients.clone();
        net.lanes[0][0] = 1.0;
        gradients.lanes[0][1] = 1.0;
        other.lanes[0][1] = -1.0;
        AdamW::new(shape).step(&mut net, &mut gradients, &[&other], 2, 0.1, 0.5);
        assert!((net.lanes[0][0] - 0.95).abs() < 1e-6);
        assert_eq!(net.lanes[0][1], 0.0);
    }

    #[test]
    fn steps_are_the_same_for_all_instruction_sets() {
        let shape = Shape::new(32, true);
        let random = |seed| {
            let (mut rng, mut parameters) = (SplitMix64::new(seed), Parameters::zero(shape));
            for number in parameters.lanes.as_flattened_mut() {
                *number = f32::from(i16::try_from(rng.below(2001)).unwrap() - 1000) / 1300.0;
            }
            parameters
        };
        let rates = Rates { per_example: 0.3, learning_rate: 0.01, square_correction: 1.7, decay: 0.001 };
        let outcome = |level| {
            let (mut optimizer, mut net) = (AdamW::new(shape), random(1));
            for seed in 2..5 {
                let (gradients, others) = (&mut random(seed), &[&random(seed + 10)]);
                let step = Step { optimizer: &mut optimizer, net: &mut net, gradients, others, rates };
                simd::run_up_to(level, step);
            }
            (optimizer, net)
        };
        let plain = outcome(0);
        assert!((1..simd::LEVELS).all(|level| outcome(level) == plain));
    }
}
