// SPDX-License-Identifier: MIT OR Apache-2.0
//! Training networks: a run is reproducible, even if it is interrupted, and damaged files are rejected or
//! skipped with a one-line message.

use crate::support::games::{play, write};
use crate::support::run::{self, Run, end, printed, run, start, wait_for};
use chuhe::eval::nnue::NetworkWeights;
use chuhe_learn::GameFileError;
use chuhe_learn::train::{DataConfig, TrainConfig, TrainError, Training, TrainingData};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// A path where nothing is; the learning curve is written beside a network.
fn fresh(name: &str) -> PathBuf {
    if let Some(name) = name.strip_suffix(".net") {
        for extension in ["csv", "svg"] {
            run::fresh(&format!("{name}.{extension}"));
        }
    }
    run::fresh(name)
}

/// A game file of that name with some quickly played games.
fn games(name: &str, seed: u64, count: u32) -> PathBuf {
    write(name, &play(seed, count))
}

fn selection() -> DataConfig {
    DataConfig { held_out: 0.2, directory: env!("CARGO_TARGET_TMPDIR").into(), ..DataConfig::default() }
}

fn config() -> TrainConfig {
    TrainConfig {
        hidden: 32,
        has_layers: true,
        epochs: 4,
        batch: 256,
        learning_rate: 0.003,
        scale: Some(200),
        ..TrainConfig::default()
    }
}

fn data(path: &Path, selection: &DataConfig) -> TrainingData {
    TrainingData::read(&[path], selection, |game| game.map(|_| GO_ON).unwrap()).unwrap().unwrap()
}

fn go_through(training: &mut Training) -> Vec<u8> {
    while !training.is_over() {
        assert!(training.epoch(|_| GO_ON).unwrap().is_continue());
    }
    let (weights, error) = training.network("test").unwrap();
    assert!(error.rms < 4.0 && error.positions > 100, "{error:?}");
    weights.to_bytes().unwrap()
}

fn network(path: &Path, selection: &DataConfig, config: TrainConfig, threads: usize) -> Vec<u8> {
    go_through(&mut Training::new(data(path, selection), config, threads).unwrap())
}

#[test]
fn training_is_reproducible() {
    let path = games("config.games", 1, 30);
    let on_disk = DataConfig { memory: 0, ..selection() };
    let make = |selection: &DataConfig, seed, threads| {
        network(&path, selection, TrainConfig { seed, ..config() }, threads)
    };
    let first = make(&selection(), 1, 1);
    assert_eq!(first, make(&selection(), 1, 1));
    assert_ne!(first, make(&selection(), 2, 1));
    assert_eq!(make(&selection(), 1, 2), make(&selection(), 1, 2));
    assert_eq!(make(&on_disk, 1, 1), make(&on_disk, 1, 1));
    let weights = NetworkWeights::from_bytes(&first).unwrap();
    assert_eq!((weights.hidden_size, weights.name.as_str()), (32, "test"));
}

#[test]
fn a_run_starts_from_a_network() {
    let path = games("initial.games", 7, 30);
    let first = network(&path, &selection(), config(), 1);
    let initial = NetworkWeights::from_bytes(&first).unwrap();
    let grown = |hidden: usize, epochs: u32| {
        let config = TrainConfig { initial: Some(initial.clone()), hidden, epochs, ..config() };
        Training::new(data(&path, &selection()), config, 1)
    };
    assert_eq!(go_through(&mut grown(32, 0).unwrap()), first);
    assert_ne!(go_through(&mut grown(32, 1).unwrap()), first);
    let wider = NetworkWeights::from_bytes(&go_through(&mut grown(64, 0).unwrap())).unwrap();
    assert_eq!((wider.hidden_size, &wider.output_biases), (64, &initial.output_biases));

    let shrunk = TrainConfig { initial: Some(wider), ..config() };
    let error = Training::new(data(&path, &selection()), shrunk, 1).err();
    assert!(matches!(error, Some(TrainError::Shrunk { hidden: 32, initial: 64 })), "{error:?}");

    // Further layers are left out if the run has none.
    let fewer = TrainConfig { initial: Some(initial.clone()), has_layers: false, epochs: 0, ..config() };
    let fewer = NetworkWeights::from_bytes(&network(&path, &selection(), fewer, 1)).unwrap();
    assert_eq!((fewer.layers, &fewer.feature_weights), (None, &initial.feature_weights));

    // Further layers are added to a network without them, and are silent at first.
    let shallow = network(&path, &selection(), TrainConfig { has_layers: false, ..config() }, 1);
    let shallow = NetworkWeights::from_bytes(&shallow).unwrap();
    assert_eq!(shallow.layers, None);
    let deeper = TrainConfig { initial: Some(shallow.clone()), epochs: 0, ..config() };
    let deeper = NetworkWeights::from_bytes(&network(&path, &selection(), deeper, 1)).unwrap();
    assert_eq!(deeper.feature_weights, shallow.feature_weights);
    assert!(deeper.layers.unwrap().last_weights.iter().all(|&weight| weight == 0.0));

    // The initial network belongs to the identity of the run.
    let mut training = grown(32, 2).unwrap();
    assert!(training.epoch(|_| GO_ON).unwrap().is_continue());
    let plain = TrainConfig { epochs: 2, ..config() };
    let resumed = Training::resume(data(&path, &selection()), plain, 1, &training.checkpoint());
    assert!(matches!(resumed.err(), Some(TrainError::OtherRun)));
}

