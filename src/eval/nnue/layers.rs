// SPDX-License-Identifier: MIT OR Apache-2.0
//! The second and the third hidden layer, whose output is added to that of the output layer: the weights, as a file
//! stores them and ready for inference, and the arithmetic in plain loops.
//!
//! 1. The `SCReLU` activations of both perspectives, the side to move first, in 7 bits.
//! 2. **Second layer**: 16 neurons, 8 stored and 8 mirrored. A stored neuron has a weight of 8 bits for each
//!    activation of the stored neurons of the first layer and one for each of their mirrored neurons; its own
//!    mirrored neuron has the same, exchanged. Most activations are zero, and groups of four zeros are skipped.
//! 3. The sum of each neuron and its mirrored one, after clipped `ReLU` and after the clipped square: 16 inputs,
//!    the same for a mirror image.
//! 4. **Third layer**: 32 neurons, `SCReLU`, and their dot product with the last weights.
//!
//! The second layer is computed with integers. From there on numbers are `f32`: these are few, need no
//! quantisation, and every processor computes the same, since sums have a fixed order and nothing is fused.
//!
//! Both activations side by side, the weights of 8 bits and the groups of four are Stockfish's.

use super::arch::{INPUTS, MAX_HIDDEN, QA, SECOND, THIRD};
use super::features::BUCKETS;
use super::forward::{Block, LANES};
use bytemuck::{Pod, Zeroable};
use xiangqi::types::SplitMix64;

/// The number of activations that are multiplied and added up together.
pub const GROUP: usize = 4;
/// The number of neurons of the second layer.
pub const NEURONS: usize = 2 * SECOND;
/// The activation that stands for 1.
const ONE: f32 = 127.0;

/// The weights of the second and the third layer in a network file.
#[derive(Clone, PartialEq, Debug)]
pub struct LayerWeights {
    /// Quantisation constant of the second layer's weights.
    pub qc: u16,
    /// By bucket, stored neuron, perspective (the side to move first), stored or mirrored neuron of the first
    /// layer, and that neuron.
    pub second_weights: Vec<i8>,
    /// By bucket and stored neuron.
    pub second_biases: Vec<f32>,
    /// By bucket, input and neuron. The first half of the inputs are those after clipped `ReLU`.
    pub third_weights: Vec<f32>,
    /// By bucket and neuron.
    pub third_biases: Vec<f32>,
    /// By bucket and neuron.
    pub last_weights: Vec<f32>,
}

impl LayerWeights {
    /// The numbers of weights of the second layer, and of the four lists of `f32` in the order of a file.
    pub(super) const fn sizes(hidden_size: usize) -> (usize, [usize; 4]) {
        let second = BUCKETS * SECOND * 2 * hidden_size;
        (second, [BUCKETS * SECOND, BUCKETS * INPUTS * THIRD, BUCKETS * THIRD, BUCKETS * THIRD])
    }

    /// The number of bytes in a network file.
    pub const fn bytes(hidden_size: usize) -> usize {
        let (second, [second_biases, third, third_biases, last]) = Self::sizes(hidden_size);
        second + size_of::<f32>() * (second_biases + third + third_biases + last)
    }

    /// The number of all weights and biases.
    pub fn parameters(&self) -> usize {
        self.second_weights.len() + self.floats().into_iter().map(Vec::len).sum::<usize>()
    }

    /// Random weights.
    pub fn random(hidden_size: usize, rng: &mut SplitMix64) -> Self {
        let (second, [second_biases, third, third_biases, last]) = Self::sizes(hidden_size);
        let second_weights = (0..second).map(|_| (rng.below(255) as i16 - 127) as i8).collect();
        let mut draw = |count: usize, bound: f32| -> Vec<f32> {
            (0..count).map(|_| (rng.below(2001) as f32 / 1000.0 - 1.0) * bound).collect()
        };
        Self {
            qc: 256,
            second_weights,
            second_biases: draw(second_biases, 0.5),
            third_weights: draw(third, 0.5),
            third_biases: draw(third_biases, 0.2),
            last_weights: draw(last, 0.5),
        }
    }

    /// The four lists of `f32` in the order of a file.
    pub(super) fn floats(&self) -> [&Vec<f32>; 4] {
        [&self.second_biases, &self.third_weights, &self.third_biases, &self.last_weights]
    }

