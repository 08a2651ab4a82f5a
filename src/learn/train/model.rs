// SPDX-License-Identifier: MIT OR Apache-2.0
//! The network while it is trained: all its numbers in one list, forward and backward over one position.
//!
//! Half of the hidden units are free; each has a twin that sees the board mirrored and counts the same. So a position is
//! looked at in four ways (two views, each plain and mirrored) through the one table of weights, and its mirror image has
//! exactly the same value. For each view a unit's activation is `clamp(bias + sum of its rows, 0, 1)²`; the output is
//! `y = bias + sum of output weight · activation` with the weights of the position's bucket, and `sigmoid(y)` is the
//! predicted result. The loss is `(sigmoid(y) − target)²`.

#![allow(
    clippy::inline_always,
    reason = "see `simd`: the loops must become part of the function that calls them"
)]
#![allow(clippy::needless_range_loop, reason = "several lists of one length at a time")]

use super::example::{Features, VIEWS};
use super::real::{Real, sigmoid};
use crate::eval::network::features::{BUCKETS, FEATURES};
use core::array;

/// Numbers that are worked on together.
pub const LANES: usize = 16;
/// A number for each bucket fits in.
const _: () = assert!(BUCKETS <= LANES);
/// That many numbers.
pub type Lanes<T> = [T; LANES];

/// How large a network is, and where in its list each part begins, counted in [`Lanes`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Lanes that the free units fill.
    pub blocks: usize,
}

impl Shape {
    /// A network with so many hidden units a view, half of them free: a multiple of 32.
    pub fn new(hidden: usize) -> Self {
        debug_assert!(hidden > 0 && hidden.is_multiple_of(2 * LANES));
        Self { blocks: hidden / (2 * LANES) }
    }

    /// Free units of a view.
    pub fn free(self) -> usize {
        self.blocks * LANES
    }

    /// The biases follow the rows.
    pub fn biases(self) -> usize {
        FEATURES * self.blocks
    }

    /// Then the output weights: by bucket, first those for the side to move.
    pub fn outputs(self) -> usize {
        self.biases() + self.blocks
    }

    /// Then the output biases, by bucket, in the first of these lanes.
    pub fn output_biases(self) -> usize {
        self.outputs() + 2 * BUCKETS * self.blocks
    }

    /// Lanes in all.
    pub fn len(self) -> usize {
        self.output_biases() + 1
    }
}

/// The numbers of a network, or what belongs to each of them, as its slope.
#[derive(Clone, PartialEq, Debug)]
pub struct Numbers<T> {
    pub shape: Shape,
    pub lanes: Vec<Lanes<T>>,
}

impl<T: Real> Numbers<T> {
    /// All zero.
    pub fn zero(shape: Shape) -> Self {
        Self { shape, lanes: vec![[T::ZERO; LANES]; shape.len()] }
    }

    /// Sets all to zero.
    pub fn clear(&mut self) {
        self.lanes.fill([T::ZERO; LANES]);
    }

    /// Where the output weights of a bucket begin.
    #[inline(always)]
    fn outputs(&self, bucket: usize) -> [&[Lanes<T>]; 2] {
        let blocks = self.shape.blocks;
        let weights = &self.lanes[self.shape.outputs() + 2 * bucket * blocks..][..2 * blocks];
        let (own, other) = weights.split_at(blocks);
        [own, other]
    }
}

/// What forward leaves for backward.
pub struct Scratch<T> {
    /// The sums of each view, later their slopes.
    sums: [Vec<Lanes<T>>; VIEWS],
}

impl<T: Real> Scratch<T> {
    pub fn new(shape: Shape) -> Self {
        Self { sums: array::from_fn(|_| vec![[T::ZERO; LANES]; shape.blocks]) }
    }
}

/// The output of the network.
#[inline(always)]
pub fn forward<T: Real>(net: &Numbers<T>, features: &Features, scratch: &mut Scratch<T>) -> T {
    let shape = net.shape;
    let biases = &net.lanes[shape.biases()..][..shape.blocks];
    for (sums, rows) in scratch.sums.iter_mut().zip(features.views()) {
        sums.copy_from_slice(biases);
        gather(sums, &net.lanes, rows);
    }
    let mut total = [T::ZERO; LANES];
    for (side, weights) in net.outputs(features.bucket).into_iter().enumerate() {
        let [plain, mirrored] = [&scratch.sums[2 * side], &scratch.sums[2 * side + 1]];
        for ((weights, plain), mirrored) in weights.iter().zip(plain).zip(mirrored) {
            for lane in 0..LANES {
                let both = squared(plain[lane]) + squared(mirrored[lane]);
                total[lane] += weights[lane] * both;
            }
        }
    }
    let bias = net.lanes[shape.output_biases()][features.bucket];
    total.into_iter().fold(bias, |sum, lane| sum + lane)
}

