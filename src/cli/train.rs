// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe train`: makes a network out of games of self-play.

mod settings;

use super::failure::warn;
use super::failure::{CommandResult, Failure};
use super::progress::style;
use super::{files, interrupt};
use crate::learn::train::{Data, Losses, Point, RoundingError, TrainError, Training, csv, svg};
use anyhow::{Context, anyhow, bail, ensure};
use clap::value_parser;
use indicatif::ProgressBar;
use settings::Settings;
use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Train a network on games of self-play
#[derive(clap::Args)]
#[command(after_help = "\
Beside the network, say good.net, the course of the losses is written to good.csv and good.svg, and after each epoch all that \
is needed to go on to good.net.checkpoint, which is deleted at the end, as is good.lock, which keeps other runs away. \
Matches alone tell whether a network is better.

A file of settings has a line `key = value` for each, with the names of the options; `#` begins a comment. What is given \
on the command line counts more.

Example:
  chuhe datagen --out self.games --positions 2000000 --threads 2
  chuhe train --data self.games --out first.net --threads 2 --epochs 20
  chuhe net info first.net")]
pub struct TrainArgs {
    /// Files of games, made by `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The file to write the network to
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A file of settings
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Go on from the checkpoint of an interrupted run, if there is one
    #[arg(long)]
    resume: bool,
    /// What people call the network [default: the name of its file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Threads to train with; another number makes a slightly different network
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=256))]
    threads: u16,
    #[command(flatten)]
    settings: Settings,
}

pub fn run(args: &TrainArgs) -> CommandResult {
    let settings = match &args.config {
        Some(path) => args.settings.or(Settings::read(path)?),
        None => args.settings,
    };
    let paths = Paths::of(args)?;
    let _reserved = files::reserve(&paths.lock)?;
    let outcome = train(args, &settings, &paths);
    // The last that is done: whoever comes now may begin.
    let _ = fs::remove_file(&paths.lock);
    outcome
}

fn train(args: &TrainArgs, settings: &Settings, paths: &Paths) -> CommandResult {
    if !args.resume && paths.checkpoint.exists() {
        let place = paths.checkpoint.display();
        return Err(anyhow!(
            "{place}: the checkpoint of an interrupted run; go on with --resume, or delete it"
        )
        .into());
    }
    if args.resume && !paths.checkpoint.exists() && args.out.exists() {
        // A scheduler may repeat a command that had come to its end.
        tell(&format!("{} is there already, and no checkpoint to go on from", args.out.display()));
        return Ok(ExitCode::SUCCESS);
    }
    interrupt::watch(|| ());
    let Some(data) = read(args, settings, paths)? else {
        return Err(interrupted(paths, "not all positions read"));
    };
    let held_out = data.held_out();
    let mut training = begin(args, settings, paths, data)?;
    tell(&format!("positions {}, held out {held_out}", training.positions()));
    tell(&format!("scale {}", training.scale()));
    if training.epochs_done() > 0 {
        tell(&format!("going on after epoch {}", training.epochs_done()));
    }
    let speed = learn(&mut training, settings, paths)?;
    let (weights, error) = training.network(&paths.name).map_err(failure)?;
    let bytes = weights.to_bytes().map_err(|error| Failure::Job(error.into()))?;
    files::save(&args.out, &bytes)?;
    // Without a checkpoint there is nothing to delete.
    let _ = fs::remove_file(&paths.checkpoint);
    let RoundingError { rms, max, positions } = error;
    let (place, share) = (args.out.display(), rms / f64::from(training.scale()));
    if share > RoundingError::LIMIT {
        let [share, limit] = [share, RoundingError::LIMIT].map(|share| 100.0 * share);
        warn(&format_args!(
            "{place}: rounding changed its values by {share:.1} % of the scale, more than {limit} %"
        ));
    }
    let mut out = io::stdout().lock();
    if let Some(speed) = speed {
        writeln!(out, "speed {speed:.0} positions/s")?;
    }
    writeln!(
        out,
        "rounding: values change by {rms:.2} (root mean square), {max:.1} at most, over {positions} positions"
    )?;
    writeln!(out, "network {place} of {} hidden units, {} bytes", weights.hidden_size, bytes.len())?;
    Ok(ExitCode::SUCCESS)
}

/// The files of a run.
struct Paths {
    checkpoint: PathBuf,
    csv: PathBuf,
    svg: PathBuf,
    lock: PathBuf,
    directory: PathBuf,
    /// What people call the network.
    name: String,
}

