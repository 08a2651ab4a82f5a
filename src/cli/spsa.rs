// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe spsa`: tunes the numbers of the search by games.

mod table;

use super::progress::style;
use super::{Failure, Outcome, files, interrupt};
use crate::arena::EngineSpec;
use crate::learn::spsa::{FINAL_RATE, Parameter, Recipe, Trial, Tuner, tune};
use crate::openings::OpeningLine;
use crate::position::Position;
use crate::search::params::{self, Tunable};
use crate::types::Move;
use anyhow::{Context, anyhow, bail};
use clap::value_parser;
use indicatif::ProgressBar;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use table::Venue;

/// Where games begin if nothing else is said.
const BOOK: &str = include_str!("../../positions/openings.epd");
/// The state is written so often, and at the end.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// Tune the numbers of the search by games of the engine against itself (SPSA)
#[derive(clap::Args)]
#[command(after_help = "\
Each pair of games is played by two engines, one with all numbers moved a little at random and one with all of them moved \
the other way; then each number goes a small step to where it was at the winner. Steps become smaller over the run, so \
their number has to be known from the start. Some ten numbers and 10000 pairs are a good measure; a match has to tell \
whether the result is any better.

The state is written about every second and when the run is interrupted. The same command goes on from it. Without \
--state an interrupted run is lost, but for the table that it prints.

Examples:
  chuhe spsa --list
  chuhe spsa lmr_ futility_ --pairs 10000 --nodes 2500 --threads 2 --state lmr.spsa")]
pub struct SpsaArgs {
    /// What to tune: names, or what names begin with, like `lmr_` [default: everything]
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Play so many pairs of games in all
    #[arg(long, value_name = "N", required_unless_present = "list", value_parser = value_parser!(u32).range(1..))]
    pairs: Option<u32>,
    /// Positions to search a move
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Begin from the openings in this file, like those of `match` [default: positions/openings.epd, built in]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Different seeds move the numbers differently
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Keep the state in this file; if there is one in it, go on from there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Who plays: an engine like those of `match`, built with the feature `tune`
    #[arg(long, value_name = "SPEC", default_value = "cmd=self")]
    engine: EngineSpec,
    /// Play nothing: print what could be tuned, as OpenBench reads it
    #[arg(long)]
    list: bool,
}

