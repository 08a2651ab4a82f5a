// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quantisation: from floating-point parameters to the integers of the engine and back, and the error that
//! rounding causes.
//!
//! `QA` is fixed. The output weights of a young network are small, so `QB` is chosen for each network: the
//! largest power of two with which the largest output weight still fits. Each neuron of the second layer has
//! a quantisation step of its own, with which its largest weight becomes 127; the third layer stays `f32`.

use super::example::Example;
use super::parameters::{LAST_WEIGHTS, Parameters, SECOND_BIASES, Shape, TAIL, THIRD_BIASES, THIRD_WEIGHTS};
use chuhe::eval::Network;
use chuhe::eval::nnue::arch::{MAX_BIAS, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, QA, SECOND};
use chuhe::eval::nnue::{LayerWeights, NetworkWeights};
use xiangqi::position::Position;
use xiangqi::types::{SplitMix64, Value};

/// The largest `QB`, with which output weights are at most 1/32.
const MAX_QB: u16 = 4096;

/// The differences between the values of the quantised network and those of the floating-point network.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RoundingError {
    pub rms: f64,
    pub max: f64,
    pub positions: usize,
}

impl RoundingError {
    /// The largest acceptable root mean square, as a fraction of the scale.
    pub const LIMIT: f64 = 0.03;

