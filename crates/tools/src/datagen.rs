// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe datagen`: plays self-play games to learn from, or prints statistics of game files.

use super::failure::{CommandResult, Failure, Place, warn};
use super::options::{NetworkArgs, threads};
use super::output::refuse_standard;
use super::progress::{keep_ticking, style};
use super::{files, interrupt};
use chuhe_console::number;
use chuhe_learn::dataset::{DataFilter, SampleSelector};
use chuhe_learn::{
    DatagenConfig, GameFileError, GameReader, GameWriter, SelfPlayGame, SelfPlayTermination, StartKind,
    generate,
};
use clap::ValueEnum;
use indicatif::ProgressBar;
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use xiangqi::openings::OpeningLine;
use xiangqi::position::Position;
use xiangqi::rules::{self, NATURAL_LIMIT, RuleSet};
use xiangqi::types::{Bilingual, Color, bilingual};

/// The maximum length of a line of a book.
const MAX_BOOK_PLIES: usize = 100;

/// Generate training data: append self-play games to a file
#[derive(clap::Args)]
#[command(
    group(clap::ArgGroup::new("amount").args(["games", "positions"])),
    group(clap::ArgGroup::new("task").args(["out", "info"]).required(true)),
    after_help = "\
Each game is written when it is over: an interrupted run loses only the games in progress. Running the same command again, \
with the same seed, appends the same number of new games. To spread the work over machines, \
give each its own seed and file.

A book is a file of openings in the formats of `match`; each game continues from one of them with some random moves.

Games from openings alone hardly show a network an unusual balance of material. `--start imbalance` first takes one to four random \
pieces from each side, as far as it has them; `--start ending` puts one to three attacking pieces a side, with some advisors and \
elephants, on random squares of an empty board.

Examples:
  chuhe datagen --out self.games --games 1000 --nodes 5000 --threads 2 --seed 1
  chuhe datagen --out endings.games --positions 1000000 --start ending --seed 2
  chuhe datagen --info self.games"
)]
pub struct DatagenArgs {
    /// File to append the games to
    #[arg(long, value_name = "FILE", requires = "amount")]
    out: Option<PathBuf>,
    /// Number of games to play
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..))]
    games: Option<u32>,
    /// Play games until this many positions have been searched
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    positions: Option<u64>,
    /// Target average of nodes per move (soft limit between iterations, hard limit at four times N)
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = number::<u32>(1..))]
    nodes: u32,
    /// Number of games to play in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,
    /// Random seed; different seeds play different games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..))]
    seed: u64,
    /// Kind of positions that games start from
    #[arg(long, value_name = "KIND", value_enum, default_value_t = StartName::Opening)]
    start: StartName,
    /// Start from the openings in this file instead of the initial position
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    network: NetworkArgs,
    /// Score positions without rule60 damping, so that a score does not depend on the plies since the last
    /// capture
    #[arg(long)]
    no_rule60_damping: bool,
    /// Print the number of games, positions and results in these files instead
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["amount", "book", "evalfile", "no_rule60_damping", "start"])]
    info: Vec<PathBuf>,
}

pub fn run(args: &DatagenArgs) -> CommandResult {
    match &args.out {
        Some(path) => append(args, path),
        None => describe(&args.info),
    }
}

/// The names of [`StartKind`].
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StartName {
    /// Some random moves
    Opening,
    /// Pieces taken off, then some random moves
    Imbalance,
    /// Few pieces on random squares
    Ending,
}

impl From<StartName> for StartKind {
    fn from(name: StartName) -> Self {
        match name {
            StartName::Opening => Self::Opening,
            StartName::Imbalance => Self::Imbalance,
            StartName::Ending => Self::Ending,
        }
    }
}

#[derive(Default)]
struct Progress {
    games: u32,
    positions: u64,
    bytes: usize,
    /// Red's wins, draws and Black's wins.
    results: [u32; 3],
}

impl Progress {
    fn add(&mut self, game: &SelfPlayGame, bytes: usize) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.bytes += bytes;
        let result = match game.winner {
            Some(Color::Red) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        self.results[result] += 1;
    }
}

