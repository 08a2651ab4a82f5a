// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab compare`: what each algorithm needs to know the value of the same positions.

use super::job;
use super::markdown::{Column, print_head, print_row};
use super::{DEEPEST, GameName, MemoryArgs, for_game, rung};
use crate::charts::{self, Axis, Chart, Scale, Series};
use crate::cli::{Failure, Outcome, files, interrupt};
use crate::lab::algorithms::minimum_leaves;
use crate::lab::{Measurement, Subject, sample_positions};
use anyhow::{Context, ensure};
use clap::value_parser;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Compare what algorithms need for the same positions
#[derive(clap::Args)]
#[command(after_help = "\
Every algorithm searches all positions to depth 1, 2, 3 and so on; the row shows the last depth that was reached. `factor` is the \
effective branching factor r of nodes = 1 + r + ... + r^depth; `exact` and `partial` are the shares of positions that the table gave \
the value of, or a move at best; `values` and `moves` count the positions in which value and move are those of the first exact \
algorithm at that depth. The last row has the leaves that no algorithm can do without (Knuth and Moore), for the mean number of moves.

A line of the file of positions is a FEN for xiangqi, for the other games the moves so far, like `f5 d6 c3`.

Examples:
  chuhe lab compare --game xiangqi --depth 3
  chuhe lab compare --game reversi --algorithms alphabeta,hash,history,hashhistory --depth 6 --svg reversi.svg")]
pub(super) struct CompareArgs {
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
    /// Write all measurements to a file, a line each
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a picture of the nodes by depth to a file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Plies, if nothing else is asked for.
const USUAL_DEPTH: u32 = 4;

const COLUMNS: [Column; 13] = [
    ("algorithm", 17),
    ("depth", 5),
    ("nodes", 11),
    ("leaves", 11),
    ("seconds", 8),
    ("ns/node", 7),
    ("factor", 6),
    ("exact %", 7),
    ("partial %", 9),
    ("values", 7),
    ("moves", 7),
    ("value", 9),
    ("move", 5),
];

/// An algorithm's measurements at depths 1, 2, 3 …
struct Run {
    name: &'static str,
    is_exact: bool,
    measurements: Vec<Measurement>,
}

/// Where an algorithm stops.
#[derive(Clone, Copy)]
struct Limits {
    depth: u32,
    nodes: u64,
    time: Duration,
}

pub(super) fn run(args: &CompareArgs) -> Outcome {
    for_game!(args.game, compare(args))
}

fn compare<G: Subject>(args: &CompareArgs) -> Outcome {
    if args.algorithms == ["list"] {
        return list::<G>();
    }
    let names: Vec<&str> = match &args.algorithms[..] {
        [] => G::USUAL.to_vec(),
        [all] if all == "all" => G::ladder().iter().map(|rung| rung.name).collect(),
        names => names.iter().map(String::as_str).collect(),
    };
    let ladder = names.into_iter().map(rung::<G>).collect::<Result<Vec<_>, _>>()?;
    let mut positions = positions::<G>(args)?;
    let count = positions.len();
    let unlimited = args.depth.is_none() && args.seconds.is_none();
    let limits = Limits {
        depth: if unlimited { USUAL_DEPTH } else { args.depth.unwrap_or(DEEPEST) },
        nodes: args.most_nodes,
        time: Duration::try_from_secs_f64(args.seconds.unwrap_or(1e9)).context("--seconds")?,
    };
    writeln!(io::stdout(), "{count} positions of {}\n", G::NAME)?;
    print_head(&COLUMNS)?;
    let mut runs: Vec<_> = ladder
        .iter()
        .map(|rung| Run { name: rung.name, is_exact: rung.is_exact, measurements: Vec::new() })
        .collect();
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
    let mut done = 0;
    let is_finished = job::run(runs.len(), work, |(index, measurement)| {
        if let Some(measurement) = measurement {
            runs[index].measurements.push(measurement);
            Ok(())
        } else {
            done += 1;
            print_run(&runs, index)
        }
    })?;
    if !is_finished {
        // As far as the present algorithm has come.
        print_run(&runs, done)?;
    }
    print_minimum(&runs)?;
    if let Some(file) = &args.csv {
        files::write(file, &csv(&runs))?;
    }
    if let Some(file) = &args.svg {
        files::write(file, &svg::<G>(&runs))?;
    }
    if is_finished { Ok(ExitCode::SUCCESS) } else { Err(interrupt::failure(done, runs.len(), "algorithms")) }
}

fn list<G: Subject>() -> Outcome {
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
        let place = || format!("{}:{number}: '{line}'", file.display());
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

/// The measurement that others of this depth are compared with.
fn reference(runs: &[Run], depth: u32) -> Option<&Measurement> {
    let exact = runs.iter().filter(|run| run.is_exact);
    exact.flat_map(|run| &run.measurements).find(|measurement| measurement.depth == depth)
}

fn share(part: u64, whole: u64) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a share")]
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    share
}

#[allow(clippy::cast_precision_loss, reason = "a mean")]
fn nanoseconds_a_node(measurement: &Measurement) -> f64 {
    measurement.time.as_nanos() as f64 / measurement.tally.nodes.max(1) as f64
}

fn print_run(runs: &[Run], index: usize) -> Result<(), Failure> {
    let run = &runs[index];
    let Some(last) = run.measurements.last() else { return Ok(()) };
    let tally = &last.tally;
    let count = last.found.len();
    let agreement = reference(runs, last.depth).map(|reference| last.agreement(reference));
    let agreement = |what: usize| {
        agreement.map_or_else(|| "-".to_owned(), |numbers| format!("{}/{count}", numbers[what]))
    };
    let hits = |hits| {
        if tally.exact_hits + tally.partial_hits == 0 {
            "-".to_owned()
        } else {
            format!("{:.2}", share(hits, tally.nodes))
        }
    };
    let (value, mv) = &last.found[0];
    let cells = [
        run.name.to_owned(),
        last.depth.to_string(),
        tally.nodes.to_string(),
        tally.leaves.to_string(),
        format!("{:.3}", last.time.as_secs_f64()),
        format!("{:.0}", nanoseconds_a_node(last)),
        format!("{:.2}", last.effective_branching_factor()),
        hits(tally.exact_hits),
        hits(tally.partial_hits),
        agreement(0),
        agreement(1),
        value.to_string(),
        mv.clone().unwrap_or_default(),
    ];
    print_row(&COLUMNS, &cells)
}

/// The greatest depth that was reached.
fn deepest(runs: &[Run]) -> Option<u32> {
    runs.iter().filter_map(|run| Some(run.measurements.last()?.depth)).max()
}

/// The mean number of moves, as the first exact algorithm saw it at its deepest.
fn branching(runs: &[Run]) -> Option<(f64, usize)> {
    let last = runs.iter().find(|run| run.is_exact)?.measurements.last()?;
    Some((last.tally.branching(), last.found.len()))
}

#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn minimum(branching: f64, positions: usize, depth: u32) -> f64 {
    minimum_leaves(branching, depth) * positions as f64
}

