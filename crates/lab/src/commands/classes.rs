// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab classes`: how often moves change their class from one search of a game to the next.

use super::common::{
    Column, DEEPEST, GameName, OutputArgs, Sender, columns_in, for_game, print_head, print_row, run_job,
};
use crate::Subject;
use crate::classes::ClassChanges;
use chuhe_console::failure::CommandResult;
use chuhe_console::interrupt;
use chuhe_console::number;
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use xiangqi::types::{Language, SplitMix64, text};

/// Measure how stable the classes of moves are
#[derive(clap::Args)]
#[command(after_help = "\
Alpha-beta plays games against itself. In each search a move of a player at a step of the game fails high, lies inside the window or fails \
low; the class that it has most often counts. `pairs` counts the moves of two successive searches. `change` is the share of moves that have another class in the next search, `low-high` the \
share that go from failed low to failed high or back. `by chance` is what would be expected if one search told nothing about the next.

Example:
  chuhe lab classes --game reversi --depth 4 --games 4")]
pub struct ClassesArgs {
    /// Game
    #[arg(long, value_enum, default_value = "reversi")]
    game: GameName,
    /// Largest search depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = number::<u32>(2..=i64::from(DEEPEST)))]
    depth: u32,
    /// Number of games for each depth
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u32>(1..=1_000_000))]
    games: u32,
    /// Number of random plies in an opening
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = number::<u32>(..=30))]
    opening: u32,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    outputs: OutputArgs,
}

const COLUMNS: [Column<'static>; 6] =
    [("depth", 5), ("pairs", 9), ("change", 8), ("by chance", 9), ("low-high", 8), ("by chance", 9)];

/// The first line of the CSV file.
const CSV_HEADER: &str = "depth,from,to,moves";

/// The names of the classes.
const NAMES: [&str; 3] = ["high", "inside", "low"];

pub fn run(args: &ClassesArgs, language: Language) -> CommandResult {
    for_game!(args.game, classes(args, language))
}

fn classes<G: Subject>(args: &ClassesArgs, language: Language) -> CommandResult {
    let outputs = args.outputs.open(CSV_HEADER)?;
    let ClassesArgs { depth: deepest, games, opening, seed, .. } = *args;
    let title = text!(
        language,
        "{games} games of {game} for each depth",
        "{chinese}，每个深度{games}局",
        game = G::NAME,
        chinese = G::CHINESE,
    );
    writeln!(io::stdout(), "{title}\n")?;
    let columns = columns_in(language, &COLUMNS);
    print_head(&columns)?;
    let place = move |depth, game| text!(language, "depth {depth}, game {game}", "深度{depth}，第{game}局");
    let work = move |sender: &Sender<(u32, ClassChanges)>| {
        for depth in 2..=deepest {
            let (mut rng, mut changes) = (SplitMix64::new(seed), ClassChanges::default());
            for game in 0..games {
                sender.at(((depth - 2) * games + game) as usize, place(depth, game + 1));
                changes += ClassChanges::of_game::<G>(&mut rng, opening, depth);
            }
            sender.send((depth, changes));
        }
    };
    let mut rows = Vec::new();
    let is_finished = run_job(((deepest - 1) * games) as usize, work, |(depth, changes)| {
        let shares = shares(&changes).map(|share| format!("{:.1} %", 100.0 * share));
        let counts = [depth.to_string(), changes.total().to_string()];
        rows.push((depth, changes));
        print_row(&columns, &counts.into_iter().chain(shares).collect::<Vec<_>>())
    })?;
    outputs.write(|| csv(&rows), || svg(&rows, G::NAME))?;
    if is_finished {
        Ok(ExitCode::SUCCESS)
    } else {
        let [done, total] = [rows.len() as u32, deepest - 1].map(|depths| (depths * games) as usize);
        Err(interrupt::failure(done, total, interrupt::Parts::Games))
    }
}

/// Returns the shares of moves that change class, and that change between the outer classes, each with what
/// is expected by chance.
fn shares(changes: &ClassChanges) -> [f64; 4] {
    let [all, outer] =
        [changes.share(|from, to| from != to), changes.share(|from, to| from.abs_diff(to) == 2)];
    [all[0], all[1], outer[0], outer[1]]
}

fn csv(rows: &[(u32, ClassChanges)]) -> String {
    let mut text = format!("{CSV_HEADER}\n");
    for (depth, ClassChanges(counts)) in rows {
        for (from, row) in NAMES.iter().zip(counts) {
            for (to, count) in NAMES.iter().zip(row) {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{depth},{from},{to},{count}");
            }
        }
    }
    text
}

fn svg(rows: &[(u32, ClassChanges)], game: &str) -> String {
    let line = |(index, name): (usize, &str)| Series {
        name: name.to_owned(),
        points: rows
            .iter()
            .map(|(depth, changes)| ((*depth).into(), 100.0 * shares(changes)[index]))
            .collect(),
        is_faint: false,
    };
    let names = ["change", "change, by chance", "low-high", "low-high, by chance"];
    let chart = Chart {
        title: format!("Moves of {game} that change class in the next search"),
        x: Axis { label: "depth in plies", scale: Scale::Whole },
        y: Axis { label: "percent", scale: Scale::Linear },
        series: names.into_iter().enumerate().map(line).collect(),
    };
    charts::svg(&[chart], &[])
}
