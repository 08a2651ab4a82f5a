// SPDX-License-Identifier: MIT OR Apache-2.0
//! Perft: the start position three plies deep, and the whole suite two plies deep.

use crate::cases;
use crate::cases::Case;
use chuhe::Position;
use criterion::{Criterion, Throughput};
use std::hint::black_box;
use xiangqi::position::perft;

fn suite(cases: &mut [Case]) -> u64 {
    cases.iter_mut().map(|case| perft(&mut case.position, 2)).sum()
}

pub(crate) fn perfts(c: &mut Criterion) {
    let mut cases = cases::cases();
    let expected = cases.iter().map(|case| case.replies).sum();
    let mut start = Position::startpos();
    assert_eq!(perft(&mut start, 3), 79_666);
    assert_eq!(suite(&mut cases), expected);

    let mut group = c.benchmark_group("perft");
    group.throughput(Throughput::Elements(79_666));
    group.bench_function("start", |b| b.iter(|| perft(black_box(&mut start), 3)));
    group.throughput(Throughput::Elements(expected));
    group.bench_function("suite", |b| b.iter(|| suite(black_box(&mut cases))));
    group.finish();
}
