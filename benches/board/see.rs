// SPDX-License-Identifier: MIT OR Apache-2.0
//! Static exchange evaluation: all legal moves of the perft suite's positions.

use crate::cases;
use chuhe::Position;
use criterion::Criterion;
use std::hint::black_box;
use xiangqi::position::see_value;
use xiangqi::types::{Move, PieceKind, Value};

/// Returns the number of moves whose exchange wins at least `threshold`.
fn count(cases: &[(Position, Vec<Move>)], threshold: Value) -> usize {
    let good = |(position, moves): &(Position, Vec<Move>)| {
        moves.iter().filter(|&&mv| position.see_ge(mv, threshold)).count()
    };
    cases.iter().map(good).sum()
}

pub(crate) fn see(c: &mut Criterion) {
    let cases = cases::moves();
    let all: usize = cases.iter().map(|(_, moves)| moves.len()).sum();
    let most = see_value(PieceKind::Rook);
    assert_eq!((count(&cases, -most), count(&cases, most + 1)), (all, 0));
    assert!((1..all).contains(&count(&cases, 1)));

    let mut group = c.benchmark_group("see");
    group.bench_function("wins_something", |b| b.iter(|| count(black_box(&cases), 1)));
    group.bench_function("loses_nothing", |b| b.iter(|| count(black_box(&cases), 0)));
    group.bench_function("loses_little", |b| b.iter(|| count(black_box(&cases), -100)));
    group.finish();
}
