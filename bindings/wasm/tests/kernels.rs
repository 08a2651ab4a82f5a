// SPDX-License-Identifier: MIT OR Apache-2.0
//! The kernels of the network for simd128, compared in WebAssembly with the plain loops; `kernels.test.js` runs
//! it.

#![expect(dead_code, reason = "files of the library, of which a part is compared")]

#[path = "../../../src/eval/nnue/arch.rs"]
mod arch;
#[path = "../../../src/eval/nnue/features.rs"]
mod features;
#[path = "../../../src/eval/nnue/forward.rs"]
mod forward;
#[path = "../../../src/eval/nnue/layers.rs"]
mod layers;
#[path = "../../../src/eval/nnue/simd.rs"]
mod simd;
#[path = "../../../src/eval/nnue/simd_tests.rs"]
mod simd_tests;

/// Returns the number of instruction sets that were compared; traps if they differ.
#[expect(unsafe_code, reason = "exports a function")]
#[unsafe(no_mangle)]
extern "C" fn compare() -> usize {
    simd_tests::all_instruction_sets_compute_the_same_with_any_numbers();
    simd::Simd::available().count()
}
