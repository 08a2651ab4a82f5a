// SPDX-License-Identifier: MIT OR Apache-2.0
//! Training: one iteration is an epoch of some batches, on one thread. The time grows with the hidden units.

use chuhe::learn::data_filter::DataFilter;
use chuhe::learn::train::{Choice, Data, Recipe, Training};
use chuhe::learn::{GameWriter, generate};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::ops::ControlFlow;
use std::path::PathBuf;

const BATCH: usize = 8192;
const POSITIONS: usize = 3 * BATCH;
const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// A file of quickly played games.
fn games() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench.games");
    // It is there after the first run: the same games again would be left out.
    let _ = std::fs::remove_file(&path);
    let mut writer = GameWriter::open(&path, |_| ()).expect("the directory can be written to");
    let recipe = chuhe::learn::DatagenConfig {
        seed: 1,
        nodes: 1,
        book: Vec::new(),
        network: None,
        rule60_damping: true,
    };
    let append = |game| {
        writer.append(&game).expect("the disk has room");
        GO_ON
    };
    generate(&recipe, 1, 0..200, || false, append);
    path
}

fn train(c: &mut Criterion) {
    let path = games();
    let mut group = c.benchmark_group("train");
    group.sample_size(10);
    for hidden in [64, 128, 256, 512] {
        let choice =
            Choice { held_out: 0.0, filter: DataFilter::none(), positions: POSITIONS, ..Choice::default() };
        // Positions take their time whether they are new or not.
        let data = Data::read(&[&path; 100], &choice, |_| GO_ON);
        let data = data.expect("the file was just written").expect("not broken off");
        assert_eq!(data.len(), POSITIONS, "there are too few games");
        group.throughput(Throughput::Elements(data.len() as u64));
        let recipe = Recipe { hidden, batch: BATCH, epochs: u32::MAX, scale: Some(400), ..Recipe::default() };
        let mut training = Training::new(data, recipe, 1).expect("the recipe is sound");
        let mut learn = || training.epoch(|_| GO_ON).expect("nothing is read from files");
        assert!(learn().is_continue());
        group.bench_function(format!("hidden-{hidden}"), |b| b.iter(&mut learn));
    }
    group.finish();
}

criterion_group!(benches, train);
criterion_main!(benches);
