// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole searches to a fixed depth, from an empty table each time.

use chuhe::engine::bench;
use chuhe::{Engine, Limits};
use criterion::Criterion;

pub(crate) fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10);
    let mut engine = Engine::new(bench::HASH_MB);
    for (name, index) in [("opening", 0), ("middlegame", 20), ("endgame", 40)] {
        let position = bench::positions().nth(index).expect("the bench has more positions");
        let limits = Limits::depth(9);
        engine.new_game();
        let nodes = engine.search(&position, &limits).nodes;
        engine.new_game();
        assert_eq!(engine.search(&position, &limits).nodes, nodes, "a search on one thread repeats itself");
        group.bench_function(name, |b| {
            b.iter(|| {
                engine.new_game();
                engine.search(&position, &limits)
            });
        });
    }
    group.finish();
}
