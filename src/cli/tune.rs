// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tune`: fits the weights of the hand-made evaluation to games of self-play.

use super::failure::warn;
use super::failure::{CommandResult, Failure};
use super::options::fraction;
use super::progress::style;
use super::{files, interrupt};
use crate::eval::tuning::{self, Linear};
use crate::learn::data_filter::DataFilter;
use crate::learn::dataset::samples;
use crate::learn::texel::{Examples, Recipe, fit};
use crate::types::Color;
use anyhow::{anyhow, ensure};
use clap::value_parser;
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

/// One game in so many is held out: it shows whether what was learned holds elsewhere.
const HELD_OUT: usize = 10;

/// Fit the weights of the hand-made evaluation to games of self-play
#[derive(clap::Args)]
#[command(after_help = "\
Writes `weights.rs` and `squares.rs` with the fitted numbers, for src/eval/classic. Format them and build anew; then play \
matches against the old weights, which alone tell whether the new ones are better.

Example:
  chuhe datagen --out self.games --positions 2000000
  chuhe tune --data self.games --out src/eval/classic")]
pub struct TuneArgs {
    /// Files of games, made by `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// The directory to write the sources to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Take so many positions at most, the first ones; each takes about half a kibibyte of memory
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    positions: usize,
    /// Leave out positions with scores beyond this value of the search
    #[arg(long, value_name = "VALUE", default_value_t = DataFilter::for_texel().max_score, value_parser = value_parser!(i32).range(1..))]
    max_score: i32,
    /// How much of what is learned is the game's result, from 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "SHARE", default_value_t = Recipe::default().result_share, value_parser = fraction::<f64>)]
    result: f64,
    /// How heavy the present weights are: as if so many positions for each weight told its value
    #[arg(long, value_name = "N", default_value_t = Recipe::default().pull, value_parser = weight)]
    pull: f64,
    /// Steps of the descent
    #[arg(long, value_name = "N", default_value_t = Recipe::default().steps)]
    steps: usize,
}

fn weight(text: &str) -> Result<f64, String> {
    let weight: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if weight >= 0.0 && weight.is_finite() { Ok(weight) } else { Err("not 0 or more".to_owned()) }
}

pub fn run(args: &TuneArgs) -> CommandResult {
    if !args.out.is_dir() {
        return Err(Failure::Input(anyhow!("{}: not a directory", args.out.display())));
    }
    interrupt::watch(|| ());
    let [training, held_out] = read(args)?;
    let start = tuning::parameters();
    let k = training.scale();
    let recipe = Recipe { result_share: args.result, pull: args.pull, steps: args.steps };

    let bar = ProgressBar::new(args.steps as u64).with_style(style("{pos}/{len} steps, {msg} (eta {eta})"));
    let row = fit(&training, k, &recipe, |step, row| {
        if !bar.is_hidden() {
            bar.set_message(format!("loss held out {:.6}", held_out.loss(row, k, args.result)));
        }
        bar.set_position(step as u64);
        if interrupt::is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let Some(row) = row else { return Err(interrupted()) };
    let fitted: Vec<f64> = row.iter().map(|number| number.round()).collect();
    for (name, text) in tuning::sources(&fitted) {
        files::write(&args.out.join(name), &text)?;
    }
    report(&[training, held_out], [&start, &fitted], k, args.result)?;
    Ok(ExitCode::SUCCESS)
}

/// Says what the fit has brought.
fn report(
    [training, held_out]: &[Examples; 2],
    rows: [&[f64]; 2],
    k: f64,
    result_share: f64,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "positions {}, held out {}", training.len(), held_out.len())?;
    writeln!(out, "k {k:.1}")?;
    for (name, examples) in [("training", training), ("held out", held_out)] {
        for (what, share) in [("", result_share), (" of results", 1.0), (" of scores", 0.0)] {
            let [before, after] = rows.map(|row| examples.loss(row, k, share));
            writeln!(out, "loss{what}, {name}: {before:.6} -> {after:.6}")?;
        }
    }
    let [before, after] = rows.map(|row| held_out.spread(row));
    writeln!(out, "root mean square of the values: {before:.0} -> {after:.0}")
}

/// Reads the examples: most to learn from, some games' to be held out.
fn read(args: &TuneArgs) -> Result<[Examples; 2], Failure> {
    let filter = DataFilter { max_score: args.max_score, ..DataFilter::for_texel() };
    let bar = ProgressBar::new_spinner().with_style(style("{pos} positions read, {per_sec}"));
    let mut examples = [Examples::default(), Examples::default()];
    let (mut games, mut last_ply) = (0, usize::MAX);
    for sample in samples(&args.data, filter) {
        let sample = match sample {
            Ok(sample) => sample,
            Err(error) if error.is_fatal() => return Err(Failure::Input(error.into())),
            Err(error) => {
                bar.suspend(|| warn(&error));
                continue;
            }
        };
        if interrupt::is_pressed() {
            return Err(interrupted());
        }
        games += usize::from(sample.ply <= last_ply);
        last_ply = sample.ply;
        let linear = Linear::new(&sample.position);
        if linear.coefficients.is_empty() {
            continue;
        }
        let (result, score) = match sample.position.side_to_move() {
            Color::Red => (sample.result, sample.score),
            Color::Black => (1.0 - sample.result, -sample.score),
        };
        #[allow(clippy::cast_precision_loss, reason = "scores are small")]
        examples[usize::from(games % HELD_OUT == 0)].push(&linear, result, score as f32);
        bar.inc(1);
        if examples[0].len() + examples[1].len() >= args.positions {
            break;
        }
    }
    bar.finish_and_clear();
    ensure_some(&examples)?;
    Ok(examples)
}

fn ensure_some(examples: &[Examples; 2]) -> anyhow::Result<()> {
    let is_enough = examples.iter().all(|examples| !examples.is_empty());
    ensure!(is_enough, "--data: fewer than {HELD_OUT} games with positions to learn from");
    Ok(())
}

fn interrupted() -> Failure {
    Failure::Job(anyhow!("interrupted: nothing written"))
}