#[test]
fn an_interrupted_run_ends_as_an_uninterrupted_one() {
    let path = games("interrupted.games", 2, 30);
    for selection in [selection(), DataConfig { memory: 0, ..selection() }] {
        interrupt_and_compare(&path, &selection);
    }
}

fn interrupt_and_compare(path: &Path, selection: &DataConfig) {
    let begin = || Training::new(data(path, selection), config(), 1).unwrap();
    let resume = |bytes: &[u8]| Training::resume(data(path, selection), config(), 1, bytes).unwrap();
    let mut whole = begin();
    let expected = go_through(&mut whole);

    let mut training = begin();
    for epoch in 1..config().epochs {
        assert!(training.epoch(|_| GO_ON).unwrap().is_continue());
        let checkpoint = training.checkpoint();
        assert!(training.epoch(|_| ControlFlow::Break(())).unwrap().is_break());
        training = resume(&checkpoint);
        assert_eq!(training.epochs_done(), epoch);
    }
    assert_eq!(go_through(&mut training), expected);
    assert_eq!(training.epochs(), whole.epochs());
    let mut finished = resume(&training.checkpoint());
    assert!(finished.is_over());
    assert_eq!(go_through(&mut finished), expected);
}

#[test]
fn checkpoints_of_other_runs_are_rejected() {
    let path = games("checkpoint.games", 3, 20);
    let mut training = Training::new(data(&path, &selection()), config(), 1).unwrap();
    assert!(training.epoch(|_| GO_ON).unwrap().is_continue());
    let bytes = training.checkpoint();
    let resume = |selection: DataConfig, config, bytes: &[u8]| {
        Training::resume(data(&path, &selection), config, 1, bytes).err()
    };
    assert!(resume(selection(), config(), &bytes).is_none());
    for (selection, config) in [
        (selection(), TrainConfig { final_learning_rate: 1e-4, ..config() }),
        (selection(), TrainConfig { hidden: 64, ..config() }),
        (DataConfig { positions: 100, ..selection() }, config()),
        (DataConfig { seed: 2, ..selection() }, config()),
    ] {
        assert!(matches!(resume(selection, config, &bytes), Some(TrainError::OtherRun)));
    }
    let mut damaged = bytes.clone();
    damaged[5000] ^= 4;
    for bytes in [&damaged[..], &bytes[..9000], &[][..]] {
        assert!(matches!(resume(selection(), config(), bytes), Some(TrainError::InvalidCheckpoint)));
    }
}

#[test]
fn the_same_games_are_held_out_in_every_run() {
    let path = games("held_out.games", 4, 60);
    let counts = |held_out: f64, seed: u64| {
        let data = data(&path, &DataConfig { held_out, seed, ..selection() });
        (data.positions(), data.held_out_len())
    };
    let (all, none) = counts(0.0, 1);
    assert!(none == 0 && all > 500);
    let (learned, held_out) = counts(0.3, 1);
    assert_eq!(learned + held_out, all);
    assert!((all / 8..all / 2).contains(&held_out), "{held_out} of {all}");
    assert_eq!(counts(0.3, 2), (learned, held_out));
    let some = data(&path, &DataConfig { positions: 100, ..selection() });
    assert_eq!(some.positions() + some.held_out_len(), 100);
}

#[test]
fn damaged_games_are_skipped() {
    let path = games("damaged.games", 5, 20);
    let whole = data(&path, &selection());
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let mut errors = Vec::new();
    let data = TrainingData::read(&[&path], &selection(), |game| {
        errors.extend(game.err());
        GO_ON
    });
    let data = data.unwrap().unwrap();
    assert!(matches!(errors[..], [GameFileError::Damaged { .. }]), "{errors:?}");
    assert!(data.positions() + data.held_out_len() < whole.positions() + whole.held_out_len());
    assert!(TrainingData::read(&[&path], &selection(), |_| ControlFlow::Break(())).unwrap().is_none());

    fs::write(&path, "something else").unwrap();
    let read = TrainingData::read(&[&path], &selection(), |_| GO_ON);
    assert!(matches!(read, Err(TrainError::Games(GameFileError::Foreign(_)))));
    fs::write(&path, "").unwrap();
    assert!(matches!(TrainingData::read(&[&path], &selection(), |_| GO_ON), Err(TrainError::NoData)));
}

/// The words of a training run.
fn train(data: &Path, out: &Path, words: &str) -> String {
    format!("train --data {} --out {} {words}", data.display(), out.display())
}

/// The one line that a failed command wrote.
#[track_caller]
fn complaint(line: &str) -> String {
    let Run { status, text, error } = run(line);
    assert_eq!((status, text.as_str(), error.lines().count()), (Some(2), "", 1), "{error}");
    error.trim_end().to_owned()
}