/// Adds the slopes of the loss with respect to each number, after [`forward`] on the same scratch gave `output`; returns the
/// loss.
#[inline(always)]
pub fn backward<T: Real>(
    net: &Numbers<T>,
    slopes: &mut Numbers<T>,
    features: &Features,
    scratch: &mut Scratch<T>,
    output: T,
    target: T,
) -> T {
    let shape = net.shape;
    let predicted = sigmoid(output);
    let error = predicted - target;
    let slope = (T::ONE + T::ONE) * error * predicted * (T::ONE - predicted);
    slopes.lanes[shape.output_biases()][features.bucket] += slope;
    for (side, weights) in net.outputs(features.bucket).into_iter().enumerate() {
        let start = shape.outputs() + (2 * features.bucket + side) * shape.blocks;
        let (first, second) = scratch.sums.split_at_mut(2 * side + 1);
        let views = [&mut first[2 * side], &mut second[0]].map(|sums| sums.as_flattened_mut());
        let outputs = slopes.lanes[start..][..shape.blocks].as_flattened_mut();
        activations_backward(views, outputs, weights.as_flattened(), slope);
    }
    for (sums, rows) in scratch.sums.iter().zip(features.views()) {
        scatter(&mut slopes.lanes, sums, rows);
        add(&mut slopes.lanes[shape.biases()..][..shape.blocks], sums);
    }
    error * error
}

/// Adds the slopes of the output weights of a side, and turns the sums of its two views into their slopes.
#[inline(always)]
fn activations_backward<T: Real>(
    [plain, mirrored]: [&mut [T]; 2],
    outputs: &mut [T],
    weights: &[T],
    slope: T,
) {
    let twice = slope + slope;
    let sums = plain.iter_mut().zip(mirrored);
    for ((output, weight), (plain, mirrored)) in outputs.iter_mut().zip(weights).zip(sums) {
        *output += slope * (squared(*plain) + squared(*mirrored));
        let factor = twice * *weight;
        *plain = factor * inside(*plain);
        *mirrored = factor * inside(*mirrored);
    }
}

/// The activation.
#[inline(always)]
fn squared<T: Real>(sum: T) -> T {
    let low = if sum > T::ZERO { sum } else { T::ZERO };
    let clamped = if low < T::ONE { low } else { T::ONE };
    clamped * clamped
}

/// Half the slope of the activation: the sum where it is neither too small nor too large.
#[inline(always)]
fn inside<T: Real>(sum: T) -> T {
    let low = if sum > T::ZERO { sum } else { T::ZERO };
    if low < T::ONE { low } else { T::ZERO }
}

/// Adds these rows of the weights; four at a time, so that the sums are fetched and stored less often.
#[inline(always)]
fn gather<T: Real>(sums: &mut [Lanes<T>], weights: &[Lanes<T>], rows: &[u16]) {
    let blocks = sums.len();
    let mut fours = rows.chunks_exact(4);
    for four in &mut fours {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| &weights[usize::from(four[i]) * blocks..][..blocks]);
        let pairs =
            a.as_flattened().iter().zip(b.as_flattened()).zip(c.as_flattened().iter().zip(d.as_flattened()));
        for (sum, ((a, b), (c, d))) in sums.as_flattened_mut().iter_mut().zip(pairs) {
            *sum += (*a + *b) + (*c + *d);
        }
    }
    for &row in fours.remainder() {
        add(sums, &weights[usize::from(row) * blocks..][..blocks]);
    }
}

/// Adds the slopes of a view to each of its rows.
#[inline(always)]
fn scatter<T: Real>(weights: &mut [Lanes<T>], slopes: &[Lanes<T>], rows: &[u16]) {
    for &row in rows {
        add(&mut weights[usize::from(row) * slopes.len()..][..slopes.len()], slopes);
    }
}

/// Adds numbers to numbers.
#[inline(always)]
pub fn add<T: Real>(sums: &mut [Lanes<T>], numbers: &[Lanes<T>]) {
    for (sum, number) in sums.as_flattened_mut().iter_mut().zip(numbers.as_flattened()) {
        *sum += *number;
    }
}

#[cfg(test)]
mod tests;
