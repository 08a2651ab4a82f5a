// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generating and counting moves in the positions of the perft suite.

use crate::cases;
use crate::cases::Case;
use criterion::Criterion;
use std::hint::black_box;
use xiangqi::position::GenKind;
use xiangqi::types::MoveList;

fn generate(cases: &[Case], kind: GenKind) -> u64 {
    let mut count = 0;
    for case in cases {
        let mut list = MoveList::new();
        case.position.generate(kind, &mut list);
        count += list.len() as u64;
    }
    count
}

fn count(cases: &[Case]) -> u64 {
    cases.iter().map(|case| u64::from(case.position.count_legal_moves())).sum()
}

pub(crate) fn movegen(c: &mut Criterion) {
    let cases = cases::cases();
    let expected: u64 = cases.iter().map(|case| case.moves).sum();
    assert_eq!(generate(&cases, GenKind::All), expected);
    assert_eq!(generate(&cases, GenKind::Captures) + generate(&cases, GenKind::Quiets), expected);
    assert_eq!(count(&cases), expected);

    let mut group = c.benchmark_group("movegen");
    group.bench_function("all", |b| b.iter(|| generate(black_box(&cases), GenKind::All)));
    group.bench_function("captures", |b| b.iter(|| generate(black_box(&cases), GenKind::Captures)));
    group.bench_function("count", |b| b.iter(|| count(black_box(&cases))));
    group.finish();
}
