// SPDX-License-Identifier: MIT OR Apache-2.0
//! Initialises a network: with random weights, or with those of a trained network.

use super::parameters::{LANES, Lanes, Parameters, Shape, TAIL, THIRD_BIASES, THIRD_WEIGHTS};
use super::quantize::dequantize;
use chuhe::eval::nnue::NetworkWeights;
use chuhe::eval::nnue::arch::{INPUTS, SECOND};
use chuhe::eval::nnue::features::{BUCKETS, FEATURES};
use xiangqi::types::SplitMix64;

/// The number of feature weights that a neuron adds up: one per piece, roughly.
const ACTIVE: f64 = 32.0;

/// Initialises weights from a normal distribution, scaled by the number of inputs (He et al. 2015), and
/// biases to zero.
pub fn random_network(shape: Shape, seed: u64) -> Parameters<f32> {
    let mut rng = SplitMix64::new(seed);
    let mut net = Parameters::zero(shape);
    let outputs = (4 * shape.stored()) as f64;
    let (feature_weights, rest) = net.lanes.split_at_mut(shape.biases());
    let output_weights = &mut rest[shape.blocks..][..shape.output_biases() - shape.outputs()];
    draw(feature_weights, ACTIVE, &mut rng);
    draw(output_weights, outputs, &mut rng);
    random_layers(&mut net, &mut rng);
    net
}

/// Initialises the second and the third layer likewise; their output weights begin at zero.
fn random_layers(net: &mut Parameters<f32>, rng: &mut SplitMix64) {
    let shape = net.shape;
    let (second, tails) = net.lanes[shape.second()..].split_at_mut(shape.tails() - shape.second());
    draw(second, (4 * shape.stored()) as f64, rng);
    for tail in tails.chunks_exact_mut(TAIL) {
        draw(&mut tail[THIRD_WEIGHTS..THIRD_BIASES], INPUTS as f64, rng);
    }
}

/// Draws the weights of a layer whose neurons have this number of inputs.
fn draw(weights: &mut [Lanes<f32>], inputs: f64, rng: &mut SplitMix64) {
    let spread = (2.0 / inputs).sqrt();
    for weight in weights.as_flattened_mut() {
        *weight = (normal(rng) * spread) as f32;
    }
}

/// Initialises weights from a network with at most as many neurons. The output weights of further neurons are
/// zero, and so are theirs of the second layer, so that the network begins with the same values (Chen,
/// Goodfellow and Shlens 2016, "`Net2Net`"). A network with one hidden layer begins without what further ones
/// added.
pub fn grown_network(shape: Shape, seed: u64, initial: &NetworkWeights, scale: f32) -> Parameters<f32> {
    let small = dequantize(initial, scale);
    let mut net = random_network(shape, seed);
    let outputs = shape.outputs()..shape.output_biases();
    net.lanes[outputs].fill([0.0; LANES]);
    // Copies rows with this number of vectors for each block of neurons.
    let copy = |net: &mut Parameters<f32>, start: usize, small_start: usize, rows: usize, width: usize| {
        let [from, to] = [small.shape.blocks, shape.blocks].map(|blocks| blocks * width);
        for row in 0..rows {
            let weights = &small.lanes[small_start + row * from..][..from];
            net.lanes[start + row * to..][..from].copy_from_slice(weights);
        }
    };
    copy(&mut net, 0, 0, FEATURES, 1);
    copy(&mut net, shape.biases(), small.shape.biases(), 1, 1);
    copy(&mut net, shape.outputs(), small.shape.outputs(), 2 * BUCKETS, 1);
    if shape.has_layers && initial.layers.is_some() {
        net.lanes[shape.second()..shape.tails()].fill([0.0; LANES]);
        copy(&mut net, shape.second(), small.shape.second(), 2 * BUCKETS, 2 * SECOND);
        net.lanes[shape.tails()..].copy_from_slice(&small.lanes[small.shape.tails()..]);
    }
    net.lanes[shape.output_biases()] = small.lanes[small.shape.output_biases()];
    net
}

/// A normally distributed random number, approximately: the sum of twelve uniform ones.
fn normal(rng: &mut SplitMix64) -> f64 {
    let uniform = |rng: &mut SplitMix64| (rng.next_u64() >> 32) as f64 / 4_294_967_296.0;
    (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0
}
