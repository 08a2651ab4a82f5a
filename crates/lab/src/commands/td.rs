// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab td`: learns reversi by temporal differences and tests the learned network.

mod boards;

use super::common::{ChartArgs, Column, Sender, Table, end, run_job};
use crate::td::{GameReport, Learner, Neuron, Start, TdSettings, Training, Trial, View};
use chuhe_console::failure::{CommandResult, Failure};
use chuhe_console::interrupt::Parts;
use chuhe_console::{fraction, number};
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::time::Instant;
use xiangqi::types::{Language, text};

/// Learn reversi by self-play: TD(lambda) with a network of 65-130-1
#[derive(clap::Args)]
#[command(after_help = "\
The defaults are the paper's: zero weights, greedy moves, each earlier state trained anew after each move. Played so, few games differ, \
and the network does not learn to play; see `chuhe lab exploration`. With --start random --view sides --training traces --epsilon 0.1 it \
learns.

`error` is the mean over games of the sum of squared differences between the values to learn and the outputs, `Black` the network's \
estimate of Black's chance at the start. Then the network is tested as the evaluation of alpha-beta, against random moves and against \
alpha-beta with weighted squares. The table grows and the SVG file is written anew while it learns.

Examples:
  chuhe lab td --games 5000 --svg td.svg
  chuhe lab td --games 500 --trials 0 --neurons 3
  chuhe lab td --games 5000 --start random --view sides --training traces --epsilon 0.1")]
pub struct TdArgs {
    /// Number of games of self-play
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = number::<u32>(1..=10_000_000))]
    games: u32,
    /// Initial weights
    #[arg(long, value_enum, default_value = "zero")]
    start: Start,
    /// Encoding of the discs
    #[arg(long, value_enum, default_value = "colours")]
    view: View,
    /// The way in which an error reaches the earlier states of a game
    #[arg(long, value_enum, default_value = "retrain")]
    training: Training,
    /// Trace decay (lambda): share of an error that reaches the previous state
    #[arg(long, value_name = "X", default_value_t = TdSettings::PAPER.lambda, value_parser = fraction::<f32>)]
    lambda: f32,
    /// Learning rate
    #[arg(long, value_name = "X", default_value_t = TdSettings::PAPER.alpha, value_parser = fraction::<f32>)]
    alpha: f32,
    /// Exploration rate (epsilon): share of random moves
    #[arg(long, value_name = "X", default_value_t = TdSettings::PAPER.epsilon, value_parser = fraction::<f32>)]
    epsilon: f32,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..))]
    seed: u64,
    /// Number of games in each trial, an even number; 0: no trials
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(..=1_000_000))]
    trials: u32,
    /// Print the weights of this number of hidden neurons as boards, those that count most first
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<usize>(0..))]
    neurons: usize,
    #[command(flatten)]
    chart: ChartArgs,
}

