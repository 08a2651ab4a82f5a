// SPDX-License-Identifier: MIT OR Apache-2.0
//! Training: one iteration is an epoch of some batches, on one thread, for several hidden sizes.

use chuhe_learn::dataset::DataFilter;
use chuhe_learn::train::{DataConfig, TrainConfig, Training, TrainingData};
use chuhe_learn::{GameWriter, generate};
use criterion::{Criterion, Throughput};
use std::ops::ControlFlow;
use std::path::PathBuf;

const BATCH: usize = 8192;
const POSITIONS: usize = 3 * BATCH;
const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// A game file with quickly played games.
fn games() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench.games");
    // Appended to the file of an earlier run, the same games would be left out as duplicates.
    let _ = std::fs::remove_file(&path);
    let mut writer = GameWriter::open(&path, |_| ()).expect("the directory can be written to");
    let config = chuhe_learn::DatagenConfig::new(1, 1);
    let append = |game| {
        writer.append(&game).expect("the disk has room");
        GO_ON
    };
    generate(&config, 1, 0..200, || false, append);
    path
}

pub(crate) fn train(c: &mut Criterion) {
    let path = games();
    let mut group = c.benchmark_group("train");
    group.sample_size(10);
    for hidden in [64, 128, 256, 512] {
        let selection = DataConfig {
            held_out: 0.0,
            filter: DataFilter::none(),
            positions: POSITIONS,
            ..DataConfig::default()
        };
        // The same positions over and over take as long as different ones.
        let data = TrainingData::read(&[&path; 100], &selection, |_| GO_ON);
        let data = data.expect("the file was just written").expect("not interrupted");
        assert_eq!(data.positions(), POSITIONS, "there are too few games");
        group.throughput(Throughput::Elements(data.positions() as u64));
        let config = TrainConfig {
            hidden,
            batch: BATCH,
            epochs: u32::MAX,
            scale: Some(400),
            ..TrainConfig::default()
        };
        let mut training = Training::new(data, config, 1).expect("the config is sound");
        let mut learn = || training.epoch(|_| GO_ON).expect("nothing is read from files");
        assert!(learn().is_continue());
        group.bench_function(format!("hidden-{hidden}"), |b| b.iter(&mut learn));
    }
    group.finish();
}
