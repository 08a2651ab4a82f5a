// SPDX-License-Identifier: MIT OR Apache-2.0
//! Benchmarks of the rooms above the search: books, analysis, training; and of the laboratory.

mod analysis;
mod book;
mod lab;
mod train;

use criterion::{criterion_group, criterion_main};

criterion_group!(benches, analysis::queries, book::book, lab::lab, train::train);
criterion_main!(benches);
