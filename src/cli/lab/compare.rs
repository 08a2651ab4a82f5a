// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab compare`: what each algorithm needs to know the value of the same positions.

mod report;

use super::job;
use super::{DEEPEST, GameName, MemoryArgs, OutputArgs, cut, for_game, rung};
use crate::cli::failure::CommandResult;
use crate::cli::{files, interrupt};
use crate::lab::algorithms::Minimax;
use crate::lab::{Measurement, Subject, sample_positions};
use anyhow::{Context, ensure};
use clap::value_parser;
use report::Comparison;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Compare what algorithms need for the same positions
#[derive(clap::Args)]
#[command(after_help = "\
Every algorithm searches all positions to depth 1, 2, 3 and so on; the row shows the last depth that was reached. `factor` is the \
effective branching factor r of nodes = 1 + r + ... + r^depth; `exact` and `partial` are the shares of positions that the table gave \
the value of, or a move at best; `values` and `moves` count the positions in which value and move are those of the first exact \
algorithm at that depth, if that came before. The last row has the leaves that no algorithm without a table can do without (Knuth and \
Moore), for the mean number of moves.

A line of the file of positions is a FEN for xiangqi, for the other games the moves so far, like `f5 d6 c3`.

Examples:
  chuhe lab compare --game xiangqi --depth 3
  chuhe lab compare --game reversi --algorithms alphabeta,hash,history,hashhistory --depth 6 --svg reversi.svg")]
pub struct CompareArgs {
    /// The game
    #[arg(long, value_enum)]
    game: GameName,
    /// The algorithms, separated by commas; `all` for the whole ladder, `list` to see it [default: the papers']
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    algorithms: Vec<String>,
    /// Go so many plies deep
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Go as deep as an algorithm can in so many seconds, for all positions together
    #[arg(long, value_name = "S", conflicts_with = "depth")]
    seconds: Option<f64>,
    /// Leave out depths that would take an algorithm more nodes than this, for all positions together
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    most_nodes: u64,
    /// A file of positions [default: some that come about in play]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// How many positions to make if there is no file
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u16).range(1..=1000), conflicts_with = "positions")]
    count: u16,
    /// Seed of the positions that are made
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "positions")]
    seed: u64,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    outputs: OutputArgs,
}

/// Plies, if nothing else is asked for.
const USUAL_DEPTH: u32 = 4;

/// The moves of a position are counted to this depth.
const BRANCHING_DEPTH: u32 = 2;

/// Where an algorithm stops.
#[derive(Clone, Copy)]
struct Limits {
    depth: u32,
    nodes: u64,
    time: Duration,
}

pub fn run(args: &CompareArgs) -> CommandResult {
    for_game!(args.game, compare(args))
}

fn compare<G: Subject>(args: &CompareArgs) -> CommandResult {
    if args.algorithms == ["list"] {
        return list::<G>();
    }
    let names: Vec<&str> = match &args.algorithms[..] {
        [] => G::USUAL.to_vec(),
        [all] if all == "all" => G::ladder().iter().map(|rung| rung.name).collect(),
        names => names.iter().map(String::as_str).collect(),
    };
    let ladder = names.into_iter().map(rung::<G>).collect::<Result<Vec<_>, _>>()?;
    args.outputs.check()?;
    let mut positions = positions::<G>(args)?;
    let count = positions.len();
    let branching = Measurement::new(&mut Minimax, &mut positions, BRANCHING_DEPTH, |_| ()).tally.branching();
    let unlimited = args.depth.is_none() && args.seconds.is_none();
    let limits = Limits {
        depth: if unlimited { USUAL_DEPTH } else { args.depth.unwrap_or(DEEPEST) },
        nodes: args.most_nodes,
        time: Duration::try_from_secs_f64(args.seconds.unwrap_or(1e9)).context("--seconds")?,
    };
    let mut comparison = Comparison::new(&ladder, count, branching);
    comparison.print_head()?;
    let settings = args.memory.settings();
    let work = move |sender: &job::Sender<(usize, Option<Measurement>)>| {
        for (index, rung) in ladder.iter().enumerate() {
            let mut algorithm = rung.algorithm(settings);
            let mut measurements: Vec<Measurement> = Vec::new();
            for depth in 1..=limits.depth {
                if !is_within(&limits, &measurements) {
                    break;
                }
                let place = |done| format!("{}, depth {depth}, position {} of {count}", rung.name, done + 1);
                let measurement = Measurement::new(&mut *algorithm, &mut positions, depth, |done| {
                    sender.at(index, place(done));
                });
                measurements.push(measurement.clone());
                sender.send((index, Some(measurement)));
            }
            sender.send((index, None));
        }
    };
    let (mut done, total) = (0, comparison.len());
    let is_finished = job::run(total, work, |(index, measurement)| {
        if let Some(measurement) = measurement {
            comparison.add(index, measurement);
            Ok(())
        } else {
            done += 1;
            comparison.print_run(index)
        }
    })?;
    if done < total {
        // As far as the present algorithm has come.
        comparison.print_run(done)?;
    }
    comparison.print_end()?;
    args.outputs.write(|| comparison.csv(), || comparison.svg())?;
    if is_finished { Ok(ExitCode::SUCCESS) } else { Err(interrupt::failure(done, total, "algorithms")) }
}

fn list<G: Subject>() -> CommandResult {
    let mut out = io::stdout().lock();
    for rung in G::ladder() {
        let usual = if G::USUAL.contains(&rung.name) { "*" } else { " " };
        writeln!(out, "{usual} {:<18} {}", rung.name, rung.about)?;
    }
    writeln!(out, "\n* compared if nothing else is asked for")?;
    Ok(ExitCode::SUCCESS)
}

fn positions<G: Subject>(args: &CompareArgs) -> anyhow::Result<Vec<G>> {
    let Some(file) = &args.positions else { return Ok(sample_positions(args.count.into(), args.seed)) };
    let text = files::read(file)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut positions = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let place = || format!("{}:{number}: '{}'", file.display(), cut(line));
        let game = G::parse(line).map_err(anyhow::Error::msg).with_context(place)?;
        ensure!(!game.moves().is_empty(), "{}: the game is over", place());
        positions.push(game);
    }
    ensure!(!positions.is_empty(), "{}: no position in it", file.display());
    Ok(positions)
}

/// Is the next depth likely to stay within the limits? The first always does. Cutoffs help every other ply, so what counts is the greater
/// growth of the last two; before that, the moves of a position.
#[allow(clippy::cast_precision_loss, reason = "a forecast")]
fn is_within(limits: &Limits, measurements: &[Measurement]) -> bool {
    let Some(last) = measurements.last() else { return true };
    let growths = measurements.windows(2).map(|pair| pair[1].tally.nodes as f64 / pair[0].tally.nodes as f64);
    let growth = match measurements.len() {
        1 => last.tally.branching(),
        _ => growths.rev().take(2).fold(1.0, f64::max),
    };
    let spent: Duration = measurements.iter().map(|measurement| measurement.time).sum();
    last.tally.nodes as f64 * growth <= limits.nodes as f64
        && spent + last.time.mul_f64(growth) <= limits.time
}
