// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe train`: trains a network on self-play games.

mod learning_curve;
mod settings;

use super::failure::{CommandResult, Failure, Place, warn};
use super::output::{Output, OverwriteArgs, is_empty, refuse_standard};
use super::progress::style;
use super::{files, interrupt};
use chuhe::eval::nnue::NetworkWeights;
use chuhe::eval::nnue::arch::MAGIC;
use chuhe_console::number;
use chuhe_display::charts;
use chuhe_learn::train::{EpochStats, Losses, RoundingError, TrainError, Training, TrainingData, csv};
use indicatif::ProgressBar;
use settings::TrainSettings;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use xiangqi::bounded;
use xiangqi::types::{Bilingual, bilingual, text};

/// Maximum size of a checkpoint, larger than that of the largest network.
const MAX_CHECKPOINT: u64 = 256 << 20;

/// Train a network on self-play games
#[derive(clap::Args)]
#[command(after_help = "\
Beside a network such as good.net, the learning curve is written to good.csv and good.svg, and a checkpoint is saved after \
each epoch to good.net.checkpoint. The checkpoint is deleted at the end, and so is good.lock, which keeps other runs away. \
Only matches show whether a network is stronger.

A settings file has one line `key = value` per setting, named like the options; `#` starts a comment. Options on the command \
line override the file.

Example:
  chuhe datagen --out self.games --positions 2000000 --threads 2
  chuhe train --data self.games --out first.net --threads 2 --epochs 20
  chuhe net info first.net")]
pub struct TrainArgs {
    /// Game files, as written by `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// File to write the network to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Settings file
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Network to start from, instead of random weights; `--hidden` and `--layers` default to its own;
    /// a larger `--hidden` adds neurons, `--layers 3` adds two layers, `--layers 1` removes them
    #[arg(long, value_name = "FILE")]
    initial: Option<PathBuf>,
    /// Resume from the checkpoint of an interrupted run, if there is one
    #[arg(long)]
    resume: bool,
    /// Name of the network [default: the name of its file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Number of threads; results differ slightly between thread counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    threads: u16,
    #[command(flatten)]
    settings: TrainSettings,
}

impl TrainArgs {
    /// The files to read, with their options.
    fn inputs(&self) -> Vec<(&'static str, &Path)> {
        let data = self.data.iter().map(|path| ("--data", path.as_path()));
        let config = self.config.iter().map(|path| ("--config", path.as_path()));
        let initial = self.initial.iter().map(|path| ("--initial", path.as_path()));
        data.chain(config).chain(initial).collect()
    }
}

pub fn run(args: &TrainArgs) -> CommandResult {
    let settings = match &args.config {
        Some(path) => args.settings.or(TrainSettings::read(path)?),
        None => args.settings,
    };
    refuse_standard("--out", &args.out)?;
    let paths = Paths::new(&args.out, &args.inputs(), args.name.as_deref())?;
    if !is_empty(&paths.lock) {
        let problem =
            bilingual!("not a lock of `train`, which is empty", "不是 `train` 的锁文件，锁文件应为空");
        return Err(problem.at(paths.lock.display()).into());
    }
    let _reserved = files::reserve(&paths.lock)?;
    let result = train(args, &settings, &paths);
    // Last of all: from here on another run may start.
    let _ = fs::remove_file(&paths.lock);
    result
}

fn train(args: &TrainArgs, settings: &TrainSettings, paths: &Paths) -> CommandResult {
    if !args.resume && paths.checkpoint.exists() {
        let place = paths.checkpoint.display();
        return Err(Failure::Input(bilingual!(
            "{place}: checkpoint of an interrupted run; continue with --resume, or delete it",
            "{place}：这是中断的训练留下的检查点；用 --resume 继续，或将其删除"
        )));
    }
    if args.resume && !paths.checkpoint.exists() && args.out.exists() {
        // A scheduler may repeat a command that has finished.
        print_line(&format!(
            "{} exists already, and there is no checkpoint to resume from",
            args.out.display()
        ));
        return Ok(ExitCode::SUCCESS);
    }
    let outputs = Outputs::open(args, paths)?;
    interrupt::watch(|| ());
    let Some(data) = read(args, settings, paths)? else {
        return Err(interrupted(paths, &bilingual!("not all positions read", "局面尚未读完")));
    };
    let held_out = data.held_out_len();
    let mut training = begin(args, settings, paths, data)?;
    print_line(&format!("positions {}, held out {held_out}", training.positions()));
    print_line(&format!("scale {}", training.scale()));
    if training.epochs_done() > 0 {
        print_line(&format!("resuming after epoch {}", training.epochs_done()));
    }
    let speed = learn(&mut training, paths, &outputs)?;
    finish(args, &mut training, paths, &outputs, speed)?;
    Ok(ExitCode::SUCCESS)
}

