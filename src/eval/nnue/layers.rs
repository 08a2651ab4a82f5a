// SPDX-License-Identifier: MIT OR Apache-2.0
//! The second and the third hidden layer, whose output is added to that of the output layer: the weights, as
//! a file stores them and ready for inference, and the arithmetic in plain loops.
//!
//! 1. The `SCReLU` activations of both perspectives, the side to move first, in 7 bits.
//! 2. **Second layer**: 16 neurons, 8 stored and 8 mirrored. A stored neuron has a weight of 8 bits for each
//!    activation of the stored neurons of the first layer and one for each of their mirrored neurons; its own
//!    mirrored neuron has the same, exchanged.
//! 3. The sum of each neuron and its mirrored one, after clipped `ReLU` and after the clipped square: 16
//!    inputs, the same for a mirror image.
//! 4. **Third layer**: 32 neurons, `SCReLU`, and their dot product with the last weights.
//!
//! The second layer is computed with integers. From there on numbers are `f32`: these are few, need no
//! quantisation, and every processor computes the same, since sums have a fixed order and nothing is fused.
//!
//! Both activations side by side and the weights of 8 bits are Stockfish's. There the inputs of the second
//! layer are products of pairs of neurons, and groups of four zeros are skipped; here pairs gain half as
//! much, and nine of ten activations of a trained network are not zero.

use super::arch::{INPUTS, MAX_HIDDEN, QA, SECOND, THIRD, layer_sizes};
use super::features::BUCKETS;
use super::forward::{Block, LANES};
use bytemuck::{Pod, Zeroable};
use xiangqi::types::SplitMix64;

/// The number of activations that are multiplied and added up together.
pub const GROUP: usize = 4;
/// The activation that stands for 1.
const ONE: f32 = 127.0;

/// The weights of the second and the third layer in a network file.
#[derive(Clone, PartialEq, Debug)]
pub struct LayerWeights {
    /// By bucket, stored neuron, perspective (the side to move first), stored or mirrored neuron of the first
    /// layer, and that neuron.
    pub second_weights: Vec<i8>,
    /// By bucket and stored neuron: its quantisation step, the value of a stored weight of 1.
    pub second_steps: Vec<f32>,
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
    /// The number of all weights and biases.
    pub fn parameters(&self) -> usize {
        let [_, biases_and_weights @ ..] = self.floats();
        self.second_weights.len() + biases_and_weights.into_iter().map(Vec::len).sum::<usize>()
    }

    /// Random weights.
    pub fn random(hidden_size: usize, rng: &mut SplitMix64) -> Self {
        let (second, [steps, biases, third, third_biases, last]) = layer_sizes(hidden_size);
        let second_weights = (0..second).map(|_| (rng.below(255) as i16 - 127) as i8).collect();
        let mut draw = |count: usize, bound: f32| -> Vec<f32> {
            (0..count).map(|_| (rng.below(2001) as f32 / 1000.0 - 1.0) * bound).collect()
        };
        Self {
            second_weights,
            second_steps: draw(steps, 0.01),
            second_biases: draw(biases, 0.5),
            third_weights: draw(third, 0.5),
            third_biases: draw(third_biases, 0.2),
            last_weights: draw(last, 0.5),
        }
    }

    /// The five lists of `f32` in the order of a file.
    pub(super) fn floats(&self) -> [&Vec<f32>; 5] {
        [&self.second_steps, &self.second_biases, &self.third_weights, &self.third_biases, &self.last_weights]
    }

    /// Appends the weights to those of a network file.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.second_weights.iter().map(|weight| weight.cast_unsigned()));
        for number in self.floats().into_iter().flatten() {
            bytes.extend(number.to_le_bytes());
        }
    }

    /// Reads the weights.
    pub(super) fn read(bytes: &[u8], hidden_size: usize) -> Self {
        let (second, sizes) = layer_sizes(hidden_size);
        let (second, floats) = bytes.split_at(second);
        let mut floats =
            floats.chunks_exact(4).map(|float| f32::from_le_bytes(core::array::from_fn(|at| float[at])));
        let [second_steps, second_biases, third_weights, third_biases, last_weights] =
            sizes.map(|size| floats.by_ref().take(size).collect());
        let second_weights = second.iter().map(|weight| weight.cast_signed()).collect();
        Self { second_weights, second_steps, second_biases, third_weights, third_biases, last_weights }
    }
}

/// The second layer's weights of the stored neurons, for a [`GROUP`] of stored neurons of the first layer and
/// for their mirrored neurons: one cache line.
#[derive(Clone, Copy, PartialEq, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct GroupWeights(pub [[[i8; GROUP]; SECOND]; 2]);

/// Sums of the second layer: of the stored neurons and of their mirrored neurons.
pub type Sums = [[i32; SECOND]; 2];

/// The part of a bucket after the second layer.
#[derive(Clone, PartialEq, Debug)]
struct Tail {
    /// The value of 1 in a sum of each neuron.
    second_steps: [f32; SECOND],
    second_biases: [f32; SECOND],
    third_weights: [[f32; THIRD]; INPUTS],
    third_biases: [f32; THIRD],
    last_weights: [f32; THIRD],
}

/// Both layers ready for inference.
#[derive(PartialEq, Debug)]
pub struct Layers {
    /// By bucket, perspective and group.
    second_weights: Vec<GroupWeights>,
    tails: Vec<Tail>,
}

