// SPDX-License-Identifier: MIT OR Apache-2.0
//! The arithmetic of the network in plain loops: the reference that all other forms of it equal bit for bit.
//!
//! Sums wrap around, so that their order does not matter and no weights can bring the program down; with weights of the
//! sizes that a file may have, units cannot, and outputs of a trained network do not. On `aarch64`, whose vectors every
//! processor has, the compiler makes of [`weigh`] what one would write by hand (`smlal`).

#![allow(clippy::inline_always, reason = "compiled again for every level of `simd`")]

use super::arch::QA;
use crate::types::{Value, value::MAX_ORDINARY};
use bytemuck::{Pod, Zeroable};

/// Units in a block.
pub const LANES: usize = 32;

/// Some units, or their weights: a cache line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Block(pub [i16; LANES]);

/// `parent` after a man has come and one has gone.
#[inline(always)]
pub fn shift(child: &mut [Block], parent: &[Block], [come, gone]: [&[Block]; 2]) {
    for (((child, parent), come), gone) in child.iter_mut().zip(parent).zip(come).zip(gone) {
        for lane in 0..LANES {
            child.0[lane] = parent.0[lane].wrapping_add(come.0[lane]).wrapping_sub(gone.0[lane]);
        }
    }
}

/// `parent` after a man has come, and the same and another one have gone.
#[inline(always)]
pub fn capture(child: &mut [Block], parent: &[Block], [come, gone, taken]: [&[Block]; 3]) {
    for ((((child, parent), come), gone), taken) in
        child.iter_mut().zip(parent).zip(come).zip(gone).zip(taken)
    {
        for lane in 0..LANES {
            let shifted = parent.0[lane].wrapping_add(come.0[lane]).wrapping_sub(gone.0[lane]);
            child.0[lane] = shifted.wrapping_sub(taken.0[lane]);
        }
    }
}

/// Adds a man.
pub fn add(units: &mut [Block], come: &[Block]) {
    for (units, come) in units.iter_mut().zip(come) {
        for lane in 0..LANES {
            units.0[lane] = units.0[lane].wrapping_add(come.0[lane]);
        }
    }
}

/// Takes a man away.
pub fn remove(units: &mut [Block], gone: &[Block]) {
    for (units, gone) in units.iter_mut().zip(gone) {
        for lane in 0..LANES {
            units.0[lane] = units.0[lane].wrapping_sub(gone.0[lane]);
        }
    }
}

/// The active units of both views, the mover's first, weighed and added.
pub fn weigh(views: [&[Block]; 2], weights: [&[Block]; 2]) -> i32 {
    let blocks = |view: usize| views[view].iter().zip(weights[view]);
    blocks(0).chain(blocks(1)).fold(0, |sum, (units, weights)| sum.wrapping_add(weigh_block(units, weights)))
}

#[inline(always)]
fn weigh_block(units: &Block, weights: &Block) -> i32 {
    let mut sum = 0_i32;
    for lane in 0..LANES {
        let active = units.0[lane].clamp(0, QA);
        // Fits, see `MAX_OUTPUT_WEIGHT`.
        let weighed = active.wrapping_mul(weights.0[lane]);
        sum = sum.wrapping_add(i32::from(weighed) * i32::from(active));
    }
    sum
}

/// What the weighed sum means.
#[inline]
pub fn value(sum: i32, bias: i32, output_one: i64, scale: i64) -> Value {
    let one = i64::from(QA);
    let output = i64::from(sum) / one + i64::from(bias);
    let value = output * scale / (one * output_one);
    let bound = i64::from(MAX_ORDINARY);
    #[allow(clippy::cast_possible_truncation, reason = "ordinary values are small")]
    let value = value.clamp(-bound, bound) as Value;
    value
}
