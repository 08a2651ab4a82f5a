// SPDX-License-Identifier: MIT OR Apache-2.0
//! The second and the third hidden layer: what they add to the output for one position, forward and backward.
//!
//! A stored neuron of the second layer has two weights for each activation of the first: one for the neuron
//! that sees the board as it is, one for the mirrored neuron. Its own mirrored neuron has them exchanged, and
//! the third layer sees only the sum of both, so a mirror image has the same value. The third layer gets each
//! such sum twice, by clipped `ReLU` and by the squared one, which tell the sign and the size.

use super::super::example::PERSPECTIVES;
use super::super::parameters::{
    LANES, LAST_WEIGHTS, Lanes, Parameters, SECOND_BIASES, Shape, THIRD_BIASES, THIRD_BLOCKS, THIRD_WEIGHTS,
};
use super::super::real::{Real, crelu, half_derivative, screlu};
use chuhe::eval::nnue::arch::{INPUTS, SECOND};

/// Intermediate results that the forward pass leaves for the backward pass.
pub struct LayerScratch<T> {
    /// The activations of the first layer by perspective.
    pub first: [Vec<Lanes<T>>; PERSPECTIVES],
    /// Their gradients, after [`backward`]; zero if there are no further layers.
    pub gradients: [Vec<Lanes<T>>; PERSPECTIVES],
    /// The pre-activations of the second layer: stored neurons, mirrored neurons.
    second: [[T; 2]; SECOND],
    inputs: [T; INPUTS],
    /// The pre-activations of the third layer.
    third: [Lanes<T>; THIRD_BLOCKS],
}

impl<T: Real> LayerScratch<T> {
    pub fn new(shape: Shape) -> Self {
        let buffers = || core::array::from_fn(|_| vec![[T::ZERO; LANES]; shape.blocks]);
        Self {
            first: buffers(),
            gradients: buffers(),
            second: [[T::ZERO; 2]; SECOND],
            inputs: [T::ZERO; INPUTS],
            third: [[T::ZERO; LANES]; THIRD_BLOCKS],
        }
    }
}

#[inline(always)]
pub fn forward<T: Real>(net: &Parameters<T>, bucket: usize, scratch: &mut LayerScratch<T>) -> T {
    let (shape, tail) = (net.shape, &net.lanes[net.shape.tail_of(bucket)]);
    let mut sums = [[[T::ZERO; LANES]; 2]; SECOND];
    for side in 0..2 {
        let weights = net.lanes[shape.second_of(bucket, side)].as_chunks::<{ 2 * SECOND }>().0;
        let activations = scratch.first[2 * side].iter().zip(&scratch.first[2 * side + 1]);
        for ((plain, mirrored), weights) in activations.zip(weights) {
            let (plain, mirrored) = (*plain, *mirrored);
            for neuron in 0..SECOND {
                let weights = [weights[2 * neuron], weights[2 * neuron + 1]];
                let [to_plain, to_mirrored] = sums[neuron];
                sums[neuron] = [
                    with_products(to_plain, weights, [plain, mirrored]),
                    with_products(to_mirrored, weights, [mirrored, plain]),
                ];
            }
        }
    }
    for (neuron, [plain, mirrored]) in sums.iter().enumerate() {
        let bias = tail[SECOND_BIASES][neuron];
        let [plain, mirrored] = [bias + total(plain), bias + total(mirrored)];
        scratch.second[neuron] = [plain, mirrored];
        scratch.inputs[neuron] = crelu(plain) + crelu(mirrored);
        scratch.inputs[SECOND + neuron] = square(plain) + square(mirrored);
    }
    scratch.third.copy_from_slice(&tail[THIRD_BIASES..][..THIRD_BLOCKS]);
    for input in 0..INPUTS {
        for block in 0..THIRD_BLOCKS {
            let (value, weights) =
                (scratch.inputs[input], tail[THIRD_WEIGHTS + input * THIRD_BLOCKS + block]);
            let mut sums = scratch.third[block];
            for lane in 0..LANES {
                sums[lane] += value * weights[lane];
            }
            scratch.third[block] = sums;
        }
    }
    let mut output = [T::ZERO; LANES];
    for (sums, weights) in scratch.third.iter().zip(&tail[LAST_WEIGHTS..]) {
        for lane in 0..LANES {
            output[lane] += screlu(sums[lane]) * weights[lane];
        }
    }
    total(&output)
}

