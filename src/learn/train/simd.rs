// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs plain loops with the widest vectors that the processor has.
//!
//! The loops are written once. Inlined into a function for which the compiler may use more instructions, they are compiled
//! for those (the way of the crate `pulp`). Only the width changes: no sum changes its order, nothing is fused, so all
//! versions give the same numbers.

#![allow(unsafe_code, reason = "a function for a processor that has been asked for")]

/// Work that gains from wide vectors. `run` should be `#[inline(always)]`, and so should all it calls.
pub trait Kernel {
    type Output;

    fn run(self) -> Self::Output;
}

/// Plain, AVX2 and AVX-512.
pub const LEVELS: usize = 3;

/// Runs the kernel with what the processor has.
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    run_up_to(LEVELS - 1, kernel)
}

/// Runs the kernel with what the processor has up to this level; level 0 has no vectors but those of every processor.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables, reason = "others have the one level"))]
pub fn run_up_to<K: Kernel>(level: usize, kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if level >= 2 && is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has been asked.
            return unsafe { run_avx512(kernel) };
        }
        if level >= 1 && is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has been asked.
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
