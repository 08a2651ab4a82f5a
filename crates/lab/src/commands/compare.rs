// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab compare`: the nodes and time of each algorithm on the same positions.

use super::common::{
    Column, DEEPEST, GameName, MemoryArgs, OutputArgs, Sender, columns_in, counted, cut, for_game,
    print_head, print_row, run_job, rung,
};
use super::play::Look;
use crate::algorithms::{Minimax, minimum_leaves};
use crate::{Measurement, Rung, Subject, sample_positions};
use anyhow::{Context, anyhow, ensure};
use chuhe_console::charts::{self, Axis, Chart, Scale, Series};
use chuhe_console::failure::{CommandResult, Failure};
use chuhe_console::{files, interrupt};
use clap::value_parser;
use core::fmt::Display;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use xiangqi::text;
use xiangqi::types::{Bilingual, Language};

/// Compare the nodes and time of algorithms on the same positions
#[derive(clap::Args)]
#[command(after_help = "\
Every algorithm searches all positions to depth 1, 2, 3 and so on; its row shows the last depth reached. `factor` is the effective \
branching factor r of nodes = 1 + r + ... + r^depth; `exact` and `partial` are the shares of nodes for which the table supplied the \
value, or only a move; `values` and `moves` count the positions that agree with the first exact algorithm listed, at the same depth. The last row shows the leaves of the minimal tree if all positions had the mean number of moves (Knuth and Moore): \
a uniform tree cannot be searched with fewer; a real tree can, where a refutation has few replies.

A line of the positions file is a FEN for xiangqi, and for the other games the moves so far, such as `f5 d6 c3`.

Examples:
  chuhe lab compare --game xiangqi --depth 3
  chuhe lab compare --game reversi --algorithms alphabeta,hash,history,hashhistory --depth 6 --svg reversi.svg
  chuhe lab compare --game tictactoe --start --depth 9
  chuhe lab compare --game gomoku --algorithms ordered,filtered --depth 3 --count 2 --show-positions")]
pub struct CompareArgs {
    /// Game
    #[arg(long, value_enum)]
    game: GameName,
    /// Algorithms, separated by commas; `all` for every algorithm, `list` to list them [default: the papers']
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    algorithms: Vec<String>,
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Time limit per algorithm in seconds, for all positions together
    #[arg(long, value_name = "S", conflicts_with = "depth")]
    seconds: Option<f64>,
    /// Node limit per algorithm and depth, for all positions together
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    most_nodes: u64,
    /// File of positions [default: sample positions from play]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Search only the start of the game
    #[arg(long, conflicts_with_all = ["positions", "count", "seed"])]
    start: bool,
    /// Number of sample positions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u16).range(1..=1000), conflicts_with = "positions")]
    count: u16,
    /// Seed of the sample positions
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "positions")]
    seed: u64,
    /// Show the positions, with the value and the move of each algorithm
    #[arg(long)]
    show_positions: bool,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    outputs: OutputArgs,
}

/// The default depth in plies.
const USUAL_DEPTH: u32 = 4;

/// The depth to which the mean number of moves is measured.
const BRANCHING_DEPTH: u32 = 2;

/// The limits at which an algorithm stops.
#[derive(Clone, Copy)]
struct Limits {
    depth: u32,
    nodes: u64,
    time: Duration,
}

pub fn run(args: &CompareArgs, language: Language) -> CommandResult {
    for_game!(args.game, compare(args, language))
}