fn append(args: &DatagenArgs, path: &Path) -> CommandResult {
    refuse_standard("--out", path)?;
    if args.start == StartName::Ending && args.book.is_some() {
        return Err(Failure::Input(bilingual!(
            "--book: cannot be used with --start ending, which puts pieces on an empty board",
            "--book：不能与 --start ending 同用，后者在空棋盘上放置棋子"
        )));
    }
    let book = args.book.as_deref().map(read_book).transpose()?.unwrap_or_default();
    let config = DatagenConfig {
        start: args.start.into(),
        book,
        network: args.network.network(),
        rule60_damping: !args.no_rule60_damping,
        ..DatagenConfig::new(args.seed, args.nodes)
    };
    // Two runs would play the same games, and take the incomplete records of each other for damage.
    let _reserved = files::reserve(path)?;
    let mut played = HashSet::new();
    let mut writer = GameWriter::open(path, |game| match game {
        Ok(game) if game.seed == config.seed => _ = played.insert(game.number),
        Ok(_) => {}
        Err(error) => warn(error),
    })
    .map_err(Bilingual::from)?;
    let wanted = args.games.map_or(usize::MAX, |games| games as usize);
    let numbers = (0..=u32::MAX).filter(|number| !played.contains(number)).take(wanted);

    interrupt::watch(|| ());
    let bar = Bar::new(args);
    let start = Instant::now();
    let mut done = Progress::default();
    let mut failure = None;
    generate(&config, args.threads.into(), numbers, interrupt::is_pressed, |game| {
        match writer.append(&game) {
            Ok(bytes) => done.add(&game, bytes),
            Err(error) => failure = Some(Failure::Job(error.into())),
        }
        bar.show(&done);
        let is_enough = args.positions.is_some_and(|positions| done.positions >= positions);
        if is_enough || failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure);
    }
    summarize(&done, start.elapsed())?;
    let is_done = match args.positions {
        Some(positions) => done.positions >= positions,
        None => done.games as usize >= wanted,
    };
    if !is_done && interrupt::is_pressed() {
        let games = done.games;
        return Err(Failure::Job(bilingual!("interrupted: {games} games done", "已中断：完成{games}局")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints the summary of a finished run.
fn summarize(done: &Progress, time: Duration) -> io::Result<()> {
    let [red, drawn, black] = done.results;
    let mut out = io::stdout().lock();
    writeln!(out, "games {}: red won {red}, drawn {drawn}, black won {black}", done.games)?;
    writeln!(out, "positions {} in {} bytes", done.positions, done.bytes)?;
    let seconds = time.as_secs_f64();
    writeln!(out, "time {seconds:.1} s, {:.1} positions/s", per_second(done.positions, time))
}

fn per_second(positions: u64, time: Duration) -> f64 {
    positions as f64 / time.as_secs_f64().max(1e-6)
}

/// The progress bar on standard error; it is shown only on a terminal.
struct Bar {
    bar: ProgressBar,
    counts_games: bool,
}

impl Bar {
    fn new(args: &DatagenArgs) -> Self {
        let (length, unit) = match (args.games, args.positions) {
            (Some(games), _) => (u64::from(games), "games"),
            (None, positions) => (positions.unwrap_or_default(), "positions"),
        };
        let template =
            format!("{{elapsed_precise}} {{wide_bar}} {{pos}}/{{len}} {unit} {{msg}} (eta {{eta}})");
        let bar = ProgressBar::new(length).with_style(style(&template));
        keep_ticking(&bar, Duration::from_millis(500));
        Self { bar, counts_games: args.games.is_some() }
    }

    fn show(&self, done: &Progress) {
        self.bar.set_position(if self.counts_games { done.games.into() } else { done.positions });
        self.bar.set_message(format!("{:.0} positions/s", per_second(done.positions, self.bar.elapsed())));
    }
}

/// Reads the positions of a book, with the moves that lead to them as their history.
pub fn read_book(path: &Path) -> Result<Vec<Position>, Bilingual> {
    let openings = OpeningLine::read_all(&files::read(path)?).at(path.display())?;
    openings.iter().map(|opening| book_position(opening).at(path.display())).collect()
}

fn book_position(OpeningLine { start, moves, .. }: &OpeningLine) -> Result<Position, Bilingual> {
    let mut position = start.clone();
    for &mv in moves {
        position.play_unchecked(mv);
    }
    if moves.len() > MAX_BOOK_PLIES {
        return Err(bilingual!(
            "an opening of more than {MAX_BOOK_PLIES} moves: '{position}'",
            "开局超过{MAX_BOOK_PLIES}着：“{position}”"
        ));
    }
    if let Some(outcome) = rules::GameOutcome::of(&position, RuleSet::default(), Some(NATURAL_LIMIT)) {
        return Err(bilingual!("the game is over ({outcome}) in '{position}'", "“{position}”中对局已结束"));
    }
    Ok(position)
}

/// Upper bounds of the score ranges of the histogram.
const RANGES: [i32; 6] = [50, 150, 300, 600, 1200, i32::MAX];

struct Survey {
    selector: SampleSelector,
    games: u64,
    /// Game numbers by seed, to count duplicates.
    numbers: BTreeMap<u64, HashSet<u32>>,
    positions: u64,
    bytes: u64,
    /// Red's wins, draws and Black's wins.
    results: [u64; 3],
    terminations: [u64; SelfPlayTermination::ALL.len()],
    /// Number of samples in each score range.
    histogram: [u64; RANGES.len()],
}

/// Prints the statistics of the files.
fn describe(paths: &[PathBuf]) -> CommandResult {
    let mut survey = Survey {
        selector: SampleSelector::new(DataFilter::default()),
        games: 0,
        numbers: BTreeMap::new(),
        positions: 0,
        bytes: 0,
        results: [0; 3],
        terminations: [0; SelfPlayTermination::ALL.len()],
        histogram: [0; RANGES.len()],
    };
    for path in paths {
        survey.read(path).map_err(|error| Failure::Input(error.into()))?;
    }
    survey.print()?;
    Ok(ExitCode::SUCCESS)
}

impl Survey {
    fn read(&mut self, path: &Path) -> Result<(), GameFileError> {
        let mut reader = GameReader::open(path)?;
        for game in reader.by_ref() {
            match game {
                Ok(game) if self.add(&game).is_some() => {}
                Ok(game) => warn(GameFileError::illegal(path, &game)),
                Err(error) if error.is_fatal() => return Err(error),
                Err(error) => warn(error),
            }
        }
        self.bytes += reader.offset();
        Ok(())
    }

    /// Counts a game; `None` if it has an illegal move.
    fn add(&mut self, game: &SelfPlayGame) -> Option<()> {
        let mut histogram = self.histogram;
        self.selector.select(game, |sample| {
            let range = RANGES.iter().position(|&end| sample.score.abs() < end);
            histogram[range.unwrap_or(RANGES.len() - 1)] += 1;
        })?;
        self.histogram = histogram;
        self.games += 1;
        self.numbers.entry(game.seed).or_default().insert(game.number);
        self.positions += game.moves.len() as u64;
        self.results[game.winner.map_or(1, |winner| if winner == Color::Red { 0 } else { 2 })] += 1;
        self.terminations[game.termination.code()] += 1;
        Some(())
    }

    fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let [red, drawn, black] = self.results.map(|count| counted(count, self.games));
        let samples = self.histogram.iter().sum();
        let distinct: u64 = self.numbers.values().map(|numbers| numbers.len() as u64).sum();
        writeln!(out, "games {} ({} duplicates)", self.games, self.games - distinct)?;
        writeln!(out, "seeds {}", self.numbers.len())?;
        writeln!(out, "positions {}", self.positions)?;
        writeln!(out, "positions per game {:.1}", ratio(self.positions, self.games))?;
        writeln!(out, "bytes per position {:.2}", ratio(self.bytes, self.positions))?;
        writeln!(out, "results: red won {red}, drawn {drawn}, black won {black}")?;
        let terminations =
            SelfPlayTermination::ALL.iter().zip(self.terminations).filter(|(_, count)| *count > 0);
        let terminations =
            terminations.map(|(termination, count)| format!("{termination} {}", counted(count, self.games)));
        writeln!(out, "terminations: {}", terminations.collect::<Vec<_>>().join(", "))?;
        writeln!(out, "samples {samples} ({} of positions)", share(samples, self.positions))?;
        let mut low = 0;
        for (end, count) in RANGES.into_iter().zip(self.histogram) {
            let range =
                if end == i32::MAX { format!("{low} or more") } else { format!("{low} to {}", end - 1) };
            writeln!(out, "  scores {range}: {}", share(count, samples))?;
            low = end;
        }
        Ok(())
    }
}

fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * ratio(part, whole))
}

/// `18 (45.0 %)`
fn counted(part: u64, whole: u64) -> String {
    format!("{part} ({})", share(part, whole))
}