#[test]
fn the_command_writes_a_network_and_its_learning_curve() {
    let path = games("command.games", 6, 20);
    let [out, config] = ["command.net", "command.settings"].map(fresh);
    let text = "# quick\nhidden = 64\nlayers = 3\nbatch = 256   # the smallest\n\nepochs = 9\nheld_out = 0.2\nscale = 321\n";
    fs::write(&config, text).unwrap();
    let words = format!("--config {} --epochs 3 --name 中文", config.display());
    let text = printed(&train(&path, &out, &words));
    assert!(
        text.contains("scale 321\n") && text.contains("\nepoch 3/3: loss 0.") && !text.contains("epoch 4"),
        "{text}"
    );
    let csv = fs::read_to_string(out.with_extension("csv")).unwrap();
    assert_eq!(csv.lines().count(), 4);
    assert!(fs::read_to_string(out.with_extension("svg")).unwrap().starts_with("<svg "));
    for ending in ["net.checkpoint", "lock"] {
        assert!(!out.with_extension(ending).exists());
    }
    let text = printed(&format!("net info {}", out.display()));
    let network = "network (692 -> 64) x 2 -> 8 + (-> 16 -> 32 -> 8), SCReLU, half of the neurons mirrored\n";
    assert!(text.starts_with("name 中文\n") && text.contains(network), "{text}");
    assert!(text.contains("SCALE 321\n"), "{text}");
}

#[test]
fn unusable_input_is_reported_in_one_line() {
    let path = games("refused.games", 7, 20);
    let [out, config] = ["refused.net", "refused.settings"].map(fresh);
    let checkpoint = fresh("refused.net.checkpoint");
    fs::write(&config, "epochs = 3\n\nepoch = 4\n").unwrap();
    let complain = |words: &str| complaint(&train(&path, &out, words));
    let config = config.display();
    let expected = format!("chuhe: {config}: line 3: unexpected argument '--epoch' found");
    assert_eq!(complain(&format!("--config {config}")), expected);
    assert_eq!(complain("--min-ply 1000"), "chuhe: --data: no positions to train on");
    fs::write(&checkpoint, "something else").unwrap();
    for (words, complaint) in [
        ("--resume", "not a checkpoint of this version, or an incomplete or damaged one"),
        ("", "checkpoint of an interrupted run; continue with --resume, or delete it"),
    ] {
        assert_eq!(complain(words), format!("chuhe: {}: {complaint}", checkpoint.display()));
    }
    assert!(!out.exists());
}

#[test]
fn input_files_are_never_overwritten() {
    let [out, config] = ["read.net", "read.svg"].map(fresh);
    let path = games("read.csv", 9, 1);
    fs::write(&config, "epochs = 1\n").unwrap();
    let other = fresh("read.games");
    fs::copy(&path, &other).unwrap();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (data, out, expected) in [
        (&path, out.as_path(), format!(": {} would be overwritten, the file of --data", path.display())),
        (&other, &out, format!(": {} would be overwritten, the file of --config", config.display())),
        (&other, &other, format!(": {} would be overwritten, the file of --data", other.display())),
        (&other, directory, format!(" {}: not a file", directory.display())),
    ] {
        let line = train(data, out, &format!("--config {}", config.display()));
        assert_eq!(complaint(&line), format!("chuhe: --out{expected}"));
    }
    assert!(!out.exists());
    assert_eq!(fs::read(&path).unwrap(), fs::read(&other).unwrap());
}

#[test]
fn a_run_continues_when_standard_output_is_closed() {
    let path = games("unheard.games", 10, 5);
    let out = fresh("unheard.net");
    let mut child = start(&train(&path, &out, "--hidden 32 --epochs 2"));
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert!(out.exists());

    let csv = out.with_extension("csv");
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 3);
    printed(&train(&path, &out, "--epochs 0"));
    assert_eq!(fs::read_to_string(&csv).unwrap().lines().count(), 1, "the old curve is replaced");
}

#[test]
fn a_killed_run_resumes_to_the_same_network() {
    let path = games("killed_training.games", 8, 20);
    let words = "--hidden 32 --batch 256 --epochs 300 --held-out 0.2 --scale 200 --name same";
    let [whole, killed] = ["whole_training.net", "killed_training.net"].map(fresh);
    let checkpoint = fresh("killed_training.net.checkpoint");
    printed(&train(&path, &whole, words));
    let resume = train(&path, &killed, &format!("{words} --resume"));
    let written = || fs::metadata(&checkpoint).map_or(0, |file| file.len());
    for _ in 0..2 {
        let before = written();
        let mut child = start(&resume);
        wait_for("a checkpoint is written", || killed.exists() || written() > before);
        #[cfg(unix)]
        assert!(complaint(&train(&path, &killed, words)).contains(": another run is writing"));
        child.kill().unwrap();
        end(child);
    }
    assert!(printed(&resume).contains("\nresuming after epoch "));
    assert_eq!(fs::read(&killed).unwrap(), fs::read(&whole).unwrap());
    assert!(!checkpoint.exists());
    assert!(printed(&resume).contains(" exists already"));
}
