// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cost that `chuhe analysis` adds to its searches: queries of 1,000 nodes, from lines to lines, by one
//! thread, which begins each search with an empty table and empty histories, against the bare searches one
//! after the other.

use chuhe::book::Books;
use chuhe::search::Settings;
use chuhe::{Engine, Limits, Position};
use chuhe_review::analysis::{AnalysisConfig, Answered, Session};
use criterion::{Criterion, Throughput};
use std::io::{self, Cursor};
use std::path::Path;
use xiangqi::openings::OpeningLine;

const NODES: u64 = 1000;

pub(crate) fn queries(c: &mut Criterion) {
    let openings =
        OpeningLine::read_all(include_str!("../../../../positions/openings.epd")).expect("openings");
    let lines: Vec<String> = (0..)
        .zip(&openings)
        .map(|(id, OpeningLine { moves, .. })| {
            let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
            format!("{{\"id\": \"{id}\", \"moves\": {moves:?}, \"nodes\": {NODES}}}\n")
        })
        .collect();
    let lines = lines.concat();
    let mut group = c.benchmark_group("analysis");
    group.sample_size(10).throughput(Throughput::Elements(openings.len() as u64));
    let mut engine = Engine::new(1);
    let limits = Limits::nodes(NODES);
    let positions: Vec<_> = openings.iter().map(position).collect();
    group.bench_function("searches", |b| {
        b.iter(|| positions.iter().map(|position| engine.search(position, &limits).nodes).sum::<u64>());
    });
    group.bench_function("queries", |b| {
        b.iter(|| {
            let session = Session::new(config(), io::sink());
            let summary = session.run(Cursor::new(lines.clone())).expect("the output takes all");
            assert_eq!(summary.answered, openings.len());
        });
    });
    group.finish();
}

fn position(OpeningLine { start, moves, .. }: &OpeningLine) -> Position {
    let mut position = start.clone();
    for &mv in moves {
        position.play(mv).expect("openings are legal");
    }
    position
}

fn config() -> AnalysisConfig {
    AnalysisConfig {
        threads: 1,
        settings: Settings::default(),
        limits: Limits::nodes(NODES),
        hash_mb: 16,
        is_hash_shared: false,
        max_pending: 256,
        is_in_order: false,
        books: Books::default(),
        tables: None,
        answered: Answered::read(Path::new("no answers")).expect("a file that is not there has none"),
    }
}
