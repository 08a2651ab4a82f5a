// SPDX-License-Identifier: MIT OR Apache-2.0
//! Probes of endgame tables: results from memory, distances from blocks in memory, and the first distance of
//! all, for which a file is opened.

use chuhe::Position;
use chuhe::tables::{Balance, Content, Tablebase, build, in_order, write};
use chuhe::types::{Color, SplitMix64};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::fs::{self, File};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

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

/// Random legal positions of the balance.
fn positions(count: usize) -> Vec<Position> {
    let (mut rng, mut positions) = (SplitMix64::new(7), Vec::new());
    while positions.len() < count {
        let mut cells = [[None; 9]; 10];
        let mut put = |places: &[(usize, usize)], letter: char| {
            let (rank, file) = places[rng.below(places.len())];
            cells[rank][file] = Some(letter);
        };
        let palace = |first: usize| (0..9).map(|cell| (first + cell / 3, 3 + cell % 3)).collect::<Vec<_>>();
        let everywhere: Vec<_> = (0..90).map(|cell| (cell / 9, cell % 9)).collect();
        put(&everywhere, 'R');
        put(&[(0, 3), (0, 5), (1, 4), (2, 3), (2, 5)], 'a');
        put(&[(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)], 'b');
        put(&palace(0), 'k');
        put(&palace(7), 'K');
        let row = |row: &[Option<char>; 9]| row.map(|cell| cell.unwrap_or('1')).iter().collect::<String>();
        let board = cells.iter().map(row).collect::<Vec<_>>().join("/");
        let side = if rng.below(2) == 0 { 'w' } else { 'b' };
        positions.extend(
            Position::from_fen(&format!("{board} {side}"))
                .ok()
                .filter(|position| position.occupied().len() == 5),
        );
    }
    positions
}

fn probes(c: &mut Criterion) {
    let directory = built();
    let open = || Tablebase::open(&[&directory]).expect("tables");
    let positions = positions(1000);
    let tablebase = open();
    let won = |position: &&Position| matches!(tablebase.wdl(position), Some(verdict) if verdict == chuhe::rules::Verdict::Win);
    let wins = positions.iter().filter(won).count();
    assert!(wins > 100 && positions.iter().any(|position| position.side_to_move() == Color::Black));

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
    let position = positions.iter().find(won).expect("checked above");
    group.bench_function("first result and distance", |b| {
        b.iter_batched(open, |fresh| fresh.value(black_box(position)), BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(benches, probes);
criterion_main!(benches);
