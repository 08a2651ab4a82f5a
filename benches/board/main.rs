// SPDX-License-Identifier: MIT OR Apache-2.0
//! The board and the evaluation on the positions of the perft suite, whose move counts are known.

mod attacks;
mod cases;
mod make;
mod movegen;
mod nnue;
mod perft;
mod see;

use criterion::{criterion_group, criterion_main};

criterion_group!(
    benches,
    attacks::attacks,
    make::make,
    movegen::movegen,
    nnue::network,
    perft::perfts,
    see::see
);
criterion_main!(benches);
