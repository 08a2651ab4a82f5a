// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab td-leaf`: xiangqi learned from nothing, against the supervised recipe.

use super::args::OutputArgs;
use super::job;
use super::markdown::{Column, print_head, print_row};
use crate::arena::Tally;
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::interrupt;
use crate::cli::options::fraction;
use crate::eval::Network;
use crate::learn::td_leaf::{Learner, LinearEval, Method, fit_to_engine, piece_values, play_pair, textbook};
use crate::learn::{DatagenConfig, StartKind, generate};
use crate::render::charts::{self, Axis, Chart, Scale, Series};
use crate::types::PieceKind;
use clap::value_parser;
use std::fmt::Write as _;
use std::io::{self, Write as _};
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

/// The first line of the CSV file.
const CSV_HEADER: &str = "learner,seed,games,wins,draws,losses,points";

/// A learner of the comparison.
#[derive(Clone, Copy)]
enum Kind {
    SelfPlay(Method),
    Engine,
}

/// The progress of a learner with one seed: the match at each stage, and the weights at the end.
struct Course {
    learner: usize,
    seed: u32,
    tallies: Vec<Tally>,
    weights: Vec<f64>,
    counts: Vec<f64>,
}

pub fn run(args: &TdLeafArgs) -> CommandResult {
    let outputs = args.outputs.open(CSV_HEADER)?;
    let stages = stages(args.games);
    let learners = learners(args);
    let names: Vec<String> = learners.iter().map(|(name, _)| name.clone()).collect();
    let total = learners.len() * usize::try_from(args.seeds).unwrap_or(usize::MAX);
    let (seeds, depth, pairs, nodes) = (args.seeds, args.depth, args.pairs, args.nodes);
    let work_stages = stages.clone();
    let work = move |sender: &job::Sender<Course>| {
        for (learner, (name, kind)) in learners.iter().enumerate() {
            for seed in 0..seeds {
                let done = learner * usize::try_from(seeds).unwrap_or(0) + usize::try_from(seed).unwrap_or(0);
                sender.at(done, format!("{name}, seed {seed}"));
                let (tallies, weights, counts) = match *kind {
                    Kind::SelfPlay(method) => by_self_play(method, &work_stages, depth, pairs, seed),
                    Kind::Engine => by_engine(&work_stages, depth, pairs, seed, nodes),
                };
                sender.send(Course { learner, seed, tallies, weights, counts });
            }
        }
    };
    let mut courses: Vec<Course> = Vec::new();
    let is_finished = job::run(total, work, |course| {
        courses.push(course);
        Ok(())
    })?;
    if is_finished {
        print_points(&names, &courses, &stages)?;
        print_matches(&names, &courses, args)?;
        print_pieces(&names, &courses)?;
    }
    outputs.write(|| csv(&names, &courses, &stages), || svg(&names, &courses, &stages))?;
    if is_finished {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(interrupt::failure(courses.len(), total, interrupt::Parts::Trials))
    }
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

type Progress = (Vec<Tally>, Vec<f64>, Vec<f64>);

fn by_self_play(method: Method, stages: &[u32], depth: i32, pairs: u32, seed: u32) -> Progress {
    let mut learner = Learner::new(method, depth, seed.into());
    let mut played = 0;
    let test = |&stage: &u32| {
        (played..stage).for_each(|_| learner.play_game());
        played = stage;
        learner.finish();
        play_match(learner.weights(), &textbook(), depth, pairs, seed)
    };
    let tallies = stages.iter().map(test).collect();
    (tallies, learner.weights().to_vec(), learner.counts().to_vec())
}

fn by_engine(stages: &[u32], depth: i32, pairs: u32, seed: u32, nodes: u32) -> Progress {
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
    (tallies, weights, counts)
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

/// Adds up matches.
fn sum<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Tally {
    tallies.fold(Tally::default(), |mut sum, tally| {
        sum.wins += tally.wins;
        sum.draws += tally.draws;
        sum.losses += tally.losses;
        sum.pairs.iter_mut().zip(tally.pairs).for_each(|(sum, pairs)| *sum += pairs);
        sum
    })
}

/// The courses of a learner.
fn of(courses: &[Course], learner: usize) -> impl Iterator<Item = &Course> + Clone {
    courses.iter().filter(move |course| course.learner == learner)
}

/// Prints the points against the textbook's values after each number of games, over all seeds.
fn print_points(names: &[String], courses: &[Course], stages: &[u32]) -> Result<(), Failure> {
    let headings: Vec<String> = stages.iter().map(|stage| format!("{stage} games")).collect();
    let columns: Vec<Column<'_>> = [("learner", 14)]
        .into_iter()
        .chain(headings.iter().map(|heading| (heading.as_str(), 10)))
        .chain([("Elo at the end", 18)])
        .collect();
    print_head(&columns)?;
    for (learner, name) in names.iter().enumerate() {
        let totals: Vec<Tally> = (0..stages.len())
            .map(|stage| sum(of(courses, learner).map(|course| &course.tallies[stage])))
            .collect();
        let points = totals.iter().map(|total| format!("{:.1} %", 100.0 * total.score()));
        let end = totals.last().map(elo).unwrap_or_default();
        let cells: Vec<String> = [name.clone()].into_iter().chain(points).chain([end]).collect();
        print_row(&columns, &cells)?;
    }
    Ok(())
}

fn elo(tally: &Tally) -> String {
    tally.elo().map(|elo| elo.to_string()).unwrap_or_default()
}

/// Prints the matches of the learners against each other at the end.
fn print_matches(names: &[String], courses: &[Course], args: &TdLeafArgs) -> Result<(), Failure> {
    const COLUMNS: [Column<'_>; 5] =
        [("match at the end", 30), ("games", 6), ("W-D-L", 12), ("points", 8), ("Elo", 18)];
    writeln!(io::stdout())?;
    print_head(&COLUMNS)?;
    for (first, second) in (0..names.len()).flat_map(|second| (0..second).map(move |first| (first, second))) {
        let of_seed = of(courses, first)
            .zip(of(courses, second))
            .map(|(one, other)| play_match(&one.weights, &other.weights, args.depth, args.pairs, one.seed));
        let total = sum(of_seed.collect::<Vec<_>>().iter());
        let cells = [
            format!("{} - {}", names[first], names[second]),
            total.games().to_string(),
            total.to_string(),
            format!("{:.1} %", 100.0 * total.score()),
            elo(&total),
        ];
        print_row(&COLUMNS, &cells)?;
    }
    Ok(())
}

/// Prints the learned values of pieces, a rook being 9.
fn print_pieces(names: &[String], courses: &[Course]) -> Result<(), Failure> {
    const KINDS: [(PieceKind, &str); 6] = [
        (PieceKind::Rook, "rook"),
        (PieceKind::Cannon, "cannon"),
        (PieceKind::Horse, "horse"),
        (PieceKind::Elephant, "elephant"),
        (PieceKind::Advisor, "advisor"),
        (PieceKind::Pawn, "pawn"),
    ];
    let columns: Vec<Column<'_>> =
        [("value, rook = 9", 16)].into_iter().chain(KINDS.map(|(_, name)| (name, 9))).collect();
    writeln!(io::stdout())?;
    print_head(&columns)?;
    for (learner, name) in names.iter().enumerate() {
        let mut values = [0.0; PieceKind::ALL.len()];
        for course in of(courses, learner) {
            let one = piece_values(&course.weights, &course.counts);
            values.iter_mut().zip(one).for_each(|(sum, value)| *sum += value);
        }
        let unit = values[PieceKind::Rook] / 9.0;
        let cells = KINDS.map(|(kind, _)| format!("{:.2}", values[kind] / unit));
        print_row(&columns, &[vec![name.clone()], cells.to_vec()].concat())?;
    }
    Ok(())
}

fn csv(names: &[String], courses: &[Course], stages: &[u32]) -> String {
    let mut text = format!("{CSV_HEADER}\n");
    for course in courses {
        for (stage, tally) in stages.iter().zip(&course.tallies) {
            let Tally { wins, draws, losses, .. } = tally;
            let (name, seed) = (&names[course.learner], course.seed);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name},{seed},{stage},{wins},{draws},{losses},{:.4}", tally.score());
        }
    }
    text
}

/// Points by games, over all seeds.
fn svg(names: &[String], courses: &[Course], stages: &[u32]) -> String {
    let line = |(learner, name): (usize, &String)| Series {
        name: name.clone(),
        points: stages
            .iter()
            .enumerate()
            .map(|(index, &stage)| {
                let total = sum(of(courses, learner).filter_map(|course| course.tallies.get(index)));
                (f64::from(stage), 100.0 * total.score())
            })
            .collect(),
        is_faint: false,
    };
    let chart = Chart {
        title: "Against the textbook's piece values".to_owned(),
        x: Axis { label: "games", scale: Scale::Log },
        y: Axis { label: "points in %", scale: Scale::Linear },
        series: names.iter().enumerate().map(line).collect(),
    };
    charts::svg(&[chart], &[])
}
