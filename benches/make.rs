// SPDX-License-Identifier: MIT OR Apache-2.0
//! Making and taking back every legal move of the perft suite's positions, and foretelling what it does.

mod support;

use chuhe::Position;
use chuhe::position::KingLines;
use chuhe::types::Move;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Makes and takes back; returns the keys met, folded, and how many moves gave check.
fn make_and_unmake(cases: &mut [(Position, Vec<Move>)]) -> (u64, usize) {
    let (mut keys, mut checks) = (0, 0);
    for (position, moves) in cases {
        for &mv in &*moves {
            position.make(mv, &mut ());
            keys ^= position.key();
            checks += usize::from(position.in_check());
            position.unmake();
        }
    }
    (keys, checks)
}

/// The same result without making a move.
fn foretell(cases: &[(Position, Vec<Move>)]) -> (u64, usize) {
    let (mut keys, mut checks) = (0, 0);
    for (position, moves) in cases {
        let enemy_lines = KingLines::new(position.board(), !position.side_to_move());
        for &mv in moves {
            keys ^= position.key_after(mv);
            checks += usize::from(position.gives_check(mv, &enemy_lines));
        }
    }
    (keys, checks)
}

fn make(c: &mut Criterion) {
    let mut cases = support::moves();
    assert_eq!(make_and_unmake(&mut cases), foretell(&cases));

    let mut group = c.benchmark_group("make");
    group.bench_function("make_and_unmake", |b| b.iter(|| make_and_unmake(black_box(&mut cases))));
    group.bench_function("foretell", |b| b.iter(|| foretell(black_box(&cases))));
    group.finish();
}

criterion_group!(benches, make);
criterion_main!(benches);