impl Paths {
    /// Those of `--out`, if nothing is lost by writing there.
    fn of(args: &TrainArgs) -> anyhow::Result<Self> {
        let out = &args.out;
        let directory = crate::files::directory(out).to_owned();
        ensure!(directory.is_dir(), "{}: not a directory", directory.display());
        let name = out.file_stem().filter(|_| !out.is_dir());
        let name = name.with_context(|| format!("--out {}: not a file", out.display()))?;
        let [csv, svg, lock] = ["csv", "svg", "lock"].map(|ending| out.with_extension(ending));
        ensure!(![&csv, &svg, &lock].contains(&out), "--out {}: needed for another file", out.display());
        let mut checkpoint = out.as_os_str().to_owned();
        checkpoint.push(".checkpoint");
        let checkpoint = PathBuf::from(checkpoint);
        let name = name.to_string_lossy().into_owned();
        let name = args.name.clone().unwrap_or(name);
        ensure!(!name.contains(char::is_control), "'{}': no name for a network", name.escape_debug());
        let read = args.data.iter().map(|path| ("--data", path));
        let read = read.chain(args.config.iter().map(|path| ("--config", path)));
        let read: HashMap<PathBuf, &str> =
            read.filter_map(|(option, path)| Some((files::place(path)?, option))).collect();
        for path in [out, &csv, &svg, &checkpoint, &lock] {
            if let Some(option) = files::place(path).and_then(|place| read.get(&place)) {
                bail!("--out: {}: the file of {option}", path.display());
            }
        }
        Ok(Self { checkpoint, csv, svg, lock, directory, name })
    }
}

/// Reads the positions; `None` if that was interrupted.
fn read(args: &TrainArgs, settings: &Settings, paths: &Paths) -> Result<Option<Data>, Failure> {
    let bar = ProgressBar::new_spinner().with_style(style("{pos} positions read, {per_sec}"));
    let data = Data::read(&args.data, &settings.choice(paths.directory.clone()), |game| {
        match game {
            Ok(positions) => bar.inc(positions as u64),
            Err(error) => bar.suspend(|| warn(&error)),
        }
        if interrupt::is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    data.map_err(failure)
}

/// A new run, or the interrupted one.
fn begin(args: &TrainArgs, settings: &Settings, paths: &Paths, data: Data) -> Result<Training, Failure> {
    let (recipe, threads) = (settings.recipe(), args.threads.into());
    if !args.resume || !paths.checkpoint.exists() {
        return Training::new(data, recipe, threads).map_err(failure);
    }
    let place = || paths.checkpoint.display().to_string();
    let bytes = fs::read(&paths.checkpoint).with_context(place)?;
    Ok(Training::resume(data, recipe, threads, &bytes).with_context(place)?)
}

/// Trains to the end, saving after each epoch; returns the positions a second, if any.
#[allow(clippy::cast_precision_loss, reason = "for people to read")]
fn learn(training: &mut Training, settings: &Settings, paths: &Paths) -> Result<Option<f64>, Failure> {
    let (epochs, positions) = (settings.recipe().epochs, training.positions() as u64);
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
            return Err(interrupted(paths, &format!("{} of {epochs} epochs done", training.epochs_done())));
        }
        files::save(&paths.checkpoint, training.checkpoint())?;
        save_curve(paths, training.points())?;
        if let Some(point) = training.points().last() {
            bar.suspend(|| tell(&describe(point, epochs)));
        }
    }
    bar.finish_and_clear();
    // What is there may be that of an older run, if this one had nothing to do.
    save_curve(paths, training.points())?;
    Ok((done > 0.0).then(|| done / time.as_secs_f64().max(1e-6)))
}

/// `epoch 3/40: loss 0.012345, held out 0.012543 (scores 0.004321, results 0.121212)`
fn describe(point: &Point, epochs: u32) -> String {
    let held_out = point.held_out.map_or_else(String::new, |losses| {
        let Losses { blend, scores, results } = losses;
        format!(", held out {blend:.6} (scores {scores:.6}, results {results:.6})")
    });
    format!("epoch {}/{epochs}: loss {:.6}{held_out}", point.epoch, point.training)
}

/// Says how it goes. Perhaps nobody listens any more; the network is wanted all the same.
fn tell(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

fn save_curve(paths: &Paths, points: &[Point]) -> Result<(), Failure> {
    files::save(&paths.csv, csv(points))?;
    files::save(&paths.svg, svg(points))
}

/// Disks fail during the job; all else is the fault of what was given.
fn failure(error: TrainError) -> Failure {
    match error {
        TrainError::Scratch { .. } => Failure::Job(error.into()),
        TrainError::NoData => Failure::Input(anyhow!("--data: {error}")),
        _ => Failure::Input(error.into()),
    }
}

fn interrupted(paths: &Paths, done: &str) -> Failure {
    let hint = if paths.checkpoint.exists() { ", `--resume` goes on" } else { "" };
    Failure::Job(anyhow!("interrupted: {done}{hint}"))
}