pub fn run(args: &SpsaArgs) -> Outcome {
    let tunables = choose(&args.names)?;
    let Some(pairs) = args.pairs.filter(|_| !args.list) else { return list(&tunables) };
    if args.state.as_deref() == Some(Path::new("-")) {
        return Err(anyhow!("--state: standard output is taken by the results").into());
    }
    let openings = openings(args.openings.as_deref())?;
    let recipe = Recipe {
        parameters: tunables.iter().map(|tunable| parameter(tunable)).collect(),
        pairs,
        seed: args.seed,
        conditions: format!("{} nodes a move, openings {:016x}", args.nodes, fingerprint(&openings)),
    };
    let names = tunables.iter().map(|tunable| tunable.name).collect();
    let venue = Venue::new(args.engine.clone(), openings, args.nodes, &recipe, names);
    let mut tuner = open(recipe, args.state.as_deref())?;
    play(args, &venue, &mut tuner)?;
    report(&tuner)?;
    if tuner.done() < pairs {
        return Err(interrupt::failure(tuner.done() as usize, pairs as usize, "pairs"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The numbers with these names, or beginnings of names, in the order in which they are listed.
fn choose(names: &[String]) -> anyhow::Result<Vec<&'static Tunable>> {
    let is_whole = |name: &str| params::ALL.iter().any(|tunable| tunable.name == name);
    let fits = |tunable: &Tunable, name: &str| {
        if is_whole(name) { tunable.name == name } else { tunable.name.starts_with(name) }
    };
    if let Some(name) = names.iter().find(|name| !params::ALL.iter().any(|tunable| fits(tunable, name))) {
        bail!("'{name}': nothing to tune is called that or begins with it, see --list");
    }
    let is_meant = |tunable: &&Tunable| names.is_empty() || names.iter().any(|name| fits(tunable, name));
    Ok(params::ALL.iter().filter(is_meant).collect())
}

fn parameter(tunable: &Tunable) -> Parameter {
    let &Tunable { name, default, min, max, step, .. } = tunable;
    Parameter { name: name.to_owned(), start: default, min, max, step }
}

fn list(tunables: &[&Tunable]) -> Outcome {
    let mut out = io::stdout().lock();
    for Tunable { name, default, min, max, step, .. } in tunables {
        writeln!(out, "{name}, int, {default}, {min}, {max}, {step}, {FINAL_RATE}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn openings(path: Option<&Path>) -> anyhow::Result<Vec<OpeningLine>> {
    match path {
        Some(path) => OpeningLine::read_all(&files::read(path)?).with_context(|| path.display().to_string()),
        None => OpeningLine::read_all(BOOK).context("positions/openings.epd"),
    }
}

/// Tells other openings, or another order of them, apart.
fn fingerprint(openings: &[OpeningLine]) -> u64 {
    let key = |opening: &OpeningLine| {
        let play = |position: Position, &mv: &Move| position.after(mv);
        opening.moves.iter().fold(opening.start.clone(), play).key()
    };
    openings.iter().fold(0, |sum: u64, opening| sum.rotate_left(1) ^ key(opening))
}

/// The run that the file holds, or a new one.
fn open(recipe: Recipe, path: Option<&Path>) -> anyhow::Result<Tuner> {
    match path.filter(|path| path.exists()) {
        Some(path) => Tuner::resume(recipe, &files::read(path)?).with_context(|| path.display().to_string()),
        None => Ok(Tuner::new(recipe)),
    }
}

fn save(args: &SpsaArgs, tuner: &Tuner) -> Result<(), Failure> {
    args.state.as_ref().map_or(Ok(()), |path| files::write(path, &tuner.to_string()))
}

/// Plays the pairs that are left, until there are none or Ctrl-C is pressed.
fn play(args: &SpsaArgs, venue: &Venue, tuner: &mut Tuner) -> Result<(), Failure> {
    interrupt::watch(|| ());
    let (before, left) = (tuner.done(), tuner.recipe().pairs - tuner.done());
    let tables = (0..left.min(args.threads.into())).map(|_| venue.table());
    let mut tables = tables.collect::<Result<Vec<_>, _>>()?;
    let players = tables.iter_mut().map(|table| |trial: &Trial| table.play(trial)).collect();
    // That a file cannot be written is better known now.
    save(args, tuner)?;
    let bar = bar(tuner);
    let (start, mut saved) = (Instant::now(), Instant::now());
    let outcome = tune(tuner, players, |tuner| {
        let rate = f64::from(tuner.done() - before) / start.elapsed().as_secs_f64().max(1e-6);
        bar.set_message(format!("{rate:.2} pairs/s"));
        bar.set_position(tuner.done().into());
        if saved.elapsed() >= SAVE_EVERY {
            save(args, tuner)?;
            saved = Instant::now();
        }
        Ok(())
    });
    bar.finish_and_clear();
    save(args, tuner)?;
    outcome
}

/// The bar on standard error; it shows only on a terminal.
fn bar(tuner: &Tuner) -> ProgressBar {
    let template = "{elapsed_precise} {wide_bar} {pos}/{len} pairs {msg} (eta {eta})";
    let bar = ProgressBar::new(tuner.recipe().pairs.into()).with_position(tuner.done().into());
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(500));
    bar.with_style(style(template))
}

/// Says where the numbers are now.
fn report(tuner: &Tuner) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let parameters = &tuner.recipe().parameters;
    let width = parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or_default();
    writeln!(out, "{:width$} {:>7} {:>10} {:>8}", "name", "start", "now", "rounded")?;
    let values = tuner.values().iter().zip(tuner.rounded());
    for (Parameter { name, start, .. }, (value, rounded)) in parameters.iter().zip(values) {
        writeln!(out, "{name:width$} {start:>7} {value:>10.3} {rounded:>8}")?;
    }
    let [wins, draws, losses] = tuner.score();
    writeln!(out, "pairs {}", tuner.done())?;
    writeln!(out, "plus {wins}-{draws}-{losses}")
}
