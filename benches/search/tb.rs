// SPDX-License-Identifier: MIT OR Apache-2.0
//! Probes of endgame tables: results and distances from blocks in memory; and the first of each, for which
//! the header of a file and a block of it are read.

use crate::placement::random_position;
use chuhe::Position;
use chuhe::tb::{Balance, Content, Tablebase, build, in_order, write};
use criterion::{BatchSize, Criterion};
use std::fs::{self, File};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use xiangqi::rules::Verdict;
use xiangqi::types::SplitMix64;

const BALANCE: &str = "KRvKAB";

/// A directory with the tables.
fn built() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench_tables");
    fs::create_dir_all(&directory).expect("the directory for files of tests can be written");
    let balance: Balance = BALANCE.parse().expect("a balance");
    let stop = AtomicBool::new(false);
    for balance in in_order(&[balance]) {
        let tablebase = Tablebase::open(&[&directory]).expect("tables");
        let table = build(balance, &tablebase, 1, &stop).expect("the smaller tables are there");
        for content in Content::ALL {
            let path = directory.join(balance.to_string()).with_extension(content.extension());
            write(&table, content, &mut File::create(path).expect("a file")).expect("space");
        }
    }
    directory
}

pub(crate) fn probes(c: &mut Criterion) {
    let directory = built();
    let open = || Tablebase::open(&[&directory]).expect("tables");
    let (balance, mut rng) = (BALANCE.parse().expect("a balance"), SplitMix64::new(7));
    let positions: Vec<_> = (0..1000).map(|_| random_position(balance, &mut rng)).collect();
    let tablebase = open();
    let won = |position: &&Position| tablebase.wdl(position) == Some(Verdict::Win);
    let win = positions.iter().find(won).expect("a rook wins most positions");

    let mut group = c.benchmark_group("tables");
    group.throughput(criterion::Throughput::Elements(positions.len() as u64));
    group.bench_function("result", |b| {
        b.iter(|| black_box(&positions).iter().filter(|position| tablebase.wdl(position).is_some()).count());
    });
    group.bench_function("distance", |b| {
        b.iter(|| {
            black_box(&positions)
                .iter()
                .filter(|position| matches!(tablebase.value(position), Ok(Some(_))))
                .count()
        });
    });
    group.throughput(criterion::Throughput::Elements(1));
    group.bench_function("first result, from a file", |b| {
        b.iter_batched(open, |fresh| fresh.wdl(black_box(win)), BatchSize::SmallInput);
    });
    let with_results = || {
        let fresh = open();
        assert_eq!(fresh.wdl(win), Some(Verdict::Win));
        fresh
    };
    group.bench_function("first distance, from a file", |b| {
        b.iter_batched(with_results, |fresh| fresh.value(black_box(win)), BatchSize::SmallInput);
    });
    group.finish();
}
