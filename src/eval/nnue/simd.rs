// SPDX-License-Identifier: MIT OR Apache-2.0
//! The loops of `forward` for the vector instructions of the processor, selected when a network is loaded.
//!
//! Accumulator updates are the same plain loops, compiled for wider vectors. The output layer is written with
//! intrinsics, since the compiler does not find the instruction that multiplies pairs and adds the products:
//! with 256 neurons it takes 8 ns instead of 17 with AVX-512, 12 instead of 31 with AVX2, and 80 in the plain
//! form. The plain loops of `forward` already use all that `aarch64` guarantees; those of `layers` were not
//! measured there. In WebAssembly, where a module is compiled for one instruction set, `simd128` takes the
//! place of the plain form if it is that.

use super::forward::{self, Block};
use super::layers::{self, Activations, BucketLayers};

/// An instruction set that this processor supports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simd(InstructionSet);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InstructionSet {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl InstructionSet {
    const ALL: &[Self] = &[
        Self::Plain,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512Vnni,
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        Self::Simd128,
    ];

    fn is_supported(self) -> bool {
        match self {
            Self::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => Self::Avx512.is_supported() && is_x86_feature_detected!("avx512vnni"),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => true,
        }
    }
}

/// Calls a function compiled for this instruction set. The gain over plain loops is in the documentation of
/// the file.
macro_rules! call {
    ($simd:ident, $plain:ident::$function:ident($($argument:expr),*)) => {{
        debug_assert!($simd.0.is_supported());
        match $simd.0 {
            InstructionSet::Plain => $plain::$function($($argument),*),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "calls a function with target features")]
            InstructionSet::Avx2 => {
                // SAFETY: only `available` creates a `Simd`, for instruction sets that the processor
                // supports.
                unsafe { avx2::$function($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "calls a function with target features")]
            InstructionSet::Avx512 => {
                // SAFETY: only `available` creates a `Simd`, for instruction sets that the processor
                // supports.
                unsafe { avx512::$function($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "calls a function with target features")]
            InstructionSet::Avx512Vnni => {
                // SAFETY: only `available` creates a `Simd`, for instruction sets that the processor
                // supports.
                unsafe { avx512_vnni::$function($($argument),*) }
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            InstructionSet::Simd128 => simd128::$function($($argument),*),
        }
    }};
}

impl Simd {
    /// Returns the instruction sets of this processor, the fastest last.
    pub fn available() -> impl Iterator<Item = Self> {
        InstructionSet::ALL.iter().copied().filter(|set| set.is_supported()).map(Self)
    }

    /// Returns the fastest instruction set of this processor.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self(InstructionSet::Plain))
    }

    /// See [`forward::add_sub`].
    #[inline]
    pub fn add_sub(self, child: &mut [Block], parent: &[Block], weights: [&[Block]; 2]) {
        call!(self, forward::add_sub(child, parent, weights));
    }

    /// See [`forward::add_sub_sub`].
    #[inline]
    pub fn add_sub_sub(self, child: &mut [Block], parent: &[Block], weights: [&[Block]; 3]) {
        call!(self, forward::add_sub_sub(child, parent, weights));
    }

    /// See [`forward::output_layer`].
    #[inline]
    pub fn output_layer(self, perspectives: [&[Block]; 2], weights: [&[Block]; 2]) -> i32 {
        call!(self, forward::output_layer(perspectives, weights))
    }

    /// See [`layers::hidden_layers`].
    #[inline]
    pub fn hidden_layers(
        self,
        perspectives: [&[Block]; 2],
        layers: BucketLayers<'_>,
        activations: &mut Activations,
    ) -> f32 {
        call!(self, layers::hidden_layers(perspectives, layers, activations))
    }
}

