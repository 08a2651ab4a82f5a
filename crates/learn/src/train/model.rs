// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network in floating point while it is trained: the forward and the backward pass over one position.
//!
//! Half of the hidden neurons are stored; with horizontal-mirror weight sharing each has a mirrored neuron,
//! which sees the board mirrored and has the same weights. So a position is seen in four ways (two
//! perspectives, each plain and mirrored) through one table of weights, and its mirror image has exactly the
//! same value. For each of them the activation of a neuron is `SCReLU`, `clamp(bias + sum of feature weights,
//! 0, 1)²`. The output is `y = bias + sum of output weight · activation` with the weights of the position's
//! bucket, and what the second and the third layer ([`layers`]) add; `sigmoid(y)` is the predicted result.
//! The loss is `(sigmoid(y) − target)²`.

mod layers;

use super::example::{ActiveFeatures, PERSPECTIVES};
use super::parameters::{LANES, Lanes, Parameters, Shape};
use super::real::{Real, half_derivative, screlu, sigmoid};
use core::array;
use layers::LayerScratch;

/// Intermediate results that the forward pass leaves for the backward pass.
pub struct Scratch<T> {
    /// The pre-activations of each perspective, later their gradients.
    sums: [Vec<Lanes<T>>; PERSPECTIVES],
    layers: LayerScratch<T>,
}

impl<T: Real> Scratch<T> {
    pub fn new(shape: Shape) -> Self {
        Self {
            sums: array::from_fn(|_| vec![[T::ZERO; LANES]; shape.blocks]),
            layers: LayerScratch::new(shape),
        }
    }
}

/// The forward pass: returns the output of the network.
#[inline(always)]
pub fn forward<T: Real>(net: &Parameters<T>, features: &ActiveFeatures, scratch: &mut Scratch<T>) -> T {
    let shape = net.shape;
    let biases = &net.lanes[shape.biases()..][..shape.blocks];
    for (sums, indices) in scratch.sums.iter_mut().zip(features.perspectives()) {
        sums.copy_from_slice(biases);
        gather(sums, &net.lanes, indices);
    }
    for (activations, sums) in scratch.layers.first.iter_mut().zip(&scratch.sums) {
        for (activation, sum) in activations.as_flattened_mut().iter_mut().zip(sums.as_flattened()) {
            *activation = screlu(*sum);
        }
    }
    let mut total = [T::ZERO; LANES];
    for (side, weights) in net.outputs(features.bucket).into_iter().enumerate() {
        let [plain, mirrored] = [&scratch.layers.first[2 * side], &scratch.layers.first[2 * side + 1]];
        for ((weights, plain), mirrored) in weights.iter().zip(plain).zip(mirrored) {
            for lane in 0..LANES {
                total[lane] += weights[lane] * (plain[lane] + mirrored[lane]);
            }
        }
    }
    let bias = net.lanes[shape.output_biases()][features.bucket];
    let deep =
        if shape.has_layers { layers::forward(net, features.bucket, &mut scratch.layers) } else { T::ZERO };
    total.into_iter().fold(bias + deep, |sum, lane| sum + lane)
}

/// The backward pass, after [`forward`] on the same scratch returned `output`: adds the gradient of the loss;
/// returns the loss.
#[inline(always)]
pub fn backward<T: Real>(
    net: &Parameters<T>,
    gradients: &mut Parameters<T>,
    features: &ActiveFeatures,
    scratch: &mut Scratch<T>,
    output: T,
    target: T,
) -> T {
    let shape = net.shape;
    let predicted = sigmoid(output);
    let error = predicted - target;
    let gradient = (T::ONE + T::ONE) * error * predicted * (T::ONE - predicted);
    gradients.lanes[shape.output_biases()][features.bucket] += gradient;
    if shape.has_layers {
        layers::backward(net, gradients, features.bucket, &mut scratch.layers, gradient);
    }
    for (side, weights) in net.outputs(features.bucket).into_iter().enumerate() {
        let start = shape.outputs() + (2 * features.bucket + side) * shape.blocks;
        let outputs = gradients.lanes[start..][..shape.blocks].as_flattened_mut();
        let (activations, deep) = (&scratch.layers.first, &scratch.layers.gradients);
        let [plain, mirrored] =
            [2 * side, 2 * side + 1].map(|perspective| activations[perspective].as_flattened());
        for (output, (plain, mirrored)) in outputs.iter_mut().zip(plain.iter().zip(mirrored)) {
            *output += gradient * (*plain + *mirrored);
        }
        for perspective in [2 * side, 2 * side + 1] {
            let sums = scratch.sums[perspective].as_flattened_mut().iter_mut();
            for ((sum, weight), deep) in
                sums.zip(weights.as_flattened()).zip(deep[perspective].as_flattened())
            {
                let by_activation = gradient * *weight + *deep;
                *sum = (by_activation + by_activation) * half_derivative(*sum);
            }
        }
    }
    for (sums, indices) in scratch.sums.iter().zip(features.perspectives()) {
        scatter(&mut gradients.lanes, sums, indices);
        add(&mut gradients.lanes[shape.biases()..][..shape.blocks], sums);
    }
    error * error
}

/// Adds the weights of these features; four at a time, so that the sums are loaded and stored less often.
#[inline(always)]
fn gather<T: Real>(sums: &mut [Lanes<T>], weights: &[Lanes<T>], indices: &[u16]) {
    let blocks = sums.len();
    let mut fours = indices.chunks_exact(4);
    for four in &mut fours {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| &weights[usize::from(four[i]) * blocks..][..blocks]);
        let pairs =
            a.as_flattened().iter().zip(b.as_flattened()).zip(c.as_flattened().iter().zip(d.as_flattened()));
        for (sum, ((a, b), (c, d))) in sums.as_flattened_mut().iter_mut().zip(pairs) {
            *sum += (*a + *b) + (*c + *d);
        }
    }
    for &index in fours.remainder() {
        add(sums, &weights[usize::from(index) * blocks..][..blocks]);
    }
}

/// Adds the gradients of a perspective to the weights of each of its features.
#[inline(always)]
fn scatter<T: Real>(weights: &mut [Lanes<T>], gradients: &[Lanes<T>], indices: &[u16]) {
    for &index in indices {
        add(&mut weights[usize::from(index) * gradients.len()..][..gradients.len()], gradients);
    }
}

/// Adds vectors to vectors.
#[inline(always)]
pub fn add<T: Real>(sums: &mut [Lanes<T>], numbers: &[Lanes<T>]) {
    for (sum, number) in sums.as_flattened_mut().iter_mut().zip(numbers.as_flattened()) {
        *sum += *number;
    }
}

#[cfg(test)]
mod tests;
