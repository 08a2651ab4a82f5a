// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab texel`: the weights of the textbook evaluation, fitted to self-play games.

use crate::failure::{CommandResult, Failure, warn};
use chuhe_console::{fraction, number};
use chuhe_lab::commands::common::{Column, Table};
use chuhe_lab::textbook::texel::{Examples, TexelConfig, fit};
use chuhe_lab::textbook::{Linear, parameters};
use chuhe_learn::dataset::{DataFilter, Sample, samples};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::types::{Color, Language, bilingual};

/// One game in this many is held out for validation.
const HELD_OUT: usize = 10;

/// Fit the textbook evaluation to games (Texel tuning)
#[derive(clap::Args)]
#[command(after_help = "\
Prints the loss before and after the fit, on the positions fitted to and on those of games that were held out, and the values of \
the pieces, which the textbook evaluation has from such a fit.

Example:
  chuhe datagen --out self.games --positions 200000
  chuhe lab texel --data self.games")]
pub struct TexelArgs {
    /// Game files, as written by `datagen`
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Use only the first N positions; each takes about a KiB of memory
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = number::<usize>(0..))]
    positions: usize,
    /// WDL lambda: weight of the game result in the target, from 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "FRACTION", default_value_t = TexelConfig::default().wdl_lambda, value_parser = fraction::<f64>)]
    wdl_lambda: f64,
}

/// The pieces in the order of their parameters, which are the first: of each the middlegame's value, then the
/// endgame's.
const PIECES: [&str; 7] = ["king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"];

pub fn run(args: &TexelArgs, language: Language) -> CommandResult {
    let [training, held_out] = read(args)?;
    let start = parameters();
    let k = training.scale();
    let config = TexelConfig { wdl_lambda: args.wdl_lambda, ..TexelConfig::default() };
    let fitted = fit(&training, &start, k, &config);

    let mut out = io::stdout().lock();
    writeln!(out, "k {k:.1}\n")?;
    let columns: [Column<'_>; 4] = [("loss", 12), ("positions", 9), ("before", 10), ("after", 10)];
    let table = Table::begin(language, &columns)?;
    let names = language.pick(["training", "held out"], ["训练", "留出"]);
    for (name, examples) in names.into_iter().zip([&training, &held_out]) {
        let [before, after] =
            [&start, &fitted].map(|weights| format!("{:.6}", examples.loss(weights, k, args.wdl_lambda)));
        table.row([name.to_owned(), examples.len().to_string(), before, after])?;
    }
    writeln!(out)?;
    print_pieces(&start, &fitted, language)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the values of pieces, which are the first of the parameters.
fn print_pieces(start: &[f64], fitted: &[f64], language: Language) -> Result<(), Failure> {
    let names = language.pick(PIECES, ["将帅", "士", "象", "马", "车", "炮", "兵"]);
    let columns: [Column<'_>; 5] =
        [("value", 12), ("mg before", 9), ("mg after", 9), ("eg before", 9), ("eg after", 9)];
    let table = Table::begin(language, &columns)?;
    for (kind, name) in names.iter().enumerate().skip(1) {
        let [middlegame, endgame] = [2 * kind, 2 * kind + 1];
        let values = [start[middlegame], fitted[middlegame], start[endgame], fitted[endgame]];
        table.row([(*name).to_owned()].into_iter().chain(values.map(|value| format!("{value:.0}"))))?;
    }
    Ok(())
}

/// Reads the examples: those to train on and the held-out ones.
fn read(args: &TexelArgs) -> Result<[Examples; 2], Failure> {
    let mut examples = [Examples::default(), Examples::default()];
    let (mut games, mut last_ply) = (0, usize::MAX);
    for sample in samples(&args.data, DataFilter::for_texel()) {
        let sample = match sample {
            Ok(sample) => sample,
            Err(error) if error.is_fatal() => return Err(Failure::Input(error.into())),
            Err(error) => {
                warn(error);
                continue;
            }
        };
        games += usize::from(sample.ply <= last_ply);
        last_ply = sample.ply;
        let linear = Linear::new(&sample.position);
        if !linear.coefficients.is_empty() {
            let (result, score) = for_red(&sample);
            examples[usize::from(games % HELD_OUT == 0)].push(linear, result, score);
        }
        if examples[0].len() + examples[1].len() >= args.positions {
            break;
        }
    }
    if examples.iter().any(Examples::is_empty) {
        let error = bilingual!(
            "--data: too few games: {HELD_OUT} with selected positions are needed",
            "--data：对局太少，至少需要{HELD_OUT}局有选中的局面"
        );
        return Err(Failure::Input(error));
    }
    Ok(examples)
}

/// Returns the result of a sample's game and the score of the search, from Red's perspective.
pub fn for_red(sample: &Sample) -> (f64, f64) {
    let (result, score) = (f64::from(sample.result), f64::from(sample.score));
    match sample.position.side_to_move() {
        Color::Red => (result, score),
        Color::Black => (1.0 - result, -score),
    }
}
