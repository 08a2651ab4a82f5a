// SPDX-License-Identifier: MIT OR Apache-2.0
//! The second and the third hidden layer: what they add to the output for one position, forward and backward.
//!
//! A stored neuron of the second layer has two weights for each activation of the first: one for the neuron
//! that sees the board as it is, one for the mirrored neuron. Its own mirrored neuron has them exchanged, and
//! the third layer sees only the sum of both, so a mirror image has the same value. The third layer gets each
//! such sum twice, by clipped `ReLU` and by the squared one, which tell the sign and the size.

use super::super::example::PERSPECTIVES;
use super::{LANES, Lanes, Parameters, Real, Shape, crelu, half_derivative, screlu};
use crate::eval::nnue::arch::{INPUTS, SECOND, THIRD};

/// The number of [`Lanes`] that the neurons of the third layer fill.
pub const THIRD_BLOCKS: usize = THIRD / LANES;
// The biases of the second layer fit into one vector.
const _: () = assert!(SECOND <= LANES && THIRD.is_multiple_of(LANES));

/// The parts of a bucket's parameters after the weights of the second layer, in [`Lanes`].
pub const SECOND_BIASES: usize = 0;
pub const THIRD_WEIGHTS: usize = SECOND_BIASES + 1;
pub const THIRD_BIASES: usize = THIRD_WEIGHTS + INPUTS * THIRD_BLOCKS;
pub const LAST_WEIGHTS: usize = THIRD_BIASES + THIRD_BLOCKS;
/// The number of all of them.
pub const TAIL: usize = LAST_WEIGHTS + THIRD_BLOCKS;