    /// Appends the weights to those of a network file.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.second_weights.iter().map(|weight| weight.cast_unsigned()));
        for number in self.floats().into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
    }

    /// Reads the weights, [`bytes`](Self::bytes) bytes.
    pub(super) fn read(bytes: &[u8], hidden_size: usize, qc: u16) -> Self {
        let (second, sizes) = Self::sizes(hidden_size);
        let (second, floats) = bytes.split_at(second);
        let mut floats =
            floats.chunks_exact(4).map(|float| f32::from_le_bytes(core::array::from_fn(|at| float[at])));
        let [second_biases, third_weights, third_biases, last_weights] =
            sizes.map(|size| floats.by_ref().take(size).collect());
        let second_weights = second.iter().map(|weight| weight.cast_signed()).collect();
        Self { qc, second_weights, second_biases, third_weights, third_biases, last_weights }
    }
}

/// The second layer's weights for a [`GROUP`] of activations: one cache line.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct GroupWeights(pub [[i8; GROUP]; NEURONS]);

/// The part of a bucket after the second layer.
#[derive(Clone, PartialEq, Debug)]
struct Tail {
    /// The value of 1 in a sum of the second layer.
    unit: f32,
    second_biases: [f32; SECOND],
    third_weights: [[f32; THIRD]; INPUTS],
    third_biases: [f32; THIRD],
    last_weights: [f32; THIRD],
}

/// Both layers ready for inference.
#[derive(PartialEq, Debug)]
pub struct Layers {
    /// By bucket and group.
    second_weights: Vec<GroupWeights>,
    tails: Vec<Tail>,
}

impl Layers {
    /// Adds the mirrored neurons to weights that were checked.
    pub fn new(weights: &LayerWeights, hidden_size: usize) -> Self {
        let half = hidden_size / 2;
        let mut second_weights: Vec<GroupWeights> = bytemuck::zeroed_vec(BUCKETS * 2 * hidden_size / GROUP);
        for (number, weights) in weights.second_weights.chunks_exact(half).enumerate() {
            let [mirrored, side, neuron, bucket] =
                [number % 2, number / 2 % 2, number / 4 % SECOND, number / 4 / SECOND];
            for (input, &weight) in weights.iter().enumerate() {
                // The weight for a mirrored neuron is that of the mirrored one for the stored neuron.
                for (neuron, mirrored) in [(neuron, mirrored), (SECOND + neuron, 1 - mirrored)] {
                    let at = (2 * bucket + side) * hidden_size + mirrored * half + input;
                    second_weights[at / GROUP].0[neuron][at % GROUP] = weight;
                }
            }
        }
        let tails = (0..BUCKETS).map(|bucket| Tail::new(weights, bucket)).collect();
        Self { second_weights, tails }
    }

    /// The layers of a bucket.
    #[inline]
    pub fn bucket(&self, bucket: usize) -> BucketLayers<'_> {
        let groups = self.second_weights.len() / BUCKETS;
        BucketLayers { weights: &self.second_weights[bucket * groups..][..groups], tail: &self.tails[bucket] }
    }
}

impl Tail {
    fn new(weights: &LayerWeights, bucket: usize) -> Self {
        fn part<const N: usize>(numbers: &[f32], number: usize) -> [f32; N] {
            core::array::from_fn(|index| numbers[number * N + index])
        }
        Self {
            unit: 1.0 / (ONE * f32::from(weights.qc)),
            second_biases: part(&weights.second_biases, bucket),
            third_weights: core::array::from_fn(|input| {
                part(&weights.third_weights, bucket * INPUTS + input)
            }),
            third_biases: part(&weights.third_biases, bucket),
            last_weights: part(&weights.last_weights, bucket),
        }
    }
}

/// The layers of a bucket.
#[derive(Clone, Copy)]
pub struct BucketLayers<'a> {
    /// By group.
    pub weights: &'a [GroupWeights],
    tail: &'a Tail,
}

/// The largest number of groups.
pub const MAX_GROUPS: usize = 2 * MAX_HIDDEN / GROUP;
/// The number of groups whose numbers are looked up together.
pub const EIGHT: usize = 8;

/// The activations of the first layer, both perspectives.
pub type Activations = [[u8; GROUP]; MAX_GROUPS];

/// The numbers of the groups that are not all zero, in order.
pub struct ActiveGroups {
    /// With room for what is written behind the last.
    numbers: [u16; MAX_GROUPS + EIGHT],
    count: usize,
}

