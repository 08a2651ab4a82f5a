// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network in floating point while it is trained: its parameters in one list, and the forward and the
//! backward pass over one position.
//!
//! Half of the hidden neurons are stored; with horizontal-mirror weight sharing each has a mirrored neuron,
//! which sees the board mirrored and has the same weights. So a position is seen in four ways (two
//! perspectives, each plain and mirrored) through one table of weights, and its mirror image has exactly the
//! same value. For each of them the activation of a neuron is `SCReLU`, `clamp(bias + sum of feature weights,
//! 0, 1)²`. The output is `y = bias + sum of output weight · activation` with the weights of the position's
//! bucket, and what the second and the third layer ([`layers`]) add; `sigmoid(y)` is the predicted result.
//! The loss is `(sigmoid(y) − target)²`.

pub mod layers;

use super::example::{ActiveFeatures, PERSPECTIVES};
use crate::eval::nnue::arch::SECOND;
use crate::eval::nnue::features::{BUCKETS, FEATURES};
use core::array;
use core::ops::{Add, AddAssign, Div, Mul, Range, Sub};
use layers::LayerScratch;

/// The number of parameters in a vector.
pub const LANES: usize = 16;
// A bias for each bucket fits into one vector.
const _: () = assert!(BUCKETS <= LANES);
/// A vector of parameters.
pub type Lanes<T> = [T; LANES];

/// The size of a network and the layout of its parameters, counted in [`Lanes`]: feature weights, feature
/// biases, output weights, output biases, the weights of the second layer, the rest of the second and the
/// third.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The number of [`Lanes`] that the stored neurons fill.
    pub blocks: usize,
    /// There are a second and a third layer.
    pub has_layers: bool,
}

impl Shape {
    /// The shape of a network with this hidden size, a multiple of 32, with or without a second and a third
    /// layer.
    pub fn new(hidden: usize, has_layers: bool) -> Self {
        debug_assert!(hidden > 0 && hidden.is_multiple_of(2 * LANES));
        Self { blocks: hidden / (2 * LANES), has_layers }
    }

    /// The number of stored neurons: half of the hidden size.
    pub fn stored(self) -> usize {
        self.blocks * LANES
    }

    /// The start of the feature biases, which follow the feature weights.
    pub fn biases(self) -> usize {
        FEATURES * self.blocks
    }

    /// The start of the output weights: by bucket, the side to move first.
    pub fn outputs(self) -> usize {
        self.biases() + self.blocks
    }

    /// The start of the output biases: one vector, by bucket.
    pub fn output_biases(self) -> usize {
        self.outputs() + 2 * BUCKETS * self.blocks
    }

    /// The start of the weights of the second layer: by bucket, side, block of the first layer's stored
    /// neurons, stored neuron, and plain or mirrored.
    pub fn second(self) -> usize {
        self.output_biases() + 1
    }

    /// The weights of the second layer for a bucket and a side.
    fn second_of(self, bucket: usize, side: usize) -> Range<usize> {
        let length = 2 * SECOND * self.blocks;
        let start = self.second() + (2 * bucket + side) * length;
        start..start + length
    }

    /// The places of the second layer's weights, vector and lane, in the order of a network file.
    pub fn second_places(self) -> impl Iterator<Item = (usize, usize)> {
        (0..BUCKETS * SECOND * 4 * self.stored()).map(move |number| {
            let (row, input) = (number / self.stored(), number % self.stored());
            let [mirrored, side, neuron, bucket] = [row % 2, row / 2 % 2, row / 4 % SECOND, row / 4 / SECOND];
            let block = self.second_of(bucket, side).start + input / LANES * 2 * SECOND;
            (block + 2 * neuron + mirrored, input % LANES)
        })
    }

    /// The start of what follows the second layer's weights, by bucket; see [`layers`].
    pub fn tails(self) -> usize {
        self.second() + if self.has_layers { BUCKETS * 4 * SECOND * self.blocks } else { 0 }
    }

    /// The range of a bucket's parameters after the weights of the second layer.
    fn tail_of(self, bucket: usize) -> Range<usize> {
        let start = self.tails() + bucket * layers::TAIL;
        start..start + layers::TAIL
    }

    /// The total size.
    pub fn len(self) -> usize {
        self.tails() + if self.has_layers { BUCKETS * layers::TAIL } else { 0 }
    }
}

/// The parameters of a network, or one number for each parameter, such as its gradient.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters<T> {
    pub shape: Shape,
    pub lanes: Vec<Lanes<T>>,
}

impl<T: Real> Parameters<T> {
    /// All zero.
    pub fn zero(shape: Shape) -> Self {
        Self { shape, lanes: vec![[T::ZERO; LANES]; shape.len()] }
    }

    /// Sets all to zero.
    pub fn clear(&mut self) {
        self.lanes.fill([T::ZERO; LANES]);
    }

    /// The output weights of a bucket for the side to move and for the other side.
    #[inline(always)]
    fn outputs(&self, bucket: usize) -> [&[Lanes<T>]; 2] {
        let blocks = self.shape.blocks;
        let weights = &self.lanes[self.shape.outputs() + 2 * bucket * blocks..][..2 * blocks];
        let (own, other) = weights.split_at(blocks);
        [own, other]
    }
}

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

/// The activation: squared clipped `ReLU`.
#[inline(always)]
fn screlu<T: Real>(sum: T) -> T {
    crelu(sum) * crelu(sum)
}

/// Clipped `ReLU`.
#[inline(always)]
fn crelu<T: Real>(sum: T) -> T {
    let low = if sum > T::ZERO { sum } else { T::ZERO };
    if low < T::ONE { low } else { T::ONE }
}

/// Half the derivative of [`screlu`]: the sum within the clipping range, else 0.
#[inline(always)]
fn half_derivative<T: Real>(sum: T) -> T {
    let low = if sum > T::ZERO { sum } else { T::ZERO };
    if low < T::ONE { low } else { T::ZERO }
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

/// A floating-point number: `f32` for training, `f64` for checking gradients.
pub trait Real:
    Copy
    + PartialOrd
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + AddAssign
    + 'static
{
    const ZERO: Self;
    const ONE: Self;

    fn exp(self) -> Self;
}

impl Real for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn exp(self) -> Self {
        self.exp()
    }
}

impl Real for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn exp(self) -> Self {
        self.exp()
    }
}

/// The logistic function: the expected result that an output of the network stands for.
#[inline]
pub fn sigmoid<T: Real>(output: T) -> T {
    T::ONE / (T::ONE + (T::ZERO - output).exp())
}