/// The files that a run writes.
struct Outputs {
    network: Output,
    checkpoint: Output,
    csv: Output,
    svg: Output,
}

impl Outputs {
    fn open(args: &TrainArgs, paths: &Paths) -> Result<Self, Bilingual> {
        let create = |path: &Path, mark: &[u8]| Output::create(path, Some(mark), args.overwrite);
        Ok(Self {
            network: create(&args.out, MAGIC)?,
            checkpoint: Output::reopen(&paths.checkpoint)?,
            csv: create(&paths.csv, csv(&[]).trim_end().as_bytes())?,
            svg: create(&paths.svg, charts::FILE_MARK.as_bytes())?,
        })
    }

    fn save_curve(&self, epochs: &[EpochStats]) -> Result<(), Failure> {
        self.csv.save(csv(epochs))?;
        self.svg.save(learning_curve::svg(epochs))
    }
}

/// Writes the network and prints the summary.
fn finish(
    args: &TrainArgs,
    training: &mut Training,
    paths: &Paths,
    outputs: &Outputs,
    speed: Option<f64>,
) -> Result<(), Failure> {
    let (weights, error) = training.network(&paths.name).map_err(failure)?;
    let bytes = weights.to_bytes().map_err(|error| Failure::Job(error.into()))?;
    outputs.network.save(&bytes)?;
    // Without a checkpoint there is nothing to delete.
    let _ = fs::remove_file(&paths.checkpoint);
    let RoundingError { rms, max, positions } = error;
    let (place, ratio) = (args.out.display(), rms / f64::from(training.scale()));
    if ratio > RoundingError::LIMIT {
        let [ratio, limit] = [ratio, RoundingError::LIMIT].map(|ratio| 100.0 * ratio);
        warn(bilingual!(
            "{place}: quantisation changed its values by {ratio:.1} % of the scale, more than {limit} %",
            "{place}：量化使其值改变了比例的 {ratio:.1} %，超过 {limit} %"
        ));
    }
    let mut out = io::stdout().lock();
    if let Some(speed) = speed {
        writeln!(out, "speed {speed:.0} positions/s")?;
    }
    writeln!(
        out,
        "rounding: values change by {rms:.2} (root mean square), at most {max:.1}, over {positions} positions"
    )?;
    writeln!(out, "network {place}: hidden size {}, {} bytes", weights.hidden_size, bytes.len())?;
    Ok(())
}

