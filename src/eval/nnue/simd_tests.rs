// SPDX-License-Identifier: MIT OR Apache-2.0
//! All instruction sets compute what the plain loops do. `bindings/wasm/tests/kernels.rs` runs this in
//! WebAssembly.

use super::features::BUCKETS;
use super::forward::{self, Block, LANES};
use super::layers::{self, LayerWeights, Layers};
use super::simd::Simd;
use xiangqi::types::SplitMix64;

#[cfg_attr(test, test)]
pub fn all_instruction_sets_compute_the_same_with_any_numbers() {
    let mut rng = SplitMix64::new(9);
    // Mostly realistic numbers, sometimes any.
    let mut blocks = |count: usize, bound: usize| -> Vec<Block> {
        let range = if rng.below(10) == 0 { 1 << 16 } else { 2 * bound + 1 };
        let mut number = || (rng.below(range) as i32 - (range / 2) as i32) as i16;
        (0..count).map(|_| Block(std::array::from_fn::<_, LANES, _>(|_| number()))).collect()
    };
    let layers: Vec<Layers> = (1..=8)
        .map(|count| LANES * count)
        .map(|hidden| Layers::new(&LayerWeights::random(hidden, &mut SplitMix64::new(hidden as u64)), hidden))
        .collect();
    for turn in 0..20_000 {
        let count = 1 + turn % 8;
        let [us, them, added, removed, captured] =
            [700, 700, 100, 100, 100].map(|bound| blocks(count, bound));
        let weights = [blocks(count, 127), blocks(count, 127)];
        let weights = [&weights[0][..], &weights[1][..]];
        let mut expected = [us.clone(), us.clone()];
        forward::add_sub(&mut expected[0], &us, [&added, &removed]);
        forward::add_sub_sub(&mut expected[1], &us, [&added, &removed, &captured]);
        let output = forward::output_layer([&us, &them], weights);
        let deep = layers::hidden_layers([&us, &them], layers[count - 1].bucket(turn % BUCKETS), &mut [0; _]);
        for simd in Simd::available() {
            let mut found = [us.clone(), us.clone()];
            simd.add_sub(&mut found[0], &us, [&added, &removed]);
            simd.add_sub_sub(&mut found[1], &us, [&added, &removed, &captured]);
            assert_eq!(found, expected, "{simd:?}");
            assert_eq!(simd.output_layer([&us, &them], weights), output, "{simd:?}");
            let found =
                simd.hidden_layers([&us, &them], layers[count - 1].bucket(turn % BUCKETS), &mut [0; _]);
            assert_eq!(found.to_bits(), deep.to_bits(), "{simd:?}");
        }
    }
}