    /// Measures pairs of values.
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

pub fn quantize(net: &Parameters<f32>, scale: u16, name: &str) -> NetworkWeights {
    let shape = net.shape;
    let parameters = |from: usize, to: usize| net.lanes[from..to].as_flattened();
    let feature_weights = parameters(0, shape.biases());
    let feature_biases = parameters(shape.biases(), shape.outputs());
    let output_weights = parameters(shape.outputs(), shape.output_biases());
    let output_biases = net.lanes[shape.output_biases()];

    let qa = f64::from(QA);
    let largest =
        output_weights.iter().fold(0.0_f64, |largest, &weight| largest.max(f64::from(weight).abs()));
    let mut qb = MAX_QB;
    while qb > 1 && largest * f64::from(qb) > f64::from(MAX_OUTPUT_WEIGHT) {
        qb /= 2;
    }
    let output_scale = f64::from(qb);
    NetworkWeights {
        name: name.to_owned(),
        hidden_size: 2 * shape.stored(),
        qb,
        scale,
        feature_weights: rounded(feature_weights, qa, MAX_FEATURE_WEIGHT),
        feature_biases: rounded(feature_biases, qa, MAX_BIAS),
        output_weights: rounded(output_weights, output_scale, MAX_OUTPUT_WEIGHT),
        output_biases: core::array::from_fn(|bucket| {
            (f64::from(output_biases[bucket]) * qa * output_scale).round() as i32
        }),
        layers: shape.has_layers.then(|| quantize_layers(net)),
    }
}

/// Quantises the second layer; the third remains as it is.
fn quantize_layers(net: &Parameters<f32>) -> LayerWeights {
    let shape = net.shape;
    let second: Vec<f32> = shape.second_places().map(|(at, lane)| net.lanes[at][lane]).collect();
    let bound = i8::MAX.into();
    let (mut second_weights, mut second_steps) = (Vec::new(), Vec::new());
    for weights in second.chunks_exact(4 * shape.stored()) {
        let largest = weights.iter().fold(f32::MIN_POSITIVE, |largest, weight| largest.max(weight.abs()));
        let step = largest / f32::from(bound);
        second_steps.push(step);
        second_weights
            .extend(rounded(weights, 1.0 / f64::from(step), bound).into_iter().map(|weight| weight as i8));
    }
    let tails = || net.lanes[shape.tails()..].chunks_exact(TAIL);
    let part =
        |start: usize, end: usize| tails().flat_map(move |tail| tail[start..end].as_flattened()).copied();
    LayerWeights {
        second_weights,
        second_steps,
        second_biases: tails().flat_map(|tail| &tail[SECOND_BIASES][..SECOND]).copied().collect(),
        third_weights: part(THIRD_WEIGHTS, THIRD_BIASES).collect(),
        third_biases: part(THIRD_BIASES, LAST_WEIGHTS).collect(),
        last_weights: part(LAST_WEIGHTS, TAIL).collect(),
    }
}

fn rounded(parameters: &[f32], scale: f64, bound: i16) -> Vec<i16> {
    let bound = f64::from(bound);
    parameters
        .iter()
        .map(|&parameter| (f64::from(parameter) * scale).round().clamp(-bound, bound) as i16)
        .collect()
}

/// Returns the parameters of a network in floating point, with outputs for values of this scale.
pub fn dequantize(weights: &NetworkWeights, scale: f32) -> Parameters<f32> {
    let shape = Shape::new(weights.hidden_size, weights.layers.is_some());
    let mut net = Parameters::zero(shape);
    let (qa, qb) = (f32::from(QA), f32::from(weights.qb));
    let ratio = f32::from(weights.scale) / scale;
    let mut fill = |start: usize, numbers: &[i16], factor: f32| {
        let parameters = net.lanes[start..].as_flattened_mut();
        parameters.iter_mut().zip(numbers).for_each(|(parameter, &n)| *parameter = f32::from(n) * factor);
    };
    fill(0, &weights.feature_weights, 1.0 / qa);
    fill(shape.biases(), &weights.feature_biases, 1.0 / qa);
    fill(shape.outputs(), &weights.output_weights, ratio / qb);
    if let Some(weights) = &weights.layers {
        dequantize_layers(&mut net, weights, ratio);
    }
    let biases = &mut net.lanes[shape.output_biases()];
    for (parameter, &bias) in biases.iter_mut().zip(&weights.output_biases) {
        *parameter = bias as f32 * ratio / (qa * qb);
    }
    net
}

fn dequantize_layers(net: &mut Parameters<f32>, weights: &LayerWeights, ratio: f32) {
    let shape = net.shape;
    let places = shape.second_places().zip(&weights.second_weights).enumerate();
    for (number, ((at, lane), &weight)) in places {
        net.lanes[at][lane] = f32::from(weight) * weights.second_steps[number / (4 * shape.stored())];
    }
    let tails = &mut net.lanes[shape.tails()..];
    for (bucket, tail) in tails.chunks_exact_mut(TAIL).enumerate() {
        tail[SECOND_BIASES][..SECOND].copy_from_slice(&weights.second_biases[bucket * SECOND..][..SECOND]);
        let mut fill = |start: usize, end: usize, numbers: &[f32], factor: f32| {
            let parameters = tail[start..end].as_flattened_mut();
            let numbers = &numbers[bucket * parameters.len()..];
            parameters.iter_mut().zip(numbers).for_each(|(parameter, number)| *parameter = number * factor);
        };
        fill(THIRD_WEIGHTS, THIRD_BIASES, &weights.third_weights, 1.0);
        fill(THIRD_BIASES, LAST_WEIGHTS, &weights.third_biases, 1.0);
        fill(LAST_WEIGHTS, TAIL, &weights.last_weights, ratio);
    }
}

/// The value of a position as the engine computes it.
pub fn value(network: &Network, example: &Example) -> Value {
    let features = example.features();
    let [own, _, other, _] = features.perspectives();
    let active = own.iter().zip(other).map(|(&own, &other)| [own, other].map(usize::from));
    network.value_of(active, features.bucket)
}

/// The sum of a stored neuron before the activation function.
fn pre_activation(weights: &NetworkWeights, indices: &[u16], neuron: usize) -> i32 {
    let stored = weights.hidden_size / 2;
    let weight = |&index: &u16| i32::from(weights.feature_weights[usize::from(index) * stored + neuron]);
    i32::from(weights.feature_biases[neuron]) + indices.iter().map(weight).sum::<i32>()
}

/// Counts the stored neurons that make no difference in positions of some random games: those never active,
/// and those always saturated.
pub fn idle_neurons(weights: &NetworkWeights) -> [usize; 2] {
    idle_among(weights, &random_positions(1, 1000))
}

fn idle_among(weights: &NetworkWeights, positions: &[Position]) -> [usize; 2] {
    let stored = weights.hidden_size / 2;
    let (mut is_dead, mut is_saturated) = (vec![true; stored], vec![true; stored]);
    for position in positions {
        for indices in Example::of(position).features().perspectives() {
            for neuron in 0..stored {
                let sum = pre_activation(weights, indices, neuron);
                is_dead[neuron] &= sum <= 0;
                is_saturated[neuron] &= sum >= i32::from(QA);
            }
        }
    }
    [is_dead, is_saturated].map(|neurons| neurons.into_iter().filter(|&is| is).count())
}

fn random_positions(seed: u64, count: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(seed);
    let mut positions = Vec::new();
    let mut position = Position::startpos();
    while positions.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.history().len() > 100 {
            position = Position::startpos();
            continue;
        }
        position.play_unchecked(moves[rng.below(moves.len())]);
        positions.push(position.clone());
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::super::init::grown_network;
    use super::super::model::{Scratch, forward};
    use super::*;
    use crate::train::parameters::Shape;
    use chuhe::eval::nnue::AccumulatorStack;
    use std::sync::Arc;

    fn network(largest_output: f32) -> Parameters<f32> {
        let mut rng = SplitMix64::new(3);
        let mut net = Parameters::zero(Shape::new(64, true));
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
    fn the_engine_computes_the_same_values_as_the_trainer() {
        let net = network(0.1);
        let weights = quantize(&net, 400, "test");
        assert_eq!(weights.qb, 1024);
        let loaded = Arc::new(Network::from_bytes(&weights.to_bytes().unwrap()).unwrap());
        let mut scratch = Scratch::new(net.shape);
        let mut pairs = Vec::new();
        for position in random_positions(2, 500) {
            let example = Example::of(&position);
            let rounded = value(&loaded, &example);
            let mut accumulators = AccumulatorStack::new(&position, loaded.clone());
            assert_eq!(accumulators.evaluate(&position), rounded, "{position}");
            let output = forward(&net, &example.features(), &mut scratch);
            pairs.push([f64::from(output) * 400.0, rounded.into()]);
        }
        let error = RoundingError::of(pairs.into_iter());
        assert!(error.rms < 3.0 && error.positions == 500, "{error:?}");
    }

    #[test]
    fn each_neuron_of_the_second_layer_uses_all_eight_bits() {
        let mut net = network(0.1);
        let length = 4 * net.shape.stored();
        let places: Vec<_> = net.shape.second_places().collect();
        for &(at, lane) in &places[5 * length..6 * length] {
            net.lanes[at][lane] *= 0.01;
        }
        let layers = quantize(&net, 400, "").layers.unwrap();
        for weights in layers.second_weights.chunks_exact(length) {
            assert!(weights.iter().any(|weight| weight.unsigned_abs() == 127));
        }
        assert!(layers.second_steps[5] * 50.0 < layers.second_steps[4]);
    }

    #[test]
    fn a_network_is_the_same_after_dequantisation() {
        let weights = quantize(&network(0.1), 400, "test");
        assert_eq!(quantize(&dequantize(&weights, 400.0), 400, "test"), weights);
    }

    #[test]
    fn a_grown_network_has_the_same_values() {
        let small = quantize(&network(0.1), 400, "test");
        let network = Network::from_bytes(&small.to_bytes().unwrap()).unwrap();
        let mut nets = [(64, 400), (64, 250), (128, 400)].map(|(hidden, scale)| {
            let net = grown_network(Shape::new(hidden, true), 5, &small, scale as f32);
            let scratch = Scratch::new(net.shape);
            (net, scratch, scale as f32)
        });
        for position in random_positions(2, 100) {
            let example = Example::of(&position);
            let values = nets
                .each_mut()
                .map(|(net, scratch, scale)| f64::from(forward(net, &example.features(), scratch) * *scale));
            let expected = f64::from(value(&network, &example));
            assert!(values.iter().all(|value| (value - expected).abs() < 6.0), "{values:?} {expected}");
        }
    }

    #[test]
    fn qb_suits_the_weights() {
        for (largest, expected) in [(1.98, 64), (0.99, 128), (0.5, 128), (0.04, 2048), (1e-6, MAX_QB)] {
            let mut net = Parameters::zero(Shape::new(32, false));
            let first = net.shape.outputs();
            net.lanes[first][3] = -largest;
            assert_eq!(quantize(&net, 300, "").qb, expected, "{largest}");
        }
    }

    #[test]
    fn idle_neurons_are_counted() {
        let mut weights = quantize(&network(0.1), 400, "");
        weights.feature_biases[0] = MAX_BIAS;
        weights.feature_biases[1] = -MAX_BIAS;
        weights.feature_biases[2] = -MAX_BIAS;
        let [dead, saturated] = idle_among(&weights, &random_positions(2, 300));
        assert!((2..12).contains(&dead) && (1..12).contains(&saturated), "{dead} {saturated}");
    }
}