/// The backward pass, after [`forward`] on the same scratch, for a loss with this gradient by the output:
/// adds the gradients of the layers' parameters and leaves those of the first layer's activations.
#[inline(always)]
pub fn backward<T: Real>(
    net: &Parameters<T>,
    gradients: &mut Parameters<T>,
    bucket: usize,
    scratch: &mut LayerScratch<T>,
    gradient: T,
) {
    let (shape, tail) = (net.shape, net.shape.tail_of(bucket));
    let inputs =
        tail_backward(&net.lanes[tail.clone()], &mut gradients.lanes[tail.clone()], scratch, gradient);
    let mut by_sums = [[T::ZERO; 2]; SECOND];
    for neuron in 0..SECOND {
        let by_inputs = [inputs[neuron], inputs[SECOND + neuron]];
        let [plain, mirrored] = scratch.second[neuron];
        by_sums[neuron] = [by_sum(by_inputs, plain), by_sum(by_inputs, mirrored)];
        gradients.lanes[tail.start + SECOND_BIASES][neuron] += by_sums[neuron][0] + by_sums[neuron][1];
    }
    for side in 0..2 {
        let range = shape.second_of(bucket, side);
        let weights = net.lanes[range.clone()].as_chunks::<{ 2 * SECOND }>().0;
        let into_weights = gradients.lanes[range].as_chunks_mut::<{ 2 * SECOND }>().0;
        let activations = scratch.first[2 * side].iter().zip(&scratch.first[2 * side + 1]);
        let (first, second) = scratch.gradients.split_at_mut(2 * side + 1);
        let into_activations = first[2 * side].iter_mut().zip(&mut second[0]);
        for (((plain, mirrored), (to_plain, to_mirrored)), (weights, into_weights)) in
            activations.zip(into_activations).zip(weights.iter().zip(into_weights))
        {
            let (plain, mirrored) = (*plain, *mirrored);
            let mut sums = [[T::ZERO; LANES]; 2];
            for (neuron, &factors) in by_sums.iter().enumerate() {
                let at = 2 * neuron;
                let exchanged = [factors[1], factors[0]];
                into_weights[at] = with_scaled(into_weights[at], factors, [plain, mirrored]);
                into_weights[at + 1] = with_scaled(into_weights[at + 1], exchanged, [plain, mirrored]);
                let weights = [weights[at], weights[at + 1]];
                sums = [with_scaled(sums[0], factors, weights), with_scaled(sums[1], exchanged, weights)];
            }
            (*to_plain, *to_mirrored) = (sums[0], sums[1]);
        }
    }
}

/// The sum of a vector: halves are added up, an order that vector instructions keep.
#[inline(always)]
fn total<T: Real>(vector: &Lanes<T>) -> T {
    let mut sums = *vector;
    let mut width = LANES / 2;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sums[0]
}

/// The gradient of a neuron of the second layer, from those of its two inputs of the third.
#[inline(always)]
fn by_sum<T: Real>(by_inputs: [T; 2], sum: T) -> T {
    by_inputs[0] * crelu_derivative(sum) + (by_inputs[1] + by_inputs[1]) * square_half_derivative(sum)
}

/// Adds the products of two pairs of vectors. Vectors go in and out by value, which tells the compiler that
/// nothing overlaps, so that it uses vector instructions.
#[inline(always)]
fn with_products<T: Real>(mut sums: Lanes<T>, first: [Lanes<T>; 2], second: [Lanes<T>; 2]) -> Lanes<T> {
    for lane in 0..LANES {
        sums[lane] += first[0][lane] * second[0][lane] + first[1][lane] * second[1][lane];
    }
    sums
}

/// Adds two vectors times a factor each.
#[inline(always)]
fn with_scaled<T: Real>(mut sums: Lanes<T>, factors: [T; 2], vectors: [Lanes<T>; 2]) -> Lanes<T> {
    for lane in 0..LANES {
        sums[lane] += factors[0] * vectors[0][lane] + factors[1] * vectors[1][lane];
    }
    sums
}

/// The backward pass to the inputs of the third layer, whose gradients it returns.
#[inline(always)]
fn tail_backward<T: Real>(
    tail: &[Lanes<T>],
    gradients: &mut [Lanes<T>],
    scratch: &LayerScratch<T>,
    gradient: T,
) -> [T; INPUTS] {
    let mut by_third = [[T::ZERO; LANES]; THIRD_BLOCKS];
    for block in 0..THIRD_BLOCKS {
        let (sums, weights) = (scratch.third[block], tail[LAST_WEIGHTS + block]);
        let mut by_last = gradients[LAST_WEIGHTS + block];
        let mut by_bias = gradients[THIRD_BIASES + block];
        for lane in 0..LANES {
            by_last[lane] += gradient * screlu(sums[lane]);
            by_third[block][lane] = (gradient + gradient) * weights[lane] * half_derivative(sums[lane]);
            by_bias[lane] += by_third[block][lane];
        }
        gradients[LAST_WEIGHTS + block] = by_last;
        gradients[THIRD_BIASES + block] = by_bias;
    }
    let mut by_input = [T::ZERO; INPUTS];
    for (input, by_input) in by_input.iter_mut().enumerate() {
        let mut sums = [T::ZERO; LANES];
        for (block, by_third) in by_third.iter().enumerate() {
            let at = THIRD_WEIGHTS + input * THIRD_BLOCKS + block;
            let (weights, mut by_weights) = (tail[at], gradients[at]);
            for lane in 0..LANES {
                by_weights[lane] += by_third[lane] * scratch.inputs[input];
                sums[lane] += by_third[lane] * weights[lane];
            }
            gradients[at] = by_weights;
        }
        *by_input = total(&sums);
    }
    by_input
}

#[inline(always)]
fn crelu_derivative<T: Real>(sum: T) -> T {
    if sum > T::ZERO && sum < T::ONE { T::ONE } else { T::ZERO }
}

/// The square, clipped.
#[inline(always)]
fn square<T: Real>(sum: T) -> T {
    let square = sum * sum;
    if square < T::ONE { square } else { T::ONE }
}

#[inline(always)]
fn square_half_derivative<T: Real>(sum: T) -> T {
    if sum * sum < T::ONE { sum } else { T::ZERO }
}
