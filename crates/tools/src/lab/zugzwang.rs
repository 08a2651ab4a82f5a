// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab zugzwang`: how often the null move is wrong, by material.

use crate::failure::CommandResult;
use crate::interrupt::Parts;
use chuhe_arena::wilson_interval;
use chuhe_console::number;
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use chuhe_lab::commands::common::{ChartArgs, Column, Sender, Table, end, run_job};
use chuhe_learn::DatagenConfig;
use chuhe_learn::zugzwang::{Army, Failure, Probe, Prober, sample};
use std::io::{self, Write as _};
use xiangqi::types::{Language, bilingual, text};

/// Sample where in xiangqi the null move fails
#[derive(clap::Args)]
#[command(after_help = "\
Positions come from self-play games, from openings and from random endings. In each, beta is the static value less the margin. The null \
move `cuts` if the search after passing, reduced by R + 1 plies, holds beta; it `fails` if the moves, searched to the full depth \
without pruning, do not. A failure is `zugzwang` if passing holds beta at equal depth too, and `lost` if the full search finds a \
forced loss. Shares are those of the cuts, failures with their 95 % interval (Wilson).

Example:
  chuhe lab zugzwang --positions 50 --depth 4")]
pub struct ZugzwangArgs {
    /// Number of positions for each class of material
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(1..))]
    positions: u32,
    /// Most games of each kind of start
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = number::<u32>(1..))]
    games: u32,
    /// Average nodes per move of the games
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u32>(1..))]
    nodes: u32,
    /// Number of classes to search, those with the least material
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = number::<u32>(1..=9))]
    classes: u32,
    /// Depth of the full search in plies
    #[arg(long, value_name = "PLIES", default_value_t = 5, value_parser = number::<u32>(2..=20))]
    depth: u32,
    /// Reduction R of the null move, below the depth less 1
    #[arg(long, value_name = "R", default_value_t = 2, value_parser = number::<u32>(0..=18))]
    reduction: u32,
    /// Distance of beta below the static value, in internal units
    #[arg(long, value_name = "VALUE", default_value_t = 100, allow_negative_numbers = true, value_parser = number::<i32>(-5000..=5000))]
    margin: i32,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    chart: ChartArgs,
}

const COLUMNS: [Column<'static>; 7] = [
    ("side to move has", 16),
    ("positions", 9),
    ("null move cuts", 14),
    ("fails", 24),
    ("by 100 or more", 14),
    ("zugzwang", 10),
    ("lost", 10),
];

/// A shortfall from here on is that of a pawn or more.
const PAWN: i32 = 100;

/// The counts of a class.
struct Row {
    army: Army,
    positions: usize,
    cuts: usize,
    failures: Vec<Failure>,
}

impl Row {
    fn count(&self, is_counted: impl Fn(&Failure) -> bool) -> usize {
        self.failures.iter().filter(|failure| is_counted(failure)).count()
    }

    /// All failures, those by a pawn or more, zugzwangs and losses.
    fn counts(&self) -> [usize; 4] {
        [
            self.failures.len(),
            self.count(|failure| failure.shortfall >= PAWN),
            self.count(|failure| failure.is_zugzwang),
            self.count(|failure| failure.is_lost),
        ]
    }
}

pub fn run(args: &ZugzwangArgs, language: Language) -> CommandResult {
    if args.reduction + 1 >= args.depth {
        let error = bilingual!(
            "--reduction {reduction}: must be below the depth less 1",
            "--reduction {reduction}：应小于深度减1",
            reduction = args.reduction
        );
        return Err(crate::failure::Failure::Input(error));
    }
    let chart = args.chart.open()?;
    let config = DatagenConfig::new(args.seed, args.nodes);
    let (games, count) = (args.games, usize::try_from(args.positions).unwrap_or(usize::MAX));
    let (depth, reduction, margin) = (args.depth, args.reduction, args.margin);
    let title = text!(
        language,
        "null move with R = {reduction} against moves at depth {depth}, beta {margin} below the static value",
        "空着（R = {reduction}）与深度{depth}的着法比较，beta 比静态估值低{margin}"
    );
    writeln!(io::stdout(), "{title}\n")?;
    let table = Table::begin(language, &COLUMNS)?;
    let classes = &Army::ALL[..usize::try_from(args.classes).unwrap_or(Army::ALL.len())];
    let work = move |sender: &Sender<Row>| {
        sender.at(0, language.pick("self-play", "自我对弈").to_owned());
        let found = sample(&config, games, count);
        let mut prober = Prober::new(depth, reduction);
        for (index, &army) in classes.iter().enumerate() {
            sender.at(index, army.name(language).to_owned());
            let positions = found.get(&army).map_or(&[][..], Vec::as_slice);
            let mut row = Row { army, positions: positions.len(), cuts: 0, failures: Vec::new() };
            for position in positions {
                let Probe { cuts, failure } = prober.probe(position, prober.static_value(position) - margin);
                row.cuts += usize::from(cuts);
                row.failures.extend(failure);
            }
            sender.send(row);
        }
    };
    let mut rows: Vec<Row> = Vec::new();
    let is_finished = run_job(classes.len(), work, |row| {
        let [failures, large, zugzwangs, lost] = row.counts();
        table.row([
            row.army.name(language).to_owned(),
            row.positions.to_string(),
            share(row.cuts, row.positions),
            with_interval(failures, row.cuts),
            share(large, row.cuts),
            share(zugzwangs, row.cuts),
            share(lost, row.cuts),
        ])?;
        rows.push(row);
        Ok(())
    })?;
    chart.write(|| svg(&rows))?;
    end(is_finished, rows.len(), classes.len(), Parts::Trials)
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn share(part: usize, whole: usize) -> String {
    format!("{part} ({:.1} %)", percent(part, whole))
}

/// A share with its 95 % interval.
fn with_interval(part: usize, whole: usize) -> String {
    let share = percent(part, whole);
    let (low, high) = wilson_interval(share / 100.0, whole.max(1) as f64);
    format!("{part} ({share:.1} %, {:.1}-{:.1})", 100.0 * low, 100.0 * high)
}

/// The shares by class, in the order of the table.
fn svg(rows: &[Row]) -> String {
    let line = |name: &str, column: usize| {
        let share = |row: &Row| percent(row.counts()[column], row.cuts);
        Series::new(name, rows.iter().zip(1_u32..).map(|(row, number)| (number.into(), share(row))))
    };
    let chart = Chart {
        title: "Cuts of the null move that are wrong".to_owned(),
        x: Axis { label: "row of the table", scale: Scale::Whole },
        y: Axis { label: "share of the cuts in %", scale: Scale::Linear },
        series: vec![line("fails", 0), line("by 100 or more", 1), line("zugzwang", 2), line("lost", 3)],
    };
    charts::svg(&[chart], &[])
}
