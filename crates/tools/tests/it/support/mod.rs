// SPDX-License-Identifier: MIT OR Apache-2.0
//! Drives the tools from outside; what the tests of the engine use too is theirs.

pub mod analysis;
#[path = "../../../../../tests/it/support/mod.rs"]
#[allow(dead_code, unused_imports, unused_macros, reason = "these tests use a part of it")]
mod engine;
pub mod games;
pub mod run;
pub mod screen;
pub mod web;

pub use engine::*;
