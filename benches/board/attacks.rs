// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attack look-ups: every square under the occupancies of the perft suite.

use crate::cases;
use criterion::Criterion;
use std::hint::black_box;
use xiangqi::attacks;
use xiangqi::types::{Bitboard, Square};

fn occupancies() -> Vec<Bitboard> {
    cases::cases().iter().map(|case| case.position.occupied()).collect()
}

/// Returns the XOR of `look_up` over all squares and occupancies.
fn sweep(occupancies: &[Bitboard], look_up: impl Fn(Square, Bitboard) -> Bitboard) -> Bitboard {
    occupancies.iter().fold(Bitboard::EMPTY, |sum, &occupied| {
        Square::ALL.into_iter().fold(sum, |sum, square| sum ^ look_up(square, occupied))
    })
}

pub(crate) fn attacks(c: &mut Criterion) {
    let occupancies = occupancies();
    let together = sweep(&occupancies, |square, occupied| {
        let (rook, cannon) = attacks::rook_and_cannon(square, occupied);
        rook ^ cannon
    });
    let apart = sweep(&occupancies, attacks::rook) ^ sweep(&occupancies, attacks::cannon_captures);
    assert_eq!(together, apart, "looked up together and one by one");

    let mut group = c.benchmark_group("attacks");
    group.bench_function("rook", |b| b.iter(|| sweep(black_box(&occupancies), attacks::rook)));
    group.bench_function("cannon", |b| b.iter(|| sweep(black_box(&occupancies), attacks::cannon_captures)));
    group.bench_function("horse", |b| b.iter(|| sweep(black_box(&occupancies), attacks::horse)));
    group.bench_function("elephant", |b| b.iter(|| sweep(black_box(&occupancies), attacks::elephant)));
    group.finish();
}
