// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab td-leaf`: xiangqi learned from nothing, against the supervised recipe.

use super::texel::for_red;
use crate::failure::{CommandResult, Failure};
use crate::interrupt::Parts;
use chuhe_arena::Tally;
use chuhe_console::{fraction, number};
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use chuhe_lab::commands::common::{ChartArgs, Column, Sender, Table, end, run_job};
use chuhe_lab::td_leaf::{
    Learner, LinearEval, Method, WEIGHTS, count_pieces, fit, linear, piece_values, play_pair, textbook,
};
use chuhe_lab::textbook::texel::{Examples, TexelConfig};
use chuhe_learn::dataset::{DataFilter, SampleSelector};
use chuhe_learn::{DatagenConfig, SelfPlayGame, generate};
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use xiangqi::types::{Language, PieceKind, text};

/// Learn xiangqi from nothing by TD-leaf, and by fits to results
#[derive(clap::Args)]
#[command(after_help = "\
Every learner begins with weights of zero: one for each kind of piece, and one for each kind on each square. TD-leaf changes them after \
each game of self-play; `results` fits them to the results of all its games so far, each time their number has grown by half, and before each test; \
`engine` fits them as Texel tuning does to as many games of the engine against itself. Points are those against the textbook's piece values, \
with the same search: alpha-beta to the depth, then captures.

Example:
  chuhe lab td-leaf --games 100 --seeds 1 --pairs 20")]
pub struct TdLeafArgs {
    /// Number of games to learn from
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<u32>(10..=1_000_000))]
    games: u32,
    /// Number of seeds, from 0
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u32>(1..=64))]
    seeds: u32,
    /// Values of lambda, separated by commas
    #[arg(long, value_name = "X", value_delimiter = ',', default_value = "0,0.7,1", value_parser = fraction::<f64>)]
    lambdas: Vec<f64>,
    /// Learning rate of TD-leaf
    #[arg(long, value_name = "X", default_value_t = 0.01, value_parser = fraction::<f64>)]
    alpha: f64,
    /// Depth of all searches in plies, without captures
    #[arg(long, value_name = "PLIES", default_value_t = 2, value_parser = number::<i32>(1..=6))]
    depth: i32,
    /// Pairs of games in each match, for each seed
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = number::<u32>(1..))]
    pairs: u32,
    /// Average nodes per move of the engine's games
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(1..))]
    nodes: u32,
    #[command(flatten)]
    chart: ChartArgs,
}

/// A learner of the comparison.
#[derive(Clone, Copy)]
enum Kind {
    SelfPlay(Method),
    Engine,
}