fn print_minimum(runs: &[Run]) -> Result<(), Failure> {
    let (Some(depth), Some((branching, positions))) = (deepest(runs), branching(runs)) else { return Ok(()) };
    let mut cells = COLUMNS.map(|_| String::new());
    cells[0].push_str("minimum");
    cells[1].push_str(&depth.to_string());
    cells[3] = format!("{:.0}", minimum(branching, positions, depth));
    print_row(&COLUMNS, &cells)?;
    writeln!(io::stdout(), "\n{branching:.1} moves a position")?;
    Ok(())
}

fn csv(runs: &[Run]) -> String {
    let mut text = "algorithm,depth,positions,nodes,leaves,expanded,children,exact_hits,partial_hits,seconds,factor,same_values,same_moves\n"
        .to_owned();
    for run in runs {
        for measurement in &run.measurements {
            let tally = &measurement.tally;
            let agreement =
                reference(runs, measurement.depth).map(|reference| measurement.agreement(reference));
            let [values, moves] =
                agreement.map_or([const { String::new() }; 2], |agreement| agreement.map(|n| n.to_string()));
            // Strings take all that is written.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{},{:.6},{:.4},{values},{moves}",
                run.name,
                measurement.depth,
                measurement.found.len(),
                tally.nodes,
                tally.leaves,
                tally.expanded,
                tally.children,
                tally.exact_hits,
                tally.partial_hits,
                measurement.time.as_secs_f64(),
                measurement.effective_branching_factor(),
            );
        }
    }
    text
}

/// Nodes by depth, and the minimum that no algorithm can do without.
#[allow(clippy::cast_precision_loss, reason = "a picture")]
fn svg<G: Subject>(runs: &[Run]) -> String {
    let mut series: Vec<_> = runs
        .iter()
        .map(|run| {
            let place = |measurement: &Measurement| {
                (measurement.depth.into(), measurement.tally.nodes as f64 / measurement.found.len() as f64)
            };
            Series {
                name: run.name.to_owned(),
                points: run.measurements.iter().map(place).collect(),
                is_faint: false,
            }
        })
        .collect();
    if let (Some(deepest), Some((branching, _))) = (deepest(runs), branching(runs)) {
        let points = (1..=deepest).map(|depth| (depth.into(), minimum_leaves(branching, depth))).collect();
        series.push(Series { name: "minimum".to_owned(), points, is_faint: false });
    }
    let chart = Chart {
        title: format!("Nodes to know the value of a position of {}", G::NAME),
        x: Axis { label: "depth in plies", scale: Scale::Whole },
        y: Axis { label: "nodes a position", scale: Scale::Log },
        series,
    };
    charts::svg(&[chart], &["minimum: the leaves that no algorithm can do without, by Knuth and Moore"])
}