/// By mask of eight groups: the numbers of those that are not zero, and how many these are.
static NUMBERS: [([u8; EIGHT], u8); 256] = {
    let mut table = [([0; EIGHT], 0); 256];
    let mut mask = 0;
    while mask < 256 {
        let (numbers, count) = &mut table[mask];
        let mut group = 0;
        while group < EIGHT {
            if mask >> group & 1 == 1 {
                numbers[*count as usize] = group as u8;
                *count += 1;
            }
            group += 1;
        }
        mask += 1;
    }
    table
};

impl ActiveGroups {
    #[inline(always)]
    pub fn new() -> Self {
        Self { numbers: [0; MAX_GROUPS + EIGHT], count: 0 }
    }

    /// Adds those of the eight groups from `first` whose bit is set.
    #[inline(always)]
    pub fn add(&mut self, first: u16, mask: u8) {
        let (numbers, count) = &NUMBERS[usize::from(mask)];
        let place = &mut self.numbers[self.count..self.count + EIGHT];
        for index in 0..EIGHT {
            place[index] = first + u16::from(numbers[index]);
        }
        self.count += usize::from(*count);
    }

    /// The numbers.
    #[inline(always)]
    pub fn numbers(&self) -> &[u16] {
        &self.numbers[..self.count]
    }
}

/// The `SCReLU` activations of the first layer, rounded down.
#[inline(always)]
pub fn activate(perspectives: [&[Block]; 2], activations: &mut Activations) {
    let blocks = perspectives[0].iter().chain(perspectives[1]);
    for (sums, activations) in blocks.zip(activations.as_flattened_mut().chunks_exact_mut(LANES)) {
        for (activation, sum) in activations.iter_mut().zip(sums.0) {
            let clipped = sum.clamp(0, QA).cast_unsigned();
            // 255² still fits into sixteen bits.
            *activation = (clipped.wrapping_mul(clipped) >> 9) as u8;
        }
    }
}

/// The second layer before its biases: the dot products of the activations with the weights.
#[inline(always)]
pub fn second_layer(activations: &Activations, weights: &[GroupWeights]) -> [i32; NEURONS] {
    let mut sums = [0; NEURONS];
    for (group, weights) in activations.iter().zip(weights) {
        if *group == [0; GROUP] {
            continue;
        }
        for (sum, weights) in sums.iter_mut().zip(&weights.0) {
            for (activation, weight) in group.iter().zip(weights) {
                *sum += i32::from(*activation) * i32::from(*weight);
            }
        }
    }
    sums
}

impl BucketLayers<'_> {
    /// Computes the part of the output that comes from both layers, from the sums of the second.
    #[inline(always)]
    pub fn output(self, sums: &[i32; NEURONS]) -> f32 {
        let Tail { unit, second_biases, third_weights, third_biases, last_weights } = self.tail;
        let mut third = *third_biases;
        for neuron in 0..SECOND {
            let value = |sum: i32| sum as f32 * unit + second_biases[neuron];
            let (plain, mirrored) = (value(sums[neuron]), value(sums[SECOND + neuron]));
            let clipped = plain.clamp(0.0, 1.0) + mirrored.clamp(0.0, 1.0);
            let squared = (plain * plain).min(1.0) + (mirrored * mirrored).min(1.0);
            for (index, sum) in third.iter_mut().enumerate() {
                *sum +=
                    clipped * third_weights[neuron][index] + squared * third_weights[SECOND + neuron][index];
            }
        }
        for (sum, weight) in third.iter_mut().zip(last_weights) {
            let clipped = sum.clamp(0.0, 1.0);
            *sum = clipped * clipped * weight;
        }
        // Halves are added up, an order that vector instructions keep.
        let mut width = THIRD / 2;
        while width > 0 {
            for index in 0..width {
                third[index] += third[index + width];
            }
            width /= 2;
        }
        third[0]
    }
}

/// Both layers: the part of the output that comes from them, as reference for the forms in `simd`.
#[inline(always)]
pub fn hidden_layers(perspectives: [&[Block]; 2], layers: BucketLayers<'_>) -> f32 {
    let mut activations = [[0; GROUP]; MAX_GROUPS];
    activate(perspectives, &mut activations);
    layers.output(&second_layer(&activations, layers.weights))
}
