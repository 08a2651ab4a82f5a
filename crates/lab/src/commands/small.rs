// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab small`: reversi on 4 x 4 squares, solved, and learned by tables of values.

use super::common::{Column, Sender, Table, end, run_job};
use crate::small::{Method, StateGraph, StepSize, TableLearner, TableSettings, Truth};
use chuhe_console::failure::{CommandResult, Failure};
use chuhe_console::interrupt::Parts;
use chuhe_console::{fraction, number};
use std::io::{self, Write as _};
use xiangqi::types::{Language, text};

/// Solve reversi on 4 x 4 squares, and learn it by self-play
#[derive(clap::Args)]
#[command(after_help = "\
The truth is found by value iteration over all positions. Each row below it is a method that learns by self-play, and its error: the \
root of the mean squared difference from the truth over the positions of the opening, a win being 1, a draw 0.5 and a loss 0; `start` is the learned value \
of the start. `alpha` is the learning rate, constant or 1 / (1 + visits). `greedy` is Bai's algorithm 7, which plays without chance until a game \
changes nothing. As printed, values start at 0 and traces last from one game to the next; --start and --reset-traces are variants.

Examples:
  chuhe lab small --games 10000 --epsilon 0.1
  chuhe lab small --start 0.5 --reset-traces")]
pub struct SmallArgs {
    /// Number of games of self-play, rounded up to a power of 10
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number::<u32>(10..=100_000_000))]
    games: u32,
    /// Exploration rate: share of random moves
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = fraction::<f64>)]
    epsilon: f64,
    /// Length of the opening, over whose positions errors are measured
    #[arg(long, value_name = "PLIES", default_value_t = 4, value_parser = number::<u32>(0..))]
    plies: u32,
    /// Constant learning rate
    #[arg(long, value_name = "X", default_value_t = 0.1, value_parser = fraction::<f64>)]
    alpha: f64,
    /// Value of every position at first
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = fraction::<f64>)]
    start: f64,
    /// Reset the traces after each game
    #[arg(long = "reset-traces")]
    resets_traces: bool,
    /// Values of lambda, separated by commas
    #[arg(long, value_name = "X", value_delimiter = ',', default_value = "0,0.3,0.5,0.7,0.9", value_parser = fraction::<f64>)]
    lambdas: Vec<f64>,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..))]
    seed: u64,
}

/// An error from which on a method is not learning any more: values grow without bound.
const DIVERGED: f64 = 10.0;

/// A method and its errors after 10, 100, 1000 … games, with the values of the start.
struct Curve {
    name: String,
    errors: Vec<[f64; 2]>,
}

pub fn run(args: &SmallArgs, language: Language) -> CommandResult {
    let graph = StateGraph::new();
    let truth = Truth::new(&graph);
    let (positions, sweeps) = (graph.count(), truth.sweeps);
    let (value, margin) = (truth.values[StateGraph::START], truth.margins[StateGraph::START]);
    let title = text!(
        language,
        "{positions} positions, solved in {sweeps} sweeps: the start is worth {value} to Black, margin {margin:+} discs; {opening} positions of the opening",
        "{positions}个局面，{sweeps}遍求解：开始局面对黑方的值为{value}，子数差{margin:+}；开局的局面{opening}个",
        opening = graph.opening(args.plies).count(),
    );
    writeln!(io::stdout(), "{title}\n")?;
    print_greedy(&graph, args, language)?;
    let stages: Vec<u32> = (1..9).take_while(|&exponent| 10_u32.pow(exponent - 1) < args.games).collect();
    let headings: Vec<String> =
        stages.iter().map(|exponent| text!(language, "10^{exponent} games", "10^{exponent}局")).collect();
    let columns: Vec<Column<'_>> = core::iter::once(("method", 30))
        .chain(headings.iter().map(|heading| (heading.as_str(), 10)))
        .chain([("start", 8)])
        .collect();
    let table = Table::begin(language, &columns)?;
    let methods = methods(args);
    let (total, plies, stages_shown) = (methods.len(), args.plies, stages.len());
    let work = move |sender: &Sender<Curve>| {
        for (index, (name, settings)) in methods.into_iter().enumerate() {
            sender.at(index, name.clone());
            let mut learner = TableLearner::new(&graph, settings);
            let (mut played, mut errors) = (0, Vec::new());
            for games in stages.iter().map(|&exponent| 10_u32.pow(exponent)) {
                (played..games).for_each(|_| _ = learner.play_game());
                played = games;
                let error = truth.error(learner.values(), graph.opening(plies));
                errors.push([error, learner.values()[StateGraph::START]]);
                if error.is_nan() || error >= DIVERGED {
                    break;
                }
            }
            sender.send(Curve { name, errors });
        }
    };
    let mut done = 0;
    let is_finished = run_job(total, work, |curve| {
        done += 1;
        let cell = |games: usize, number: fn(&[f64; 2]) -> String| match curve.errors.get(games) {
            Some(errors) if errors[0] < DIVERGED => number(errors),
            _ => language.pick("diverges", "发散").to_owned(),
        };
        let last = stages_shown - 1;
        let errors = (0..stages_shown).map(|stage| cell(stage, |[error, _]| format!("{error:.4}")));
        let start = cell(last, |[_, start]| format!("{start:.3}"));
        table.row(core::iter::once(curve.name.clone()).chain(errors).chain([start]))
    })?;
    end(is_finished, done, total, Parts::Algorithms)
}

/// Prints where the greedy method ends.
fn print_greedy(graph: &StateGraph, args: &SmallArgs, language: Language) -> Result<(), Failure> {
    let mut learner = TableLearner::new(graph, TableSettings { start: args.start, ..TableSettings::GREEDY });
    let text = if let Some((games, line)) = learner.play_until_still(args.games) {
        let end = *line.last().expect("a game has an end");
        let margin = graph.margin(end).expect("the game is over");
        let margin = if line.len() % 2 == 1 { margin } else { -margin };
        text!(
            language,
            "greedy: game {games} changes nothing and repeats itself, margin {margin:+} discs; {seen} positions seen",
            "greedy：第{games}局不改变任何值，此后一再重复，子数差{margin:+}；见过{seen}个局面",
            seen = learner.seen(),
        )
    } else {
        text!(
            language,
            "greedy: {games} games, and each changes a value",
            "greedy：下了{games}局，每局都改变某个值",
            games = args.games,
        )
    };
    Ok(writeln!(io::stdout(), "{text}\n")?)
}

/// Returns the methods with their names.
fn methods(args: &SmallArgs) -> Vec<(String, TableSettings)> {
    let SmallArgs { alpha, start, resets_traces, epsilon, seed, .. } = *args;
    let rates = [
        (format!("alpha {alpha}"), StepSize::Constant(alpha)),
        ("alpha 1/(1+n)".to_owned(), StepSize::Visits),
    ];
    let differences = rates.into_iter().flat_map(|(rate, step)| {
        args.lambdas.iter().map(move |&lambda| {
            (format!("TD, {rate}, lambda {lambda}"), Method::Differences { step, lambda })
        })
    });
    let methods = core::iter::once(("Monte Carlo".to_owned(), Method::MonteCarlo)).chain(differences);
    let settings =
        |method| TableSettings { start, resets_traces, ..TableSettings::new(method, epsilon, seed) };
    core::iter::once(("greedy".to_owned(), TableSettings { start, ..TableSettings::GREEDY }))
        .chain(methods.map(|(name, method)| (name, settings(method))))
        .collect()
}
