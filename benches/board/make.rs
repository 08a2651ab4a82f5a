// SPDX-License-Identifier: MIT OR Apache-2.0
//! Making and taking back every legal move of the perft suite's positions, and predicting its key and whether
//! it gives check.

use crate::cases;
use chuhe::Position;
use criterion::Criterion;
use std::hint::black_box;
use xiangqi::types::Move;

/// Plays and undoes every move; returns the XOR of the keys reached and the number of checks given.
fn play_and_undo(cases: &mut [(Position, Vec<Move>)]) -> (u64, usize) {
    let (mut keys, mut checks) = (0, 0);
    for (position, moves) in cases {
        for &mv in &*moves {
            position.play_unchecked(mv);
            keys ^= position.key();
            checks += usize::from(position.in_check());
            position.undo();
        }
    }
    (keys, checks)
}

/// Computes the same result without making a move.
fn predict(cases: &[(Position, Vec<Move>)]) -> (u64, usize) {
    let (mut keys, mut checks) = (0, 0);
    for (position, moves) in cases {
        for &mv in moves {
            keys ^= position.key_after(mv);
            checks += usize::from(position.gives_check(mv));
        }
    }
    (keys, checks)
}

pub(crate) fn make(c: &mut Criterion) {
    let mut cases = cases::moves();
    assert_eq!(play_and_undo(&mut cases), predict(&cases));

    let mut group = c.benchmark_group("make");
    group.bench_function("play_and_undo", |b| b.iter(|| play_and_undo(black_box(&mut cases))));
    group.bench_function("predict", |b| b.iter(|| predict(black_box(&cases))));
    group.finish();
}