/// Intermediate results that the forward pass leaves for the backward pass.
pub struct LayerScratch<T> {
    /// The activations of the first layer by perspective.
    pub first: [Vec<Lanes<T>>; PERSPECTIVES],
    /// Their gradients, after [`backward`].
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

/// The forward pass: returns the part of the output.
#[inline(always)]
pub fn forward<T: Real>(net: &Parameters<T>, bucket: usize, scratch: &mut LayerScratch<T>) -> T {
    let (shape, tail) = (net.shape, &net.lanes[net.shape.tail_of(bucket)]);
    for (neuron, &bias) in tail[SECOND_BIASES][..SECOND].iter().enumerate() {
        let mut sums = [[T::ZERO; LANES]; 2];
        for side in 0..2 {
            let weights = &net.lanes[shape.second_of(bucket, neuron, side)];
            let (same, other) = weights.split_at(shape.blocks);
            let [plain, mirrored] = [&scratch.first[2 * side], &scratch.first[2 * side + 1]];
            for (((same, other), plain), mirrored) in same.iter().zip(other).zip(plain).zip(mirrored) {
                let [to_plain, to_mirrored] = &mut sums;
                add_products(to_plain, [same, other], [plain, mirrored]);
                add_products(to_mirrored, [same, other], [mirrored, plain]);
            }
        }
        let [plain, mirrored] = [bias + total(&sums[0]), bias + total(&sums[1])];
        scratch.second[neuron] = [plain, mirrored];
        scratch.inputs[neuron] = crelu(plain) + crelu(mirrored);
        scratch.inputs[SECOND + neuron] = square(plain) + square(mirrored);
    }
    scratch.third.copy_from_slice(&tail[THIRD_BIASES..][..THIRD_BLOCKS]);
    for (input, weights) in scratch.inputs.iter().zip(tail[THIRD_WEIGHTS..].chunks_exact(THIRD_BLOCKS)) {
        for (sums, weights) in scratch.third.iter_mut().zip(weights) {
            for lane in 0..LANES {
                sums[lane] += *input * weights[lane];
            }
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

/// The backward pass, after [`forward`] on the same scratch, for a loss with this gradient by the output: adds
/// the gradients of the layers' parameters and leaves those of the first layer's activations.
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
    for buffer in &mut scratch.gradients {
        buffer.fill([T::ZERO; LANES]);
    }
    for neuron in 0..SECOND {
        let [plain, mirrored] = scratch.second[neuron];
        let by_inputs = [inputs[neuron], inputs[SECOND + neuron]];
        let [by_plain, by_mirrored] = [by_sum(by_inputs, plain), by_sum(by_inputs, mirrored)];
        gradients.lanes[tail.start + SECOND_BIASES][neuron] += by_plain + by_mirrored;
        for side in 0..2 {
            let weights = shape.second_of(bucket, neuron, side);
            let (same, other) = net.lanes[weights.clone()].split_at(shape.blocks);
            let (same_gradients, other_gradients) = gradients.lanes[weights].split_at_mut(shape.blocks);
            let [plain, mirrored] = [&scratch.first[2 * side], &scratch.first[2 * side + 1]];
            let (first, second) = scratch.gradients.split_at_mut(2 * side + 1);
            let (to_plain, to_mirrored) = (&mut first[2 * side], &mut second[0]);
            let activations = plain.iter().zip(mirrored);
            let weights = same.iter().zip(other);
            let into_weights = same_gradients.iter_mut().zip(other_gradients);
            let into_activations = to_plain.iter_mut().zip(to_mirrored);
            for (((plain, mirrored), (same, other)), (into_weights, into_activations)) in
                activations.zip(weights).zip(into_weights.zip(into_activations))
            {
                add_scaled(into_weights.0, [by_plain, by_mirrored], [plain, mirrored]);
                add_scaled(into_weights.1, [by_mirrored, by_plain], [plain, mirrored]);
                add_scaled(into_activations.0, [by_plain, by_mirrored], [same, other]);
                add_scaled(into_activations.1, [by_mirrored, by_plain], [same, other]);
            }
        }
    }
}

/// The sum of a vector.
#[inline(always)]
fn total<T: Real>(vector: &Lanes<T>) -> T {
    let mut sum = T::ZERO;
    for number in vector {
        sum += *number;
    }
    sum
}

/// The gradient of a neuron of the second layer, from those of its two inputs of the third.
#[inline(always)]
fn by_sum<T: Real>(by_inputs: [T; 2], sum: T) -> T {
    by_inputs[0] * crelu_derivative(sum) + (by_inputs[1] + by_inputs[1]) * square_half_derivative(sum)
}

/// Adds the products of two pairs of vectors.
#[inline(always)]
fn add_products<T: Real>(sums: &mut Lanes<T>, first: [&Lanes<T>; 2], second: [&Lanes<T>; 2]) {
    for lane in 0..LANES {
        sums[lane] += first[0][lane] * second[0][lane] + first[1][lane] * second[1][lane];
    }
}

/// Adds two vectors times a factor each.
#[inline(always)]
fn add_scaled<T: Real>(sums: &mut Lanes<T>, factors: [T; 2], vectors: [&Lanes<T>; 2]) {
    // Copies tell the compiler that nothing overlaps, so that it uses vector instructions.
    let (first, second, mut result) = (*vectors[0], *vectors[1], *sums);
    for lane in 0..LANES {
        result[lane] += factors[0] * first[lane] + factors[1] * second[lane];
    }
    *sums = result;
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
        for lane in 0..LANES {
            let sum = scratch.third[block][lane];
            gradients[LAST_WEIGHTS + block][lane] += gradient * screlu(sum);
            let twice = gradient + gradient;
            by_third[block][lane] = twice * tail[LAST_WEIGHTS + block][lane] * half_derivative(sum);
            gradients[THIRD_BIASES + block][lane] += by_third[block][lane];
        }
    }
    let mut by_input = [T::ZERO; INPUTS];
    for (input, by_input) in by_input.iter_mut().enumerate() {
        let mut sums = [T::ZERO; LANES];
        for (block, by_third) in by_third.iter().enumerate() {
            let at = THIRD_WEIGHTS + input * THIRD_BLOCKS + block;
            for lane in 0..LANES {
                gradients[at][lane] += by_third[lane] * scratch.inputs[input];
                sums[lane] += by_third[lane] * tail[at][lane];
            }
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