fn compare<G: Subject + Display>(args: &CompareArgs, language: Language) -> CommandResult {
    if args.algorithms == ["list"] {
        return list::<G>(language);
    }
    let names: Vec<&str> = match &args.algorithms[..] {
        [] => G::USUAL.to_vec(),
        [all] if all == "all" => G::ladder().iter().map(|rung| rung.name).collect(),
        names => names.iter().map(String::as_str).collect(),
    };
    let ladder = names.into_iter().map(rung::<G>).collect::<Result<Vec<_>, _>>()?;
    let outputs = args.outputs.open(CSV_HEADER)?;
    let mut positions = positions::<G>(args)?;
    let look = Look { language, is_ascii: true, is_colored: false };
    let drawings: Vec<String> = positions.iter().map(|game| look.drawing(&game.to_string())).collect();
    let count = positions.len();
    let branching = Measurement::new(&mut Minimax, &mut positions, BRANCHING_DEPTH, |_| ()).tally.branching();
    let unlimited = args.depth.is_none() && args.seconds.is_none();
    let limits = Limits {
        depth: if unlimited { USUAL_DEPTH } else { args.depth.unwrap_or(DEEPEST) },
        nodes: args.most_nodes,
        time: Duration::try_from_secs_f64(args.seconds.unwrap_or(1e9)).context("--seconds")?,
    };
    let mut comparison = Comparison::new(&ladder, count, branching, language);
    comparison.print_head()?;
    let settings = args.memory.settings();
    let work = move |sender: &Sender<(usize, Option<Measurement>)>| {
        for (index, rung) in ladder.iter().enumerate() {
            let mut algorithm = rung.algorithm(settings);
            let mut measurements: Vec<Measurement> = Vec::new();
            for depth in 1..=limits.depth {
                if !is_within(&limits, &measurements) {
                    break;
                }
                let place = |done| {
                    text!(
                        language,
                        "{name}, depth {depth}, position {number} of {count}",
                        "{name}，深度{depth}，第{number}个局面，共{count}个",
                        name = rung.name,
                        number = done + 1,
                    )
                };
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
    let is_finished = run_job(total, work, |(index, measurement)| {
        if let Some(measurement) = measurement {
            comparison.add(index, measurement);
            Ok(())
        } else {
            done += 1;
            comparison.print_run(index)
        }
    })?;
    if done < total {
        // The interrupted algorithm, to its last finished depth.
        comparison.print_run(done)?;
    }
    comparison.print_end()?;
    if args.show_positions {
        comparison.print_positions(&drawings)?;
    }
    outputs.write(|| comparison.csv(), || comparison.svg())?;
    if is_finished {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(interrupt::failure(done, total, interrupt::Parts::Algorithms))
    }
}

fn list<G: Subject>(language: Language) -> CommandResult {
    let mut out = io::stdout().lock();
    for rung in G::ladder() {
        let usual = if G::USUAL.contains(&rung.name) { "*" } else { " " };
        writeln!(out, "{usual} {:<18} {}", rung.name, rung.about(language))?;
    }
    writeln!(out, "\n{}", language.pick("* compared by default", "* 默认比较的算法"))?;
    Ok(ExitCode::SUCCESS)
}

fn positions<G: Subject>(args: &CompareArgs) -> anyhow::Result<Vec<G>> {
    if args.start {
        return Ok(vec![G::start()]);
    }
    let Some(file) = &args.positions else { return Ok(sample_positions(args.count.into(), args.seed)) };
    let text = files::read(file)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut positions = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let place = || format!("{}:{number}: '{}'", file.display(), cut(line));
        let game = G::parse(line).with_context(place)?;
        let is_over = Bilingual::new(|language| language.pick("the game is over", "对局已结束").to_owned());
        ensure!(!game.moves().is_empty(), anyhow!(is_over).context(place()));
        positions.push(game);
    }
    let is_empty =
        |language: Language| language.pick("the file contains no positions", "文件中没有局面").to_owned();
    ensure!(!positions.is_empty(), anyhow!(Bilingual::new(is_empty)).context(file.display().to_string()));
    Ok(positions)
}

/// Returns true if the next depth is likely to stay within the limits; the first always is. Cutoffs help more
/// at every other ply, so the larger growth of the last two depths counts; before that, the number of moves
/// per position.
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

const COLUMNS: [Column<'static>; 13] = [
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

/// The first line of the CSV file.
pub const CSV_HEADER: &str = "algorithm,depth,positions,nodes,leaves,expanded,children,exact_hits,partial_hits,\
                              seconds,factor,same_values,same_moves,value,move,uniform_minimum";

/// An algorithm's measurements at depths 1, 2, 3 …
struct Run {
    name: &'static str,
    is_exact: bool,
    measurements: Vec<Measurement>,
}

/// All measurements.
pub struct Comparison {
    language: Language,
    /// The name of the game, in English and in this language.
    game: [&'static str; 2],
    runs: Vec<Run>,
    positions: usize,
    /// The mean number of moves per position.
    branching: f64,
}

impl Comparison {
    /// Creates an empty comparison.
    pub fn new<G: Subject>(ladder: &[Rung<G>], positions: usize, branching: f64, language: Language) -> Self {
        let run = |rung: &Rung<G>| Run { name: rung.name, is_exact: rung.is_exact, measurements: Vec::new() };
        let game = [G::NAME, language.pick(G::NAME, G::CHINESE)];
        Self { language, game, runs: ladder.iter().map(run).collect(), positions, branching }
    }

    /// Returns the number of algorithms.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Adds the measurement of an algorithm at the next depth.
    pub fn add(&mut self, index: usize, measurement: Measurement) {
        self.runs[index].measurements.push(measurement);
    }

    /// Prints what comes before the rows.
    pub fn print_head(&self) -> Result<(), Failure> {
        let [_, game] = self.game;
        let title = text!(
            self.language,
            "{positions} of {game}",
            "{game}的{number}个局面",
            positions = counted(self.positions, "position"),
            number = self.positions,
        );
        writeln!(io::stdout(), "{title}\n")?;
        print_head(&columns_in(self.language, &COLUMNS))
    }

    /// Prints the row of an algorithm, unless nothing of it was measured.
    pub fn print_run(&self, index: usize) -> Result<(), Failure> {
        let run = &self.runs[index];
        let Some(last) = run.measurements.last() else { return Ok(()) };
        let tally = &last.tally;
        let agreement =
            self.agreement(last).map(|numbers| numbers.map(|number| format!("{number}/{}", self.positions)));
        let [values, moves] = agreement.unwrap_or_else(|| ["-".to_owned(), "-".to_owned()]);
        let has_table = tally.exact_hits + tally.partial_hits > 0;
        let hits =
            |hits| if has_table { format!("{:.2}", 100.0 * tally.share(hits)) } else { "-".to_owned() };
        let (value, mv) = &last.found[0];
        let cells = [
            run.name.to_owned(),
            last.depth.to_string(),
            tally.nodes.to_string(),
            tally.leaves.to_string(),
            format!("{:.3}", last.time.as_secs_f64()),
            format!("{:.0}", tally.nanoseconds_a_node(last.time)),
            format!("{:.2}", last.effective_branching_factor()),
            hits(tally.exact_hits),
            hits(tally.partial_hits),
            values,
            moves,
            value.to_string(),
            mv.clone().unwrap_or_default(),
        ];
        print_row(&columns_in(self.language, &COLUMNS), &cells)
    }

    /// Prints the end of the report: the uniform tree's minimum, and the nodes at all depths.
    pub fn print_end(&self) -> Result<(), Failure> {
        let Some(deepest) = self.deepest() else { return Ok(()) };
        let mut cells = COLUMNS.map(|_| String::new());
        cells[0].push_str(self.language.pick("uniform", "均匀树"));
        cells[1].push_str(&deepest.to_string());
        cells[3] = format!("{:.0}", self.minimum(deepest));
        print_row(&columns_in(self.language, &COLUMNS), &cells)?;
        let branching = self.branching;
        let title = text!(
            self.language,
            "{branching:.1} moves a position. Nodes by depth:",
            "每个局面平均{branching:.1}种着法。各深度的节点数："
        );
        writeln!(io::stdout(), "\n{title}\n")?;
        let depths: Vec<String> = (1..=deepest).map(|depth| depth.to_string()).collect();
        let columns: Vec<Column<'_>> = core::iter::once(("algorithm", 17))
            .chain(depths.iter().map(|depth| (depth.as_str(), 9)))
            .collect();
        let columns = columns_in(self.language, &columns);
        print_head(&columns)?;
        for run in self.runs.iter().filter(|run| !run.measurements.is_empty()) {
            let nodes = run.measurements.iter().map(|measurement| measurement.tally.nodes.to_string());
            let missing = core::iter::repeat_n(String::new(), depths.len() - run.measurements.len());
            let cells: Vec<String> =
                core::iter::once(run.name.to_owned()).chain(nodes).chain(missing).collect();
            print_row(&columns, &cells)?;
        }
        Ok(())
    }

    /// Prints the positions, each with the value and the move that the algorithms found at their last depths.
    pub fn print_positions(&self, drawings: &[String]) -> Result<(), Failure> {
        let columns = columns_in(self.language, &[COLUMNS[0], COLUMNS[1], COLUMNS[11], COLUMNS[12]]);
        for (index, drawing) in drawings.iter().enumerate() {
            let title = text!(self.language, "Position {number}", "局面{number}", number = index + 1);
            let board = drawing.replace('\n', "\n    ");
            writeln!(io::stdout(), "\n{title}:\n\n    {board}\n")?;
            print_head(&columns)?;
            for (run, last) in self.runs.iter().filter_map(|run| Some((run, run.measurements.last()?))) {
                let (value, mv) = &last.found[index];
                let mv = mv.clone().unwrap_or_default();
                print_row(&columns, &[run.name.to_owned(), last.depth.to_string(), value.to_string(), mv])?;
            }
        }
        Ok(())
    }

    /// Returns the numbers of positions in which an algorithm found the value and the move of the first exact
    /// algorithm at this depth.
    fn agreement(&self, measurement: &Measurement) -> Option<[usize; 2]> {
        let exact = self.runs.iter().filter(|run| run.is_exact);
        let reference =
            exact.flat_map(|run| &run.measurements).find(|other| other.depth == measurement.depth)?;
        Some(measurement.agreement(reference))
    }

    /// Returns the largest depth reached.
    fn deepest(&self) -> Option<u32> {
        self.runs.iter().filter_map(|run| Some(run.measurements.last()?.depth)).max()
    }

    /// Returns the leaves of the minimal tree for all positions together, if they had the mean number of moves.
    fn minimum(&self, depth: u32) -> f64 {
        minimum_leaves(self.branching, depth) * self.positions as f64
    }

    /// Returns all measurements as CSV. Value and move are those of the first position.
    pub fn csv(&self) -> String {
        let mut text = format!("{CSV_HEADER}\n");
        for run in &self.runs {
            for measurement in &run.measurements {
                let agreement =
                    self.agreement(measurement).map(|numbers| numbers.map(|number| number.to_string()));
                let [values, moves] = agreement.unwrap_or_default();
                let Measurement { depth, tally, time, found } = measurement;
                let (value, mv) = &found[0];
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{},{depth},{},{},{},{},{},{},{},{:.6},{:.4},{values},{moves},{value},{},{:.0}",
                    run.name,
                    self.positions,
                    tally.nodes,
                    tally.leaves,
                    tally.expanded,
                    tally.children,
                    tally.exact_hits,
                    tally.partial_hits,
                    time.as_secs_f64(),
                    measurement.effective_branching_factor(),
                    mv.as_deref().unwrap_or_default(),
                    self.minimum(*depth),
                );
            }
        }
        text
    }

    /// Returns the chart of nodes by depth, with the minimum.
    pub fn svg(&self) -> String {
        let positions = self.positions as f64;
        let line = |run: &Run| {
            let place = |measurement: &Measurement| {
                (measurement.depth.into(), measurement.tally.nodes as f64 / positions)
            };
            Series {
                name: run.name.to_owned(),
                points: run.measurements.iter().map(place).collect(),
                is_faint: false,
            }
        };
        let least = |depth: u32| (depth.into(), self.minimum(depth) / positions);
        let points = (1..=self.deepest().unwrap_or(0)).map(least).collect();
        let minimum = Series { name: "uniform".to_owned(), points, is_faint: false };
        let chart = Chart {
            title: format!("Nodes to know the value of a position of {}", self.game[0]),
            x: Axis { label: "depth in plies", scale: Scale::Whole },
            y: Axis { label: "nodes a position", scale: Scale::Log },
            series: self.runs.iter().map(line).chain([minimum]).collect(),
        };
        charts::svg(
            &[chart],
            &[
                "uniform: the leaves of the minimal tree if all positions had the mean number of moves (Knuth and Moore)",
            ],
        )
    }
}