/// The functions of one instruction set: its target features, vector type and intrinsics, the step that
/// multiplies pairs and adds the products to a sum, and the same for groups of activations
/// with the number of sums side by side.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! instruction_set {
    (
        $arch:ident, $module:ident, $features:literal, $vector:ident,
        [$splat:ident, $max:ident, $min:ident, $multiply:ident, $add:ident],
        |$sum:ident, $weighted:ident, $clipped:ident| $step:expr,
        $splat_group:ident,
        $chains:literal,
        |$total:ident, $group:ident, $weights:ident| $dot:expr
    ) => {
        mod $module {
            use super::super::arch::{HIDDEN_STEP, INPUTS, QA, SECOND};
            use super::super::forward::{self, Block};
            use super::super::layers::{self, Activations, BucketLayers, GROUP, GroupWeights, Sums};
            use core::arch::$arch::*;

            // Each side of every valid network has a whole number of chains of groups.
            const _: () = assert!((HIDDEN_STEP / 2 / GROUP).is_multiple_of($chains));
            /// The number of vectors that hold the sums of all neurons.
            const VECTORS: usize = size_of::<GroupWeights>() / size_of::<$vector>();

            #[target_feature(enable = $features)]
            pub fn add_sub(child: &mut [Block], parent: &[Block], weights: [&[Block]; 2]) {
                forward::add_sub(child, parent, weights);
            }

            #[target_feature(enable = $features)]
            pub fn add_sub_sub(child: &mut [Block], parent: &[Block], weights: [&[Block]; 3]) {
                forward::add_sub_sub(child, parent, weights);
            }

            #[target_feature(enable = $features)]
            pub fn output_layer(perspectives: [&[Block]; 2], weights: [&[Block]; 2]) -> i32 {
                let sum =
                    $add(screlu_dot(perspectives[0], weights[0]), screlu_dot(perspectives[1], weights[1]));
                let lanes: [i32; size_of::<$vector>() / size_of::<i32>()] = bytemuck::cast(sum);
                lanes.into_iter().fold(0, i32::wrapping_add)
            }

            /// See [`layers::hidden_layers`]. The steps are not inlined: with the results of one step in
            /// memory the compiler loads them as vectors for the next, and otherwise takes them apart.
            #[target_feature(enable = $features)]
            pub fn hidden_layers(
                perspectives: [&[Block]; 2],
                layers: BucketLayers<'_>,
                activations: &mut Activations,
            ) -> f32 {
                layers::activate(perspectives, activations);
                output(layers, &inputs(layers, &second_layer(activations, layers.weights)))
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn inputs(layers: BucketLayers<'_>, sums: &Sums) -> [f32; INPUTS] {
                layers.inputs(sums)
            }

            #[target_feature(enable = $features)]
            #[inline(never)]
            fn output(layers: BucketLayers<'_>, inputs: &[f32; INPUTS]) -> f32 {
                layers.output(inputs)
            }

            /// See [`layers::second_layer`]. The products of stored and of mirrored activations are added up
            /// apart, and in several sums each, since an addition waits for the one before.
            #[target_feature(enable = $features)]
            #[inline(never)]
            fn second_layer(activations: &Activations, weights: &[GroupWeights]) -> Sums {
                let half = weights.len() / 2;
                let mut sums = [[[$splat(0); VECTORS]; 2]; $chains];
                for side in 0..2 {
                    let [stored, mirrored] = layers::groups(activations, half * 2 * GROUP, side);
                    let groups =
                        stored.as_chunks::<$chains>().0.iter().zip(mirrored.as_chunks::<$chains>().0);
                    let weights = weights[side * half..][..half].as_chunks::<$chains>().0;
                    for ((stored, mirrored), weights) in groups.zip(weights) {
                        for chain in 0..$chains {
                            add_group(&mut sums[chain][0], stored[chain], &weights[chain]);
                            add_group(&mut sums[chain][1], mirrored[chain], &weights[chain]);
                        }
                    }
                }
                let [mut total, others @ ..] = sums;
                for sums in &others {
                    for part in 0..2 {
                        for vector in 0..VECTORS {
                            total[part][vector] = $add(total[part][vector], sums[part][vector]);
                        }
                    }
                }
                let by_stored: Sums = bytemuck::cast(total[0]);
                let by_mirrored: Sums = bytemuck::cast(total[1]);
                let mut result = [[0; SECOND]; 2];
                for neuron in 0..SECOND {
                    // The weights for mirrored activations are those of the mirrored neuron for stored ones.
                    result[0][neuron] = by_stored[0][neuron] + by_mirrored[1][neuron];
                    result[1][neuron] = by_stored[1][neuron] + by_mirrored[0][neuron];
                }
                result
            }

            /// Adds the products of a group of activations.
            #[target_feature(enable = $features)]
            #[inline]
            fn add_group(sums: &mut [$vector; VECTORS], group: [u8; GROUP], weights: &GroupWeights) {
                let $group = $splat_group(i32::from_le_bytes(group));
                let weights: &[$vector; VECTORS] = bytemuck::cast_ref(weights);
                for vector in 0..VECTORS {
                    let ($total, $weights) = (sums[vector], weights[vector]);
                    sums[vector] = $dot;
                }
            }

            /// `SCReLU` of one perspective, times its output weights, summed up by lane.
            #[target_feature(enable = $features)]
            #[inline]
            fn screlu_dot(accumulator: &[Block], weights: &[Block]) -> $vector {
                let (zero, qa) = ($splat(0), $splat(QA));
                let vectors = bytemuck::cast_slice::<Block, $vector>;
                let mut $sum = zero;
                for (&accumulator, &weights) in vectors(accumulator).iter().zip(vectors(weights)) {
                    let $clipped = $min($max(accumulator, zero), qa);
                    let $weighted = $multiply($clipped, weights);
                    $sum = $step;
                }
                $sum
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
instruction_set!(
    x86_64,
    avx2,
    "avx2",
    __m256i,
    [_mm256_set1_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_add_epi32],
    |sum, weighted, clipped| _mm256_add_epi32(sum, _mm256_madd_epi16(weighted, clipped)),
    _mm256_set1_epi32,
    1,
    |sum, group, weights| _mm256_add_epi32(
        sum,
        _mm256_madd_epi16(_mm256_maddubs_epi16(group, weights), _mm256_set1_epi16(1))
    )
);

#[cfg(target_arch = "x86_64")]
instruction_set!(
    x86_64,
    avx512,
    "avx512f,avx512bw",
    __m512i,
    [_mm512_set1_epi16, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_add_epi32],
    |sum, weighted, clipped| _mm512_add_epi32(sum, _mm512_madd_epi16(weighted, clipped)),
    _mm512_set1_epi32,
    2,
    |sum, group, weights| _mm512_add_epi32(
        sum,
        _mm512_madd_epi16(_mm512_maddubs_epi16(group, weights), _mm512_set1_epi16(1))
    )
);

#[cfg(target_arch = "x86_64")]
instruction_set!(
    x86_64,
    avx512_vnni,
    "avx512f,avx512bw,avx512vnni",
    __m512i,
    [_mm512_set1_epi16, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_add_epi32],
    |sum, weighted, clipped| _mm512_dpwssd_epi32(sum, weighted, clipped),
    _mm512_set1_epi32,
    4,
    |sum, group, weights| _mm512_dpbusd_epi32(sum, group, weights)
);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
instruction_set!(
    wasm32,
    simd128,
    "simd128",
    v128,
    [i16x8_splat, i16x8_max, i16x8_min, i16x8_mul, i32x4_add],
    |sum, weighted, clipped| i32x4_add(sum, i32x4_dot_i16x8(weighted, clipped)),
    i32x4_splat,
    1,
    |sum, group, weights| {
        let low = i32x4_dot_i16x8(i16x8_extend_low_i8x16(group), i16x8_extend_low_i8x16(weights));
        let high = i32x4_dot_i16x8(i16x8_extend_high_i8x16(group), i16x8_extend_high_i8x16(weights));
        let (even, odd) = (i32x4_shuffle::<0, 2, 4, 6>(low, high), i32x4_shuffle::<1, 3, 5, 7>(low, high));
        i32x4_add(sum, i32x4_add(even, odd))
    }
);
