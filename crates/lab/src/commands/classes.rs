// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab classes`: how often moves change their class from one search of a game to the next.

use super::common::{ChartArgs, Column, DEEPEST, GameName, Sender, Table, end, for_game, run_job};
use crate::Subject;
use crate::classes::ClassChanges;
use chuhe_console::failure::CommandResult;
use chuhe_console::interrupt::Parts;
use chuhe_console::number;
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use std::io::{self, Write as _};
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
    chart: ChartArgs,
}

const COLUMNS: [Column<'static>; 6] =
    [("depth", 5), ("pairs", 9), ("change", 8), ("by chance", 9), ("low-high", 8), ("by chance", 9)];

pub fn run(args: &ClassesArgs, language: Language) -> CommandResult {
    for_game!(args.game, classes(args, language))
}

fn classes<G: Subject>(args: &ClassesArgs, language: Language) -> CommandResult {
    let chart = args.chart.open()?;
    let ClassesArgs { depth: deepest, games, opening, seed, .. } = *args;
    let title = text!(
        language,
        "{games} games of {game} for each depth",
        "{chinese}，每个深度{games}局",
        game = G::NAME,
        chinese = G::CHINESE,
    );
    writeln!(io::stdout(), "{title}\n")?;
    let table = Table::begin(language, &COLUMNS)?;
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
        let shares = shares(&changes);
        rows.push((depth, shares));
        let counts = [depth.to_string(), changes.total().to_string()];
        table.row(counts.into_iter().chain(shares.map(|share| format!("{:.1} %", 100.0 * share))))
    })?;
    chart.write(|| svg(&rows, G::NAME))?;
    let [done, total] = [rows.len() as u32, deepest - 1].map(|depths| (depths * games) as usize);
    end(is_finished, done, total, Parts::Games)
}

/// Returns the shares of moves that change class, and that change between the outer classes, each with what
/// is expected by chance.
fn shares(changes: &ClassChanges) -> [f64; 4] {
    let [all, outer] =
        [changes.share(|from, to| from != to), changes.share(|from, to| from.abs_diff(to) == 2)];
    [all[0], all[1], outer[0], outer[1]]
}

fn svg(rows: &[(u32, [f64; 4])], game: &str) -> String {
    let names = ["change", "change, by chance", "low-high", "low-high, by chance"];
    let line = |(index, name): (usize, &str)| {
        Series::new(name, rows.iter().map(|(depth, shares)| ((*depth).into(), 100.0 * shares[index])))
    };
    let chart = Chart {
        title: format!("Moves of {game} that change class in the next search"),
        x: Axis { label: "depth in plies", scale: Scale::Whole },
        y: Axis { label: "percent", scale: Scale::Linear },
        series: names.into_iter().enumerate().map(line).collect(),
    };
    charts::svg(&[chart], &[])
}