const LEARNING: [Column<'static>; 4] = [("games", 15), ("error", 8), ("Black", 8), ("Black's points", 14)];
const TRIALS: [Column<'static>; 2] = [("alpha-beta with the learned evaluation", 48), ("points", 8)];
/// Rows of the table of learning.
const ROWS: u32 = 10;

/// A result of the experiment.
enum Step {
    Game(GameReport),
    /// The games of a row of the table are played.
    Row,
    /// All games are played; the neurons after them.
    Learned(Vec<Neuron>),
    Tried(Trial, f64),
}

pub fn run(args: &TdArgs, language: Language) -> CommandResult {
    let chart = args.chart.open()?;
    let (games, pairs, seed) = (args.games, args.trials.div_ceil(2), args.seed);
    let TdArgs { training, start, view, lambda, alpha, epsilon, .. } = *args;
    let settings = TdSettings { training, start, view, lambda, alpha, epsilon, seed };
    let size = games.div_ceil(ROWS);
    let work = move |sender: &Sender<Step>| {
        let mut learner = Learner::new(settings);
        for game in 1..=games {
            if game % 64 == 1 {
                sender.at(game as usize, language.pick("self-play", "自我对弈").to_owned());
            }
            sender.send(Step::Game(learner.play_game()));
            if game % size == 0 || game == games {
                sender.send(Step::Row);
            }
        }
        sender.send(Step::Learned(learner.network().neurons()));
        for trial in Trial::ALL.into_iter().filter(|_| pairs > 0) {
            sender.at(games as usize, words(trial, language));
            sender.send(Step::Tried(trial, trial.play(&learner.network(), pairs, seed)));
        }
    };
    let table = Table::begin(language, &LEARNING)?;
    let mut learning = Learning { reports: Vec::new(), shown: 0, began: Instant::now(), table, language };
    let (mut trials, mut tried) = (None, 0);
    let is_finished = run_job(games as usize, work, |step| {
        match step {
            Step::Game(report) => learning.reports.push(report),
            Step::Row => {
                learning.print_row()?;
                chart.refresh(|| svg(&learning.reports))?;
            }
            Step::Learned(neurons) => {
                learning.print_end()?;
                if args.neurons > 0 {
                    let strongest = &neurons[..args.neurons.min(neurons.len())];
                    write!(io::stdout(), "\n{}", boards::text(strongest, language))?;
                }
            }
            Step::Tried(trial, points) => {
                tried += 1;
                if trials.is_none() {
                    writeln!(io::stdout())?;
                    trials = Some(Table::begin(language, &TRIALS)?);
                }
                if let Some(table) = &trials {
                    table.row([words(trial, language), format!("{:.1} %", 100.0 * points)])?;
                }
            }
        }
        Ok(())
    })?;
    if learning.shown < games as usize {
        learning.print_row()?;
        learning.print_end()?;
    }
    let reports = learning.reports;
    chart.write(|| svg(&reports))?;
    match reports.len() {
        played if played < games as usize => end(is_finished, played, games as usize, Parts::Games),
        _ => end(is_finished, tried, Trial::ALL.len(), Parts::Trials),
    }
}

/// The games so far, and the table that is printed as they are played.
struct Learning {
    reports: Vec<GameReport>,
    /// Number of games in the rows that are printed.
    shown: usize,
    began: Instant,
    table: Table,
    language: Language,
}

impl Learning {
    /// Prints the row of the games that are not shown yet.
    fn print_row(&mut self) -> Result<(), Failure> {
        let part = &self.reports[self.shown..];
        if part.is_empty() {
            return Ok(());
        }
        let (first, last) = (self.shown + 1, self.reports.len());
        let cells = [
            text!(self.language, "{first} to {last}", "{first}至{last}"),
            format!("{:.6}", mean(part, |report| report.squared_error)),
            format!("{:.3}", mean(part, |report| report.black_estimate)),
            format!("{:.1} %", 100.0 * mean(part, |report| report.black_result)),
        ];
        self.shown = last;
        self.table.row(cells)
    }

    /// Prints what follows the table.
    fn print_end(&self) -> Result<(), Failure> {
        let (games, seconds) = (self.reports.len(), self.began.elapsed().as_secs_f64());
        let distinct = self.reports.iter().map(|report| report.fingerprint).collect::<BTreeSet<_>>().len();
        let text = text!(
            self.language,
            "{games} games of self-play in {seconds:.1} s\n{distinct} of the games are different",
            "自我对弈{games}局，用时{seconds:.1}秒\n其中{distinct}局互不相同"
        );
        Ok(writeln!(io::stdout(), "\n{text}")?)
    }
}

fn words(Trial { depth, opponent }: Trial, language: Language) -> String {
    let plies = |number: u32| match (language, number) {
        (Language::Chinese, _) => format!("{number}步"),
        (_, 1) => "1 ply".to_owned(),
        _ => format!("{number} plies"),
    };
    let (depth, other) = (plies(depth), plies(opponent));
    match opponent {
        0 => text!(language, "{depth} against chance", "{depth}，对随机着法"),
        _ => text!(language, "{depth} against weighted squares, {other}", "{depth}，对格子加权（{other}）"),
    }
}

fn mean(reports: &[GameReport], of: impl Fn(&GameReport) -> f32) -> f64 {
    let count = reports.len().max(1) as f64;
    reports.iter().map(|report| f64::from(of(report))).sum::<f64>() / count
}

/// The paper's figures 7 and 8: the error of each game, and the estimate for Black.
fn svg(reports: &[GameReport]) -> String {
    let panel = |title: &str, label, of: fn(&GameReport) -> f32| {
        let line = |parts: usize, is_faint| {
            let size = reports.len().div_ceil(parts).max(1);
            let place =
                |(index, part): (usize, &[GameReport])| ((index * size + part.len()) as f64, mean(part, of));
            let points = reports.chunks(size).enumerate().map(place);
            Series { is_faint, ..Series::new(format!("mean of {size}"), points) }
        };
        Chart {
            title: title.to_owned(),
            x: Axis { label: "games", scale: Scale::Linear },
            y: Axis { label, scale: Scale::Linear },
            series: vec![line(500, true), line(25, false)],
        }
    };
    charts::svg(
        &[
            panel("Learning error of a game", "sum of squares", |report| report.squared_error),
            panel("Black's chance at the start", "estimate", |report| report.black_estimate),
        ],
        &[],
    )
}

impl ValueEnum for Start {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Zero, Self::SMALL]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Zero => PossibleValue::new("zero").help("As in the paper"),
            Self::Random(_) => PossibleValue::new("random").help("Small random numbers"),
        })
    }
}
