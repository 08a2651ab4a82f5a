// SPDX-License-Identifier: MIT OR Apache-2.0
//! The clock: the standard library's, or JavaScript's in WebAssembly, where the standard library has none.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;
