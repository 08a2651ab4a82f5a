// SPDX-License-Identifier: MIT OR Apache-2.0
//! The build in which the parameters of the search are options. A program of its own: its tests set the
//! parameters of the whole process.
#![cfg(feature = "tune")]
#![allow(clippy::unwrap_used, reason = "an error is a failed test")]

#[path = "../it/support/mod.rs"]
#[allow(dead_code, unused_imports, unused_macros, reason = "these tests use a part of it")]
mod support;

mod options;

const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe");
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
