// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tune`: Texel tuning, which fits the weights of the hand-crafted evaluation to self-play games.

use super::failure::{CommandResult, Failure, warn};
use super::interrupt;
use super::options::fraction;
use super::output::{Output, OverwriteArgs};
use super::progress::style;
use crate::eval::tuning::{self, Linear};
use crate::learn::dataset::{DataFilter, samples};
use crate::learn::texel::{Examples, TexelConfig, fit};
use crate::types::Color;
use anyhow::{anyhow, ensure};
use clap::value_parser;
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

/// One game in this many is held out for validation.
const HELD_OUT: usize = 10;

/// Fit the weights of the hand-crafted evaluation to self-play games (Texel tuning)
#[derive(clap::Args)]
#[command(after_help = "\
Writes `weights.rs` and `squares.rs` with the fitted weights, for src/eval/classic. Format and rebuild; then play matches \
against the old weights: only matches show whether the new weights are stronger.

Example:
  chuhe datagen --out self.games --positions 2000000
  chuhe tune --data self.games --out src/eval/classic")]
pub struct TuneArgs {
    /// Game files, as written by `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Directory to write the sources to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    overwrite: OverwriteArgs,
    /// Use only the first N positions; each takes about half a KiB of memory
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    positions: usize,
    /// Data filter: largest absolute score, in internal units
    #[arg(long, value_name = "VALUE", default_value_t = DataFilter::for_texel().max_score, value_parser = value_parser!(i32).range(1..))]
    max_score: i32,
    /// WDL lambda: weight of the game result in the target, from 0 to 1; the rest is the score of the search
    #[arg(long, alias = "result", value_name = "FRACTION", default_value_t = TexelConfig::default().wdl_lambda, value_parser = fraction::<f64>)]
    wdl_lambda: f64,
    /// Strength of the prior on the current weights, in equivalent positions per weight
    #[arg(long, alias = "pull", value_name = "N", default_value_t = TexelConfig::default().prior, value_parser = strength)]
    prior: f64,
    /// Maximum number of Gauss-Newton steps
    #[arg(long, value_name = "N", default_value_t = TexelConfig::default().steps)]
    steps: usize,
}

fn strength(text: &str) -> Result<f64, String> {
    let strength: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if strength >= 0.0 && strength.is_finite() { Ok(strength) } else { Err("not 0 or more".to_owned()) }
}

pub fn run(args: &TuneArgs) -> CommandResult {
    if !args.out.is_dir() {
        return Err(Failure::Input(anyhow!("{}: not a directory", args.out.display())));
    }
    let start = tuning::parameters();
    let outputs = outputs(args, &start)?;
    interrupt::watch(|| ());
    let [training, held_out] = read(args)?;
    let k = training.scale();
    let config = TexelConfig { wdl_lambda: args.wdl_lambda, prior: args.prior, steps: args.steps };

    let bar = ProgressBar::new(args.steps as u64).with_style(style("{pos}/{len} steps, {msg} (eta {eta})"));
    let weights = fit(&training, k, &config, |step, weights| {
        if !bar.is_hidden() {
            bar.set_message(format!("held-out loss {:.6}", held_out.loss(weights, k, args.wdl_lambda)));
        }
        bar.set_position(step as u64);
        if interrupt::is_pressed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let Some(weights) = weights else { return Err(interrupted()) };
    let fitted: Vec<f64> = weights.iter().map(|weight| weight.round()).collect();
    for (output, (_, text)) in outputs.iter().zip(tuning::sources(&fitted)) {
        output.save(text)?;
    }
    report(&[training, held_out], [&start, &fitted], k, args.wdl_lambda)?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the output files. They are recognised by the first line of their documentation.
fn outputs(args: &TuneArgs, parameters: &[f64]) -> anyhow::Result<Vec<Output>> {
    let open = |(name, text): (&str, String)| {
        let mark = text.lines().nth(1).unwrap_or_default();
        Output::create(&args.out.join(name), Some(mark.as_bytes()), args.overwrite)
    };
    tuning::sources(parameters).into_iter().map(open).collect()
}

/// Prints the losses before and after the fit.
fn report(
    [training, held_out]: &[Examples; 2],
    weights: [&[f64]; 2],
    k: f64,
    wdl_lambda: f64,
) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "positions {}, held out {}", training.len(), held_out.len())?;
    writeln!(out, "k {k:.1}")?;
    for (name, examples) in [("training", training), ("held out", held_out)] {
        for (what, lambda) in [("", wdl_lambda), (" against results", 1.0), (" against scores", 0.0)] {
            let [before, after] = weights.map(|weights| examples.loss(weights, k, lambda));
            writeln!(out, "loss{what}, {name}: {before:.6} -> {after:.6}")?;
        }
    }
    let [before, after] = weights.map(|weights| held_out.root_mean_square(weights));
    writeln!(out, "root mean square of the values: {before:.0} -> {after:.0}")
}

/// Reads the examples: those to train on and the held-out ones.
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
        #[expect(clippy::cast_precision_loss, reason = "scores are small")]
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
    ensure!(is_enough, "--data: too few games: {HELD_OUT} with selected positions are needed");
    Ok(())
}

fn interrupted() -> Failure {
    Failure::Job(anyhow!("interrupted: nothing written"))
}
