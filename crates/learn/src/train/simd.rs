// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs plain loops with the widest SIMD instructions of the processor: AVX-512, AVX2 or the baseline.
//!
//! The loops are written once. Inlined into a function with more target features enabled, they are compiled
//! for these (the technique of the crate `pulp`). Only the vector width differs: the order of sums is the
//! same and no operations are fused, so all versions give the same numbers.

#![allow(unsafe_code, reason = "calls of functions for a detected processor, on x86-64 alone")]

/// Work that profits from wide vectors. `run` and everything it calls should be `#[inline(always)]`.
pub trait Kernel {
    type Output;

    fn run(self) -> Self::Output;
}

/// The number of levels: baseline, AVX2 and AVX-512.
pub const LEVELS: usize = 3;

/// Runs the kernel with the best level that the processor supports.
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    run_up_to(LEVELS - 1, kernel)
}

/// Runs the kernel with the best supported level up to `level`; level 0 is the baseline of the target.
#[cfg_attr(
    not(target_arch = "x86_64"),
    allow(unused_variables, reason = "other architectures have one level")
)]
pub fn run_up_to<K: Kernel>(level: usize, kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if level >= 2 && is_x86_feature_detected!("avx512f") {
            // SAFETY: the feature has been detected.
            return unsafe { run_avx512(kernel) };
        }
        if level >= 1 && is_x86_feature_detected!("avx2") {
            // SAFETY: the feature has been detected.
            return unsafe { run_avx2(kernel) };
        }
    }
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn run_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}
