// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab compare`: the nodes and time of each algorithm on the same positions.

mod comparison;

use super::common::{ChartArgs, DEEPEST, GameName, MemoryArgs, Sender, cut, end, for_game, run_job, rung};
use crate::algorithms::Minimax;
use crate::{Measurement, Subject, sample_positions};
use chuhe_console::failure::{CommandResult, Place};
use chuhe_console::files;
use chuhe_console::interrupt::Parts;
use chuhe_console::number;
use comparison::Comparison;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use xiangqi::types::{Bilingual, Language, bilingual, text};

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
  chuhe lab compare --game gomoku --algorithms ordered,filtered --depth 3 --count 2")]
pub struct CompareArgs {
    /// Game
    #[arg(long, value_enum)]
    game: GameName,
    /// Algorithms, separated by commas; `all` for every algorithm, `list` to list them [default: the papers']
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    algorithms: Vec<String>,
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", value_parser = number::<u32>(1..=i64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Time limit per algorithm in seconds, for all positions together
    #[arg(long, value_name = "S", conflicts_with = "depth")]
    seconds: Option<f64>,
    /// Node limit per algorithm and depth, for all positions together
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = number::<u64>(0..))]
    most_nodes: u64,
    /// File of positions [default: sample positions from play]
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Search only the start of the game
    #[arg(long, conflicts_with_all = ["positions", "count", "seed"])]
    start: bool,
    /// Number of sample positions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u16>(1..=1000), conflicts_with = "positions")]
    count: u16,
    /// Seed of the sample positions
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "positions", value_parser = number::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    memory: MemoryArgs,
    #[command(flatten)]
    chart: ChartArgs,
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

fn compare<G: Subject>(args: &CompareArgs, language: Language) -> CommandResult {
    if args.algorithms == ["list"] {
        return list::<G>(language);
    }
    let names: Vec<&str> = match &args.algorithms[..] {
        [] => G::USUAL.to_vec(),
        [all] if all == "all" => G::ladder().iter().map(|rung| rung.name).collect(),
        names => names.iter().map(String::as_str).collect(),
    };
    let ladder = names.into_iter().map(rung::<G>).collect::<Result<Vec<_>, _>>()?;
    let chart = args.chart.open()?;
    let mut positions = positions::<G>(args)?;
    let count = positions.len();
    let branching = Measurement::new(&mut Minimax, &mut positions, BRANCHING_DEPTH, |_| ()).tally.branching();
    let unlimited = args.depth.is_none() && args.seconds.is_none();
    let limits = Limits {
        depth: if unlimited { USUAL_DEPTH } else { args.depth.unwrap_or(DEEPEST) },
        nodes: args.most_nodes,
        time: Duration::try_from_secs_f64(args.seconds.unwrap_or(1e9))
            .map_err(|error| bilingual!("--seconds: {error}", "--seconds：不是可用的秒数"))?,
    };
    let mut comparison = Comparison::begin(&ladder, count, branching, language)?;
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
    chart.write(|| comparison.svg())?;
    end(is_finished, done, total, Parts::Algorithms)
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

fn positions<G: Subject>(args: &CompareArgs) -> Result<Vec<G>, Bilingual> {
    if args.start {
        return Ok(vec![G::start()]);
    }
    let Some(file) = &args.positions else { return Ok(sample_positions(args.count.into(), args.seed)) };
    let text = files::read(file)?;
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut positions = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let place = || format!("{}:{number}: '{}'", file.display(), cut(line));
        let game = G::parse(line).at(place())?;
        if game.moves().is_empty() {
            return Err(bilingual!("the game is over", "对局已结束").at(place()));
        }
        positions.push(game);
    }
    if positions.is_empty() {
        return Err(bilingual!("the file contains no positions", "文件中没有局面").at(file.display()));
    }
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
