// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab exploration`: how much chance self-play needs, so that its games differ and teach something.

use super::common::{Column, Sender, Table, end, run_job};
use crate::td::{Chance, Outcome};
use chuhe_console::failure::CommandResult;
use chuhe_console::interrupt::Parts;
use chuhe_console::{fraction, number};
use std::io::{self, Write as _};
use std::panic::resume_unwind;
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
}

const COLUMNS: [Column<'static>; 5] = [
    ("epsilon", 7),
    ("weights", 7),
    ("different games", 18),
    ("against chance", 22),
    ("against squares, 1 ply", 22),
];

/// A setting and its outcomes, one for each seed.
type Row = (Chance, Vec<Outcome>);

pub fn run(args: &ExplorationArgs, language: Language) -> CommandResult {
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
    let table = Table::begin(language, &COLUMNS)?;
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
            sender.send((chance, outcomes));
        }
    };
    let mut done = 0;
    let is_finished = run_job(total, work, |(chance, outcomes)| {
        done += 1;
        table.row([
            chance.epsilon.to_string(),
            chance.spread.to_string(),
            range(outcomes.iter().map(|outcome| outcome.different_games as f64), 1.0, 0, ""),
            range(outcomes.iter().map(|outcome| outcome.against_chance), 100.0, 1, " %"),
            range(outcomes.iter().map(|outcome| outcome.against_squares), 100.0, 1, " %"),
        ])
    })?;
    end(is_finished, done, total, Parts::Trials)
}

/// Returns the mean of numbers, the least and the greatest.
fn range(
    numbers: impl ExactSizeIterator<Item = f64> + Clone,
    unit: f64,
    digits: usize,
    sign: &str,
) -> String {
    let mean = numbers.clone().sum::<f64>() / numbers.len() as f64 * unit;
    let least = numbers.clone().fold(f64::INFINITY, f64::min) * unit;
    let greatest = numbers.fold(0.0, f64::max) * unit;
    format!("{mean:.digits$}{sign} ({least:.digits$}-{greatest:.digits$})")
}
