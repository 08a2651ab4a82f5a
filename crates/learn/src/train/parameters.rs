// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parameters of a network while it is trained, in one list, and their layout.

use super::real::Real;
use chuhe::eval::nnue::arch::{INPUTS, SECOND, THIRD};
use chuhe::eval::nnue::features::{BUCKETS, FEATURES};
use core::ops::Range;

/// The number of parameters in a vector.
pub const LANES: usize = 16;
// A bias for each bucket fits into one vector.
const _: () = assert!(BUCKETS <= LANES);
/// A vector of parameters.
pub type Lanes<T> = [T; LANES];

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
    pub fn second_of(self, bucket: usize, side: usize) -> Range<usize> {
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

    /// The start of what follows the second layer's weights, by bucket; see [`TAIL`].
    pub fn tails(self) -> usize {
        self.second() + if self.has_layers { BUCKETS * 4 * SECOND * self.blocks } else { 0 }
    }

    /// The range of a bucket's parameters after the weights of the second layer.
    pub fn tail_of(self, bucket: usize) -> Range<usize> {
        let start = self.tails() + bucket * TAIL;
        start..start + TAIL
    }

    pub fn len(self) -> usize {
        self.tails() + if self.has_layers { BUCKETS * TAIL } else { 0 }
    }
}

/// The parameters of a network, or one number for each parameter, such as its gradient.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters<T> {
    pub shape: Shape,
    pub lanes: Vec<Lanes<T>>,
}

impl<T: Real> Parameters<T> {
    pub fn zero(shape: Shape) -> Self {
        Self { shape, lanes: vec![[T::ZERO; LANES]; shape.len()] }
    }

    pub fn clear(&mut self) {
        self.lanes.fill([T::ZERO; LANES]);
    }

    #[inline(always)]
    pub fn outputs(&self, bucket: usize) -> [&[Lanes<T>]; 2] {
        let blocks = self.shape.blocks;
        let weights = &self.lanes[self.shape.outputs() + 2 * bucket * blocks..][..2 * blocks];
        let (own, other) = weights.split_at(blocks);
        [own, other]
    }
}
