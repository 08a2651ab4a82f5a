// SPDX-License-Identifier: MIT OR Apache-2.0
//! The arithmetic of the NNUE network in plain loops: the reference that the vectorised forms in `simd` equal
//! bit for bit.
//!
//! Sums wrap around, so their order does not matter and no weights can cause a panic. Within the bounds that
//! a network file must respect ([`arch`](super::arch)), accumulators cannot overflow, and neither do the
//! output sums of a trained network. On `aarch64`, where every processor has NEON, the compiler turns
//! [`output_layer`] into the same instructions that one would write by hand (`smlal`).

use super::arch::QA;
use bytemuck::{Pod, Zeroable};
use xiangqi::types::Value;
use xiangqi::types::value::MAX_ORDINARY;

/// Number of neurons in a block.
pub const LANES: usize = 32;

/// A part of an accumulator or of its weights: one cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Block(pub [i16; LANES]);

/// The incremental update for a quiet move: one feature added, one removed.
#[inline(always)]
pub fn add_sub(child: &mut [Block], parent: &[Block], [added, removed]: [&[Block]; 2]) {
    for (((child, parent), added), removed) in child.iter_mut().zip(parent).zip(added).zip(removed) {
        for lane in 0..LANES {
            child.0[lane] = parent.0[lane].wrapping_add(added.0[lane]).wrapping_sub(removed.0[lane]);
        }
    }
}

/// The incremental update for a capture: one feature added, two removed.
#[inline(always)]
pub fn add_sub_sub(child: &mut [Block], parent: &[Block], [added, removed, captured]: [&[Block]; 3]) {
    for ((((child, parent), added), removed), captured) in
        child.iter_mut().zip(parent).zip(added).zip(removed).zip(captured)
    {
        for lane in 0..LANES {
            let moved = parent.0[lane].wrapping_add(added.0[lane]).wrapping_sub(removed.0[lane]);
            child.0[lane] = moved.wrapping_sub(captured.0[lane]);
        }
    }
}

/// Adds the weights of a feature to an accumulator.
pub fn add(accumulator: &mut [Block], weights: &[Block]) {
    for (accumulator, weights) in accumulator.iter_mut().zip(weights) {
        for lane in 0..LANES {
            accumulator.0[lane] = accumulator.0[lane].wrapping_add(weights.0[lane]);
        }
    }
}

/// Subtracts the weights of a feature from an accumulator.
pub fn sub(accumulator: &mut [Block], weights: &[Block]) {
    for (accumulator, weights) in accumulator.iter_mut().zip(weights) {
        for lane in 0..LANES {
            accumulator.0[lane] = accumulator.0[lane].wrapping_sub(weights.0[lane]);
        }
    }
}

/// The output layer before its bias: the dot product of the `SCReLU` activations of both perspectives, the
/// side to move first, with the output weights.
pub fn output_layer(perspectives: [&[Block]; 2], weights: [&[Block]; 2]) -> i32 {
    let blocks = |index: usize| perspectives[index].iter().zip(weights[index]);
    blocks(0)
        .chain(blocks(1))
        .fold(0, |sum, (accumulator, weights)| sum.wrapping_add(screlu_dot(accumulator, weights)))
}

/// `SCReLU` (squared clipped `ReLU`) of a block of the accumulator, times the output weights, summed up.
#[inline(always)]
fn screlu_dot(accumulator: &Block, weights: &Block) -> i32 {
    let mut sum = 0_i32;
    for lane in 0..LANES {
        let clipped = accumulator.0[lane].clamp(0, QA);
        // Fits into sixteen bits, see `MAX_OUTPUT_WEIGHT`.
        let weighted = clipped.wrapping_mul(weights.0[lane]);
        sum = sum.wrapping_add(i32::from(weighted) * i32::from(clipped));
    }
    sum
}

/// Turns the output layer's sum, in units of 1 / (`QA`² · `QB`), into a value, to which the value of the
/// other layers is added, rounded towards zero.
#[inline]
pub fn dequantize(sum: i32, bias: i32, qb: i64, scale: i64, deep: f32) -> Value {
    let qa = i64::from(QA);
    let output = i64::from(sum) / qa + i64::from(bias);
    let value = output * scale / (qa * qb) + deep as i64;
    let bound = i64::from(MAX_ORDINARY);
    value.clamp(-bound, bound) as Value
}
