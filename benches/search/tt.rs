// SPDX-License-Identifier: MIT OR Apache-2.0
//! The transposition table: random stores and probes, as in a search.

use chuhe::tt::{Bound, TranspositionTable, TtDepth, TtEntry};
use criterion::Criterion;
use std::hint::black_box;
use xiangqi::types::SplitMix64;

const KEYS: usize = 1 << 16;

pub(crate) fn table(c: &mut Criterion) {
    let table = TranspositionTable::new(16);
    let mut rng = SplitMix64::new(1);
    let keys: Vec<u64> = (0..KEYS).map(|_| rng.next_u64()).collect();
    let entry =
        TtEntry { mv: None, value: 17, eval: Some(3), depth: TtDepth(5), bound: Bound::Lower, pv: false };
    for &key in &keys {
        table.store(key, entry);
    }
    let found = keys.iter().filter(|&&key| table.probe(key) == Some(entry)).count();
    assert!(found > KEYS * 9 / 10, "a quarter of the slots hold nearly all keys");

    let mut group = c.benchmark_group("table");
    let mut next = keys.iter().cycle();
    group.bench_function("probe hit", |b| {
        b.iter(|| table.probe(black_box(*next.next().expect("endless"))));
    });
    group.bench_function("probe miss", |b| b.iter(|| table.probe(black_box(rng.next_u64()))));
    group.bench_function("store", |b| {
        b.iter(|| table.store(black_box(*next.next().expect("endless")), entry));
    });
    group.finish();
}
