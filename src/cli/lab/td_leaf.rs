// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab td-leaf`: xiangqi learned from nothing, against the supervised recipe.

mod report;

use super::args::OutputArgs;
use super::job;
use crate::arena::Tally;
use crate::cli::failure::CommandResult;
use crate::cli::interrupt;
use crate::cli::options::fraction;
use crate::eval::Network;
use crate::learn::td_leaf::{Learner, LinearEval, Method, fit_to_engine, play_pair, textbook};
use crate::learn::{DatagenConfig, StartKind, generate};
use clap::value_parser;
use report::{CSV_HEADER, Course, Part, Report};
use std::ops::ControlFlow;
use std::process::ExitCode;

/// Learn xiangqi from nothing by TD-leaf, and by fits to results
#[derive(clap::Args)]
#[command(after_help = "\
Every learner begins with weights of zero: one for each kind of piece, and one for each kind on each square. TD-leaf changes them after \
each game of self-play; `results` fits them to the results of all its games so far, each time their number has grown by half, and before each test; \
`engine` fits them as `tune` does to as many games of the engine against itself. Points are those against the textbook's piece values, \
with the same search: alpha-beta to the depth, then captures.

Example:
  chuhe lab td-leaf --games 100 --seeds 1 --pairs 20")]
pub struct TdLeafArgs {
    /// Number of games to learn from
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = value_parser!(u32).range(10..=1_000_000))]
    games: u32,
    /// Number of seeds, from 0
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=64))]
    seeds: u32,
    /// Values of lambda, separated by commas
    #[arg(long, value_name = "X", value_delimiter = ',', default_value = "0,0.7,1", value_parser = fraction::<f64>)]
    lambdas: Vec<f64>,
    /// Learning rate of TD-leaf
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = fraction::<f64>)]
    alpha: f64,
    /// Depth of all searches in plies, without captures
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = value_parser!(i32).range(1..=6))]
    depth: i32,
    /// Pairs of games in each match, for each seed
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = value_parser!(u32).range(1..))]
    pairs: u32,
    /// Average nodes per move of the engine's games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u32).range(1..))]
    nodes: u32,
    #[command(flatten)]
    outputs: OutputArgs,
}

/// A learner of the comparison.
#[derive(Clone, Copy)]
enum Kind {
    SelfPlay(Method),
    Engine,
}

pub fn run(args: &TdLeafArgs) -> CommandResult {
    let outputs = args.outputs.open(CSV_HEADER)?;
    let stages = stages(args.games);
    let learners = learners(args);
    let mut report = Report::new(learners.iter().map(|(name, _)| name.clone()).collect(), stages.clone());
    let seeds = usize::try_from(args.seeds).unwrap_or(usize::MAX);
    let total = learners.len() * seeds + couples(learners.len()).count();
    let (seeds, depth, pairs, nodes) = (args.seeds, args.depth, args.pairs, args.nodes);
    let work = move |sender: &job::Sender<Part>| {
        let mut done = 0;
        let mut weights: Vec<Vec<Vec<f64>>> = Vec::new();
        for (learner, (name, kind)) in learners.iter().enumerate() {
            weights.push(Vec::new());
            for seed in 0..seeds {
                sender.at(done, format!("{name}, seed {seed}"));
                let course = match *kind {
                    Kind::SelfPlay(method) => by_self_play(method, &stages, depth, pairs, seed),
                    Kind::Engine => by_engine(&stages, depth, pairs, seed, nodes),
                };
                weights[learner].push(course.weights.clone());
                sender.send(Part::Course { learner, seed, course });
                done += 1;
            }
        }
        for couple in couples(weights.len()) {
            sender.at(done, "matches at the end".to_owned());
            let [first, second] = couple.map(|learner| &weights[learner]);
            let mut tally = Tally::default();
            for (seed, (one, other)) in (0..seeds).zip(first.iter().zip(second)) {
                tally += play_match(one, other, depth, pairs, seed);
            }
            sender.send(Part::Match { learners: couple, tally });
            done += 1;
        }
    };
    let is_finished = job::run(total, work, |part| {
        report.add(part);
        Ok(())
    })?;
    outputs.write(|| report.csv(), || report.svg())?;
    if is_finished {
        report.print()?;
        Ok(ExitCode::SUCCESS)
    } else {
        Err(interrupt::failure(report.parts(), total, interrupt::Parts::Trials))
    }
}

/// All pairs of learners.
fn couples(learners: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..learners).flat_map(|second| (0..second).map(move |first| [first, second]))
}

/// The numbers of games after which learners are tested: 10, 30, 100, …, and the last.
fn stages(games: u32) -> Vec<u32> {
    let rising = (1..7).flat_map(|exponent| [1, 3].map(|digit| digit * 10_u32.pow(exponent)));
    rising.take_while(|&stage| stage < games).chain([games]).collect()
}

fn learners(args: &TdLeafArgs) -> Vec<(String, Kind)> {
    let alpha = args.alpha;
    let td_leaf =
        |&lambda: &f64| (format!("TD-leaf({lambda})"), Kind::SelfPlay(Method::TdLeaf { alpha, lambda }));
    let others = [("results", Kind::SelfPlay(Method::Results)), ("engine", Kind::Engine)];
    args.lambdas.iter().map(td_leaf).chain(others.map(|(name, kind)| (name.to_owned(), kind))).collect()
}

fn by_self_play(method: Method, stages: &[u32], depth: i32, pairs: u32, seed: u32) -> Course {
    let mut learner = Learner::new(method, depth, seed.into());
    let mut played = 0;
    let test = |&stage: &u32| {
        (played..stage).for_each(|_| learner.play_game());
        played = stage;
        learner.finish();
        play_match(learner.weights(), &textbook(), depth, pairs, seed)
    };
    let tallies = stages.iter().map(test).collect();
    Course { tallies, weights: learner.weights().to_vec(), counts: learner.counts().to_vec() }
}

fn by_engine(stages: &[u32], depth: i32, pairs: u32, seed: u32, nodes: u32) -> Course {
    let config = DatagenConfig {
        seed: seed.into(),
        nodes,
        start: StartKind::Opening,
        book: Vec::new(),
        network: Some(Network::embedded()),
        rule60_damping: true,
    };
    let mut games = Vec::new();
    generate(
        &config,
        1,
        0..stages.last().copied().unwrap_or(0),
        || false,
        |game| {
            games.push(game);
            ControlFlow::Continue(())
        },
    );
    let (mut weights, mut counts) = (Vec::new(), Vec::new());
    let test = |&stage: &u32| {
        (weights, counts) = fit_to_engine(games.iter().take(usize::try_from(stage).unwrap_or(usize::MAX)));
        play_match(&weights, &textbook(), depth, pairs, seed)
    };
    let tallies = stages.iter().map(test).collect();
    Course { tallies, weights, counts }
}

/// Plays a match between two sets of weights.
fn play_match(first: &[f64], second: &[f64], depth: i32, pairs: u32, seed: u32) -> Tally {
    let [first, second] = [first, second].map(LinearEval::new);
    let mut tally = Tally::default();
    for number in 0..pairs {
        let [one, other] = play_pair([&first, &second], depth, seed.into(), number);
        tally.add_pair(one, other);
    }
    tally
}