pub fn run(args: &TdLeafArgs, language: Language) -> CommandResult {
    let chart = args.chart.open()?;
    let stages = stages(args.games);
    let learners = learners(args);
    let mut report =
        Report::new(learners.iter().map(|(name, _)| name.clone()).collect(), stages.clone(), language);
    let seeds = usize::try_from(args.seeds).unwrap_or(usize::MAX);
    let total = learners.len() * seeds + couples(learners.len()).count();
    let (seeds, depth, pairs, nodes) = (args.seeds, args.depth, args.pairs, args.nodes);
    let work = move |sender: &Sender<Part>| {
        let mut done = 0;
        let mut weights: Vec<Vec<Vec<f64>>> = Vec::new();
        for (learner, (name, kind)) in learners.iter().enumerate() {
            weights.push(Vec::new());
            for seed in 0..seeds {
                sender.at(done, text!(language, "{name}, seed {seed}", "{name}，种子{seed}"));
                let course = match *kind {
                    Kind::SelfPlay(method) => by_self_play(method, &stages, depth, pairs, seed),
                    Kind::Engine => by_engine(&stages, depth, pairs, seed, nodes),
                };
                weights[learner].push(course.weights.clone());
                sender.send(Part::Course { learner, course });
                done += 1;
            }
        }
        for couple in couples(weights.len()) {
            sender.at(done, language.pick("matches at the end", "最后的比赛").to_owned());
            let [first, second] = couple.map(|learner| &weights[learner]);
            let mut tally = Tally::default();
            for (seed, (one, other)) in (0..seeds).zip(first.iter().zip(second)) {
                tally += play_match(one, other, depth, pairs, seed);
            }
            sender.send(Part::Match { learners: couple, tally });
            done += 1;
        }
    };
    let is_finished = run_job(total, work, |part| {
        report.add(part);
        Ok(())
    })?;
    chart.write(|| report.svg())?;
    if is_finished {
        report.print()?;
    }
    end(is_finished, report.parts(), total, Parts::Trials)
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
    let config = DatagenConfig::new(seed.into(), nodes);
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

/// Fits the weights to games of the engine, as Texel tuning does: quiet positions, with the blend of result
/// and score that it has by default. Returns the weights, and how often a piece stood on the squares of the
/// features.
fn fit_to_engine<'a>(games: impl Iterator<Item = &'a SelfPlayGame>) -> (Vec<f64>, Vec<f64>) {
    let mut selector = SampleSelector::new(DataFilter::for_texel());
    let (mut examples, mut counts) = (Examples::default(), vec![0.0; WEIGHTS]);
    for game in games {
        let is_legal = selector.select(game, |sample| {
            let (result, score) = for_red(&sample);
            count_pieces(&sample.position, &mut counts);
            examples.push(linear(&sample.position), result, score);
        });
        debug_assert!(is_legal.is_some(), "the engine plays legal moves");
    }
    (fit(&examples, TexelConfig::default().wdl_lambda), counts)
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

/// A part of the comparison that has ended.
pub enum Part {
    /// A learner's games with one seed.
    Course { learner: usize, course: Course },
    /// A match between two learners after all their games, over all seeds.
    Match { learners: [usize; 2], tally: Tally },
}

/// A learner after the games of one seed: the match at each stage, and the weights at the end.
pub struct Course {
    pub tallies: Vec<Tally>,
    pub weights: Vec<f64>,
    pub counts: Vec<f64>,
}

/// The parts that have ended.
pub struct Report {
    learners: Vec<Learned>,
    /// The numbers of games after which learners are tested.
    stages: Vec<u32>,
    language: Language,
    matches: Vec<([usize; 2], Tally)>,
}

/// A learner with its seeds.
struct Learned {
    name: String,
    courses: Vec<Course>,
}

impl Report {
    /// Creates a report without results.
    pub fn new(names: Vec<String>, stages: Vec<u32>, language: Language) -> Self {
        let learners = names.into_iter().map(|name| Learned { name, courses: Vec::new() }).collect();
        Self { learners, stages, language, matches: Vec::new() }
    }

    /// Adds a part.
    pub fn add(&mut self, part: Part) {
        match part {
            Part::Course { learner, course } => self.learners[learner].courses.push(course),
            Part::Match { learners, tally } => self.matches.push((learners, tally)),
        }
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.matches.len() + self.learners.iter().map(|learner| learner.courses.len()).sum::<usize>()
    }

    /// Prints all tables.
    pub fn print(&self) -> Result<(), Failure> {
        self.print_points()?;
        self.print_matches()?;
        self.print_pieces()
    }

    /// Prints the points against the textbook's values after each number of games, over all seeds.
    fn print_points(&self) -> Result<(), Failure> {
        let heading = |stage: &u32| text!(self.language, "{stage} games", "{stage}局");
        let headings: Vec<String> = self.stages.iter().map(heading).collect();
        let columns: Vec<Column<'_>> = [("learner", 14)]
            .into_iter()
            .chain(headings.iter().map(|heading| (heading.as_str(), 10)))
            .chain([("Elo at the end", 18)])
            .collect();
        let table = Table::begin(self.language, &columns)?;
        for learner in &self.learners {
            let totals = learner.totals(self.stages.len());
            let points = totals.iter().map(points);
            let end = totals.last().map(elo).unwrap_or_default();
            table.row([learner.name.clone()].into_iter().chain(points).chain([end]))?;
        }
        Ok(())
    }

    /// Prints the matches of the learners against each other at the end.
    fn print_matches(&self) -> Result<(), Failure> {
        const COLUMNS: [Column<'_>; 5] =
            [("match at the end", 30), ("games", 6), ("W-D-L", 12), ("points", 8), ("Elo", 18)];
        writeln!(io::stdout())?;
        let table = Table::begin(self.language, &COLUMNS)?;
        for (learners, tally) in &self.matches {
            let [first, second] = learners.map(|learner| &self.learners[learner].name);
            table.row([
                format!("{first} - {second}"),
                tally.games().to_string(),
                tally.to_string(),
                points(tally),
                elo(tally),
            ])?;
        }
        Ok(())
    }

    /// Prints the learned values of pieces, a rook being 9.
    fn print_pieces(&self) -> Result<(), Failure> {
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
        let table = Table::begin(self.language, &columns)?;
        for learner in &self.learners {
            let mut values = [0.0; PieceKind::ALL.len()];
            for course in &learner.courses {
                let one = piece_values(&course.weights, &course.counts);
                values.iter_mut().zip(one).for_each(|(sum, value)| *sum += value);
            }
            let unit = values[PieceKind::Rook] / 9.0;
            let cells = KINDS.map(|(kind, _)| format!("{:.2}", values[kind] / unit));
            table.row([learner.name.clone()].into_iter().chain(cells))?;
        }
        Ok(())
    }

    /// Draws the points against the textbook's values by games, over all seeds.
    pub fn svg(&self) -> String {
        let line = |learner: &Learned| {
            let totals = self.stages.iter().zip(learner.totals(self.stages.len()));
            let played = totals.filter(|(_, total)| total.games() > 0);
            let points = played.map(|(&stage, total)| (f64::from(stage), 100.0 * total.score()));
            Series::new(learner.name.clone(), points)
        };
        let chart = Chart {
            title: "Against the textbook's piece values".to_owned(),
            x: Axis { label: "games", scale: Scale::Log },
            y: Axis { label: "points in %", scale: Scale::Linear },
            series: self.learners.iter().map(line).collect(),
        };
        charts::svg(&[chart], &[])
    }
}

impl Learned {
    /// Adds up the matches of all seeds, stage by stage.
    fn totals(&self, stages: usize) -> Vec<Tally> {
        let mut totals = vec![Tally::default(); stages];
        for course in &self.courses {
            totals.iter_mut().zip(&course.tallies).for_each(|(total, &tally)| *total += tally);
        }
        totals
    }
}

fn points(tally: &Tally) -> String {
    format!("{:.1} %", 100.0 * tally.score())
}

fn elo(tally: &Tally) -> String {
    tally.elo().map(|elo| elo.to_string()).unwrap_or_default()
}