/// Reads the positions; `None` if interrupted.
fn read(args: &TrainArgs, settings: &TrainSettings, paths: &Paths) -> Result<Option<TrainingData>, Failure> {
    let bar = ProgressBar::new_spinner().with_style(style("{pos} positions read, {per_sec}"));
    let data = TrainingData::read(&args.data, &settings.data_config(paths.directory.clone()), |game| {
        match game {
            Ok(positions) => bar.inc(positions as u64),
            Err(error) => bar.suspend(|| warn(error)),
        }
        if interrupt::is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    data.map_err(failure)
}

/// Starts a new run, or resumes the interrupted one.
fn begin(
    args: &TrainArgs,
    settings: &TrainSettings,
    paths: &Paths,
    data: TrainingData,
) -> Result<Training, Failure> {
    let read = |path: &Path| NetworkWeights::load(path).at(path.display());
    let initial = args.initial.as_deref().map(read).transpose()?;
    let (config, threads) = (settings.train_config(initial), args.threads.into());
    if !args.resume || !paths.checkpoint.exists() {
        return Training::new(data, config, threads).map_err(failure);
    }
    let place = paths.checkpoint.display();
    let bytes = bounded::read_file(&paths.checkpoint, MAX_CHECKPOINT).at(&place)?;
    Ok(Training::resume(data, config, threads, &bytes).at(&place)?)
}

/// Trains the remaining epochs and saves after each; returns the positions per second if there were any.
fn learn(training: &mut Training, paths: &Paths, outputs: &Outputs) -> Result<Option<f64>, Failure> {
    let (epochs, positions) = (training.epochs_in_all(), training.positions() as u64);
    let bar = ProgressBar::new(u64::from(epochs) * positions);
    bar.set_style(style("{elapsed_precise} {wide_bar} {percent} % {msg} (eta {eta})"));
    bar.set_position(u64::from(training.epochs_done()) * positions);
    let (mut time, mut done) = (Duration::ZERO, 0.0);
    while !training.is_over() {
        let start = Instant::now();
        let flow = training.epoch(|count| {
            bar.inc(count as u64);
            done += count as f64;
            let speed = done / (time + start.elapsed()).as_secs_f64().max(1e-6);
            bar.set_message(format!("{speed:.0} positions/s"));
            if interrupt::is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        time += start.elapsed();
        if flow.map_err(failure)?.is_break() {
            bar.finish_and_clear();
            let done = training.epochs_done();
            let done = bilingual!("{done} of {epochs} epochs done", "完成{done}/{epochs}轮");
            return Err(interrupted(paths, &done));
        }
        outputs.checkpoint.save(training.checkpoint())?;
        outputs.save_curve(training.epochs())?;
        if let Some(stats) = training.epochs().last() {
            bar.suspend(|| print_line(&describe(stats, epochs)));
        }
    }
    bar.finish_and_clear();
    // If no epoch was left, the files may be those of an older run.
    outputs.save_curve(training.epochs())?;
    Ok((done > 0.0).then(|| done / time.as_secs_f64().max(1e-6)))
}

/// `epoch 3/40: loss 0.012345, held out 0.012543 (scores 0.004321, results 0.121212)`
fn describe(stats: &EpochStats, epochs: u32) -> String {
    let held_out = stats.held_out.map_or_else(String::new, |losses| {
        let Losses { blend, scores, results } = losses;
        format!(", held out {blend:.6} (scores {scores:.6}, results {results:.6})")
    });
    format!("epoch {}/{epochs}: loss {:.6}{held_out}", stats.epoch, stats.training)
}

/// Prints progress. Standard output may be closed; training continues all the same.
fn print_line(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// A failing disk fails the job; all other errors are in the input.
fn failure(error: TrainError) -> Failure {
    match error {
        TrainError::Scratch { .. } => Failure::Job(error.into()),
        TrainError::NoData => Failure::Input(Bilingual::from(error).at("--data")),
        _ => Failure::Input(error.into()),
    }
}

fn interrupted(paths: &Paths, done: &Bilingual) -> Failure {
    let can_resume = paths.checkpoint.exists();
    Failure::Job(Bilingual::new(|language| {
        let done = done.text(language);
        let hint =
            if can_resume { language.pick("; continue with --resume", "；用 --resume 继续") } else { "" };
        text!(language, "interrupted: {done}{hint}", "已中断：{done}{hint}")
    }))
}

/// The files of a run.
struct Paths {
    checkpoint: PathBuf,
    csv: PathBuf,
    svg: PathBuf,
    lock: PathBuf,
    directory: PathBuf,
    /// The name of the network.
    name: String,
}

impl Paths {
    /// Derives the paths from `--out`. The inputs, files with the names of their options, are never
    /// overwritten.
    fn new(out: &Path, inputs: &[(&str, &Path)], name: Option<&str>) -> Result<Self, Bilingual> {
        let directory = chuhe_console::files::directory(out).to_owned();
        if !directory.is_dir() {
            return Err(bilingual!("not a directory", "不是目录").at(directory.display()));
        }
        let stem = out.file_stem().filter(|_| !out.is_dir());
        let name_of_out = format!("--out {}", out.display());
        let stem = stem.ok_or_else(|| bilingual!("not a file", "不是文件").at(&name_of_out))?;
        let [csv, svg, lock] = ["csv", "svg", "lock"].map(|ending| out.with_extension(ending));
        let is_taken = [&csv, &svg, &lock].into_iter().any(|path| path == out);
        if is_taken {
            let problem = bilingual!(
                "the name of another file of the run; choose another ending",
                "与训练的另一个文件同名；请换一个扩展名"
            );
            return Err(problem.at(name_of_out));
        }
        let mut checkpoint = out.as_os_str().to_owned();
        checkpoint.push(".checkpoint");
        let checkpoint = PathBuf::from(checkpoint);
        let name = name.map_or_else(|| stem.to_string_lossy().into_owned(), ToOwned::to_owned);
        let is_valid = !name.contains(char::is_control);
        if !is_valid {
            let name = name.escape_debug();
            return Err(bilingual!(
                "--name '{name}': control characters in the name",
                "--name “{name}”：名称中有控制字符"
            ));
        }
        let place = |&(option, path): &(_, &Path)| Some((files::place(path)?, option));
        let inputs: HashMap<PathBuf, &str> = inputs.iter().filter_map(place).collect();
        for path in [out, &csv, &svg, &checkpoint, &lock] {
            if let Some(option) = files::place(path).and_then(|place| inputs.get(&place)) {
                let path = path.display();
                return Err(bilingual!(
                    "--out: {path} would be overwritten, the file of {option}",
                    "--out：{path} 会被覆盖，它是 {option} 的文件"
                ));
            }
        }
        Ok(Self { checkpoint, csv, svg, lock, directory, name })
    }
}
