// SPDX-License-Identifier: MIT OR Apache-2.0
//! The files that the engine reads: books, endgame tables and networks. In WebAssembly, which has none, those
//! that the program has put in memory.

pub mod memory;

#[cfg(target_family = "wasm")]
pub use memory::{File, metadata, read_dir};
#[cfg(not(target_family = "wasm"))]
pub use std::fs::{File, metadata, read_dir};