impl Layers {
    /// Arranges weights that were checked.
    pub fn new(weights: &LayerWeights, hidden_size: usize) -> Self {
        let half = hidden_size / 2;
        let mut second_weights: Vec<GroupWeights> = bytemuck::zeroed_vec(BUCKETS * hidden_size / GROUP);
        for (number, weights) in weights.second_weights.chunks_exact(half).enumerate() {
            let [mirrored, side, neuron, bucket] =
                [number % 2, number / 2 % 2, number / 4 % SECOND, number / 4 / SECOND];
            for (input, &weight) in weights.iter().enumerate() {
                let group = ((2 * bucket + side) * half + input) / GROUP;
                second_weights[group].0[mirrored][neuron][input % GROUP] = weight;
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
            second_steps: part::<SECOND>(&weights.second_steps, bucket).map(|step| step / ONE),
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
    /// By perspective and group.
    pub weights: &'a [GroupWeights],
    tail: &'a Tail,
}

/// Room for the activations of the first layer, both perspectives.
pub type Activations = [u8; 2 * MAX_HIDDEN];

/// The `SCReLU` activations of the first layer.
#[inline(always)]
pub fn activate(perspectives: [&[Block]; 2], activations: &mut Activations) {
    let (first, second) = activations.as_chunks_mut::<LANES>().0.split_at_mut(perspectives[0].len());
    for (blocks, activations) in [(perspectives[0], first), (perspectives[1], second)] {
        for (sums, activations) in blocks.iter().zip(activations) {
            let (sums, mut result) = (sums.0, [0; LANES]);
            for lane in 0..LANES {
                let clipped = sums[lane].clamp(0, QA).cast_unsigned();
                // Rounded; 255² + 256 still fits into sixteen bits.
                result[lane] = (clipped.wrapping_mul(clipped).wrapping_add(256) >> 9) as u8;
            }
            *activations = result;
        }
    }
}

/// The groups of the stored neurons of a perspective and those of their mirrored neurons.
#[inline(always)]
pub fn groups(activations: &Activations, hidden_size: usize, side: usize) -> [&[[u8; GROUP]]; 2] {
    let (stored, mirrored) = activations[side * hidden_size..][..hidden_size].split_at(hidden_size / 2);
    [stored.as_chunks().0, mirrored.as_chunks().0]
}

/// The second layer before its biases: the dot products of the activations with the weights. Inlined into
/// each of its callers, it would enlarge the WebAssembly module.
#[inline(never)]
pub fn second_layer(activations: &Activations, weights: &[GroupWeights]) -> Sums {
    let mut sums = [[0; SECOND]; 2];
    for (side, weights) in weights.chunks_exact(weights.len() / 2).enumerate() {
        let groups = groups(activations, weights.len() * 2 * GROUP, side);
        for (group, weights) in weights.iter().enumerate() {
            for mirrored in 0..2 {
                for (neuron, weights) in weights.0[mirrored].iter().enumerate() {
                    // The weights for mirrored neurons are those of the mirrored neuron for stored ones.
                    for part in 0..2 {
                        for (activation, weight) in groups[part ^ mirrored][group].iter().zip(weights) {
                            sums[part][neuron] += i32::from(*activation) * i32::from(*weight);
                        }
                    }
                }
            }
        }
    }
    sums
}

impl BucketLayers<'_> {
    /// Computes the inputs of the third layer from the sums of the second.
    #[inline(always)]
    pub fn inputs(self, sums: &Sums) -> [f32; INPUTS] {
        let (steps, biases) = (&self.tail.second_steps, &self.tail.second_biases);
        let mut values = [[0.0; SECOND]; 2];
        for part in 0..2 {
            for neuron in 0..SECOND {
                values[part][neuron] = sums[part][neuron] as f32 * steps[neuron] + biases[neuron];
            }
        }
        let mut inputs = [0.0; INPUTS];
        for neuron in 0..SECOND {
            let (plain, mirrored) = (values[0][neuron], values[1][neuron]);
            inputs[neuron] = plain.clamp(0.0, 1.0) + mirrored.clamp(0.0, 1.0);
            inputs[SECOND + neuron] = square(plain) + square(mirrored);
        }
        inputs
    }

    /// Computes the part of the output that comes from both layers, from the inputs of the third.
    #[inline(always)]
    pub fn output(self, inputs: &[f32; INPUTS]) -> f32 {
        let Tail { third_weights, third_biases, last_weights, .. } = self.tail;
        let mut third = *third_biases;
        for neuron in 0..SECOND {
            let (by_clipped, by_squared) = (&third_weights[neuron], &third_weights[SECOND + neuron]);
            for index in 0..THIRD {
                third[index] +=
                    inputs[neuron] * by_clipped[index] + inputs[SECOND + neuron] * by_squared[index];
            }
        }
        for index in 0..THIRD {
            let clipped = third[index].clamp(0.0, 1.0);
            third[index] = clipped * clipped * last_weights[index];
        }
        // Halves are added up, an order that vector instructions keep.
        let (mut sixteen, mut eight, mut four) = ([0.0; 16], [0.0; 8], [0.0; 4]);
        for index in 0..16 {
            sixteen[index] = third[index] + third[index + 16];
        }
        for index in 0..8 {
            eight[index] = sixteen[index] + sixteen[index + 8];
        }
        for index in 0..4 {
            four[index] = eight[index] + eight[index + 4];
        }
        (four[0] + four[2]) + (four[1] + four[3])
    }
}

/// The square, clipped.
#[inline(always)]
fn square(value: f32) -> f32 {
    let square = value * value;
    if square < 1.0 { square } else { 1.0 }
}

/// Both layers: the part of the output that comes from them, as reference for the forms in `simd`. Not
/// inlined, as [`second_layer`].
#[inline(never)]
pub fn hidden_layers(
    perspectives: [&[Block]; 2],
    layers: BucketLayers<'_>,
    activations: &mut Activations,
) -> f32 {
    activate(perspectives, activations);
    layers.output(&layers.inputs(&second_layer(activations, layers.weights)))
}
