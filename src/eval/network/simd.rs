// SPDX-License-Identifier: MIT OR Apache-2.0
//! The loops of `forward` for processors that can do more at once, chosen when a network is loaded.
//!
//! Updates are the same plain loops, compiled for wider vectors. Weighing is written out, as the compiler does not find the
//! instruction that multiplies pairs and adds them: with 256 units it takes 8 ns instead of 17 with AVX-512, 12 instead of
//! 31 with AVX2, and 80 in the plain form. What every `aarch64` has is used by the plain loops already.

use super::forward::{self, Block};

/// A way to compute that this processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Simd(Level);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
}

impl Level {
    const ALL: &[Self] = &[
        Self::Plain,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "x86_64")]
        Self::Avx512Vnni,
    ];

    fn is_there(self) -> bool {
        match self {
            Self::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512Vnni => Self::Avx512.is_there() && is_x86_feature_detected!("avx512vnni"),
        }
    }
}

/// Calls a function in the form of this level.
macro_rules! call {
    ($simd:ident, $function:ident($($argument:expr),*)) => {{
        debug_assert!($simd.0.is_there());
        match $simd.0 {
            Level::Plain => forward::$function($($argument),*),
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Level::Avx2 => {
                // SAFETY: a `Simd` is made by `available` alone, of levels that the processor has.
                unsafe { avx2::$function($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Level::Avx512 => {
                // SAFETY: a `Simd` is made by `available` alone, of levels that the processor has.
                unsafe { avx512::$function($($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            Level::Avx512Vnni => {
                // SAFETY: a `Simd` is made by `available` alone, of levels that the processor has.
                unsafe { avx512_vnni::$function($($argument),*) }
            }
        }
    }};
}

impl Simd {
    /// What the processor has, the best last.
    pub fn available() -> impl Iterator<Item = Self> {
        Level::ALL.iter().copied().filter(|level| level.is_there()).map(Self)
    }

    /// The best that the processor has.
    pub fn best() -> Self {
        Self::available().last().unwrap_or(Self(Level::Plain))
    }

    /// See [`forward::shift`].
    #[inline]
    pub fn shift(self, child: &mut [Block], parent: &[Block], rows: [&[Block]; 2]) {
        call!(self, shift(child, parent, rows));
    }

    /// See [`forward::capture`].
    #[inline]
    pub fn capture(self, child: &mut [Block], parent: &[Block], rows: [&[Block]; 3]) {
        call!(self, capture(child, parent, rows));
    }

    /// See [`forward::weigh`].
    #[inline]
    pub fn weigh(self, views: [&[Block]; 2], weights: [&[Block]; 2]) -> i32 {
        call!(self, weigh(views, weights))
    }
}

/// The functions of one level: its features, its vector, its instructions, and how pairs of products are added to a sum.
#[cfg(target_arch = "x86_64")]
macro_rules! level {
    (
        $module:ident, $features:literal, $vector:ident,
        [$splat:ident, $max:ident, $min:ident, $multiply:ident, $add:ident],
        |$sum:ident, $weighed:ident, $active:ident| $step:expr
    ) => {
        #[allow(clippy::wildcard_imports, reason = "each level has its own instructions")]
        mod $module {
            use super::super::arch::QA;
            use super::super::forward::{self, Block};
            use core::arch::x86_64::*;

            #[target_feature(enable = $features)]
            pub fn shift(child: &mut [Block], parent: &[Block], rows: [&[Block]; 2]) {
                forward::shift(child, parent, rows);
            }

            #[target_feature(enable = $features)]
            pub fn capture(child: &mut [Block], parent: &[Block], rows: [&[Block]; 3]) {
                forward::capture(child, parent, rows);
            }

            #[target_feature(enable = $features)]
            pub fn weigh(views: [&[Block]; 2], weights: [&[Block]; 2]) -> i32 {
                let sum = $add(weigh_view(views[0], weights[0]), weigh_view(views[1], weights[1]));
                let lanes: [i32; size_of::<$vector>() / size_of::<i32>()] = bytemuck::cast(sum);
                lanes.into_iter().fold(0, i32::wrapping_add)
            }

            #[target_feature(enable = $features)]
            #[inline]
            fn weigh_view(units: &[Block], weights: &[Block]) -> $vector {
                let (zero, one) = ($splat(0), $splat(QA));
                let vectors = bytemuck::cast_slice::<Block, $vector>;
                let mut $sum = zero;
                for (&units, &weights) in vectors(units).iter().zip(vectors(weights)) {
                    let $active = $min($max(units, zero), one);
                    let $weighed = $multiply($active, weights);
                    $sum = $step;
                }
                $sum
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
level!(
    avx2,
    "avx2",
    __m256i,
    [_mm256_set1_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_add_epi32],
    |sum, weighed, active| _mm256_add_epi32(sum, _mm256_madd_epi16(weighed, active))
);

#[cfg(target_arch = "x86_64")]
level!(
    avx512,
    "avx512f,avx512bw",
    __m512i,
    [_mm512_set1_epi16, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_add_epi32],
    |sum, weighed, active| _mm512_add_epi32(sum, _mm512_madd_epi16(weighed, active))
);

#[cfg(target_arch = "x86_64")]
level!(
    avx512_vnni,
    "avx512f,avx512bw,avx512vnni",
    __m512i,
    [_mm512_set1_epi16, _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_add_epi32],
    |sum, weighed, active| _mm512_dpwssd_epi32(sum, weighed, active)
);
