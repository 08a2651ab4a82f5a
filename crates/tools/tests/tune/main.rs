// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tuner in the build in which the parameters of the search are options.
#![cfg(feature = "tune")]
#![allow(clippy::unwrap_used, reason = "an error is a failed test")]

mod spsa;

const CHUHE: &str = env!("CARGO_BIN_EXE_chuhe-tools");
