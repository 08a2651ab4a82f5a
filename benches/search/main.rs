// SPDX-License-Identifier: MIT OR Apache-2.0
//! The search and its tables.

#[path = "../../examples/dev/src/lib.rs"]
mod placement;
mod searches;
mod tb;
mod tt;

use criterion::{criterion_group, criterion_main};

criterion_group!(benches, searches::search, tb::probes, tt::table);
criterion_main!(benches);
