// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab exploration`: how much chance self-play needs, so that its games differ and teach something.

use super::common::{Column, OutputArgs, Sender, columns_in, print_head, print_row, run_job};
use crate::td::{Chance, Outcome};
use chuhe_console::failure::CommandResult;
use chuhe_console::interrupt;
use chuhe_console::{fraction, number};
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;
use xiangqi::types::{Language, text};

/// Learn reversi with more and less chance, and compare
#[derive(clap::Args)]
#[command(after_help = "\
Everything but the exploration rate and the initial weights is the paper's. `different games` counts the games of self-play that differ \
from each other; the last columns are the points of the learned network, choosing by one ply, against random moves and against alpha-beta \
with weighted squares, one ply deep. Each is a mean over the seeds, with the least and the greatest.

Example:
  chuhe lab exploration --games 500 --seeds 1")]
pub struct ExplorationArgs {
    /// Number of games of self-play
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = number::<u32>(1..=10_000_000))]
    games: u32,
    /// Exploration rates, separated by commas
    #[arg(long, value_name = "X", value_delimiter = ',', default_value = "0,0.01,0.05,0.1", value_parser = fraction::<f32>)]
    epsilons: Vec<f32>,
    /// Largest initial weights, separated by commas; 0: all weights begin at zero
    #[arg(long, value_name = "X", value_delimiter = ',', default_value = "0,0.05,0.2", value_parser = fraction::<f32>)]
    spreads: Vec<f32>,
    /// Number of seeds, from 0; each has a thread
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u32>(1..=64))]
    seeds: u32,
    /// Number of games in each trial, an even number
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(2..=1_000_000))]
    trials: u32,
    #[command(flatten)]
    outputs: OutputArgs,
}

const COLUMNS: [Column<'static>; 5] = [
    ("epsilon", 7),
    ("weights", 7),
    ("different games", 18),
    ("against chance", 22),
    ("against squares, 1 ply", 22),
];

/// The first line of the CSV file.
const CSV_HEADER: &str =
    "epsilon,spread,seed,games,different_games,points_against_chance,points_against_squares";

/// A setting and its outcomes, one for each seed.
struct Row {
    chance: Chance,
    outcomes: Vec<Outcome>,
}

impl Row {
    /// Returns the numbers of a column: different games, and the points of both trials.
    fn column(&self, column: usize) -> impl Iterator<Item = f64> + Clone {
        self.outcomes.iter().map(move |outcome| {
            [outcome.different_games as f64, outcome.against_chance, outcome.against_squares][column]
        })
    }
}

pub fn run(args: &ExplorationArgs, language: Language) -> CommandResult {
    let outputs = args.outputs.open(CSV_HEADER)?;
    let (games, pairs, seeds) = (args.games, args.trials.div_ceil(2), args.seeds);
    let settings: Vec<Chance> = args
        .spreads
        .iter()
        .flat_map(|&spread| args.epsilons.iter().map(move |&epsilon| Chance { epsilon, spread }))
        .collect();
    let total = settings.len();
    let title = text!(
        language,
        "{games} games of self-play for each setting and seed, seeds 0 to {last}",
        "每种设置、每个种子自我对弈{games}局，种子0至{last}",
        last = seeds - 1,
    );
    writeln!(io::stdout(), "{title}\n")?;
    let columns = columns_in(language, &COLUMNS);
    print_head(&columns)?;
    let work = move |sender: &Sender<Row>| {
        for (index, chance) in settings.into_iter().enumerate() {
            let Chance { epsilon, spread } = chance;
            sender.at(
                index,
                text!(language, "epsilon {epsilon}, weights to {spread}", "探索率{epsilon}，权重至{spread}"),
            );
            let outcomes = thread::scope(|scope| {
                let study = |seed: u32| scope.spawn(move || chance.study(games, pairs, seed.into()));
                let threads: Vec<_> = (0..seeds).map(study).collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
                    .collect()
            });
            sender.send(Row { chance, outcomes });
        }
    };
    let mut rows: Vec<Row> = Vec::new();
    let is_finished = run_job(total, work, |row| {
        let cells = [
            row.chance.epsilon.to_string(),
            row.chance.spread.to_string(),
            range(row.column(0), 1.0, 0, ""),
            range(row.column(1), 100.0, 1, " %"),
            range(row.column(2), 100.0, 1, " %"),
        ];
        print_row(&columns, &cells)?;
        rows.push(row);
        Ok(())
    })?;
    outputs.write(|| csv(&rows, games), || svg(&rows))?;
    if is_finished {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(interrupt::failure(rows.len(), total, interrupt::Parts::Trials))
    }
}

/// Returns the mean of numbers, and the least and the greatest if there are several.
fn range(numbers: impl Iterator<Item = f64> + Clone, unit: f64, digits: usize, sign: &str) -> String {
    let mean = mean(numbers.clone()) * unit;
    let least = numbers.clone().fold(f64::INFINITY, f64::min) * unit;
    let greatest = numbers.fold(0.0, f64::max) * unit;
    format!("{mean:.digits$}{sign} ({least:.digits$}-{greatest:.digits$})")
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = numbers.fold((0.0, 0.0), |(count, sum), number| (count + 1.0, sum + number));
    sum / f64::max(count, 1.0)
}

fn csv(rows: &[Row], games: u32) -> String {
    let mut text = format!("{CSV_HEADER}\n");
    for Row { chance: Chance { epsilon, spread }, outcomes } in rows {
        for (seed, Outcome { different_games, against_chance, against_squares }) in
            outcomes.iter().enumerate()
        {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{epsilon},{spread},{seed},{games},{different_games},{against_chance:.4},{against_squares:.4}"
            );
        }
    }
    text
}

/// The means against the exploration rate, a line for each scale of initial weights.
fn svg(rows: &[Row]) -> String {
    let panel = |title: &str, label, column: usize, unit: f64| {
        let mut series: Vec<Series> = Vec::new();
        for row in rows {
            let name = format!("weights to {}", row.chance.spread);
            let point = (row.chance.epsilon.into(), unit * mean(row.column(column)));
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push(point),
                None => series.push(Series { name, points: vec![point], is_faint: false }),
            }
        }
        Chart {
            title: title.to_owned(),
            x: Axis { label: "exploration rate", scale: Scale::Linear },
            y: Axis { label, scale: Scale::Linear },
            series,
        }
    };
    charts::svg(
        &[
            panel("Different games of self-play", "games", 0, 1.0),
            panel("Against random moves", "points in %", 1, 100.0),
            panel("Against weighted squares, one ply", "points in %", 2, 100.0),
        ],
        &[],
    )
}
