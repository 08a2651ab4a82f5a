// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab tables`: the four replacement schemes at different table sizes.

use super::common::{ChartArgs, Column, DEEPEST, GameName, Sender, Table, end, for_game, run_job, rung};
use crate::{Measurement, MemorySettings, Scheme, Subject, sample_positions};
use chuhe_console::failure::CommandResult;
use chuhe_console::interrupt::Parts;
use chuhe_console::number;
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use std::io::{self, Write as _};
use xiangqi::types::{Language, text};

/// Compare the replacement schemes at different table sizes
#[derive(clap::Args)]
#[command(after_help = "\
Prints the nodes of iterative deepening on sample positions for each table size and replacement scheme. The schemes keep the newer position \
(always); the newer one if it was searched at least as deep (deeper); the deeper and the newer one (two-tier); all but the shallowest \
of four (groups).

Example:
  chuhe lab tables --game xiangqi --depth 3 --svg tables.svg")]
pub struct TablesArgs {
    /// Game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = number::<u32>(1..=i64::from(DEEPEST)))]
    depth: u32,
    /// Base-2 logarithm of the slots of the smallest table
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u32>(2..=24))]
    from: u32,
    /// Base-2 logarithm of the slots of the largest table
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u32>(2..=24))]
    to: u32,
    /// Number of sample positions
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<u16>(1..=1000))]
    count: u16,
    /// Seed of the sample positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>(0..))]
    seed: u64,
    #[command(flatten)]
    chart: ChartArgs,
}

const COLUMNS: [Column<'static>; 5] =
    [("slots", 5), ("always", 11), ("deeper", 11), ("two-tier", 11), ("groups", 11)];

pub fn run(args: &TablesArgs, language: Language) -> CommandResult {
    for_game!(args.game, tables(args, language))
}

/// The logarithm of the number of slots, and the nodes with each scheme.
type Row = (u32, [u64; 4]);

fn tables<G: Subject>(args: &TablesArgs, language: Language) -> CommandResult {
    let rung = rung::<G>("deepening")?;
    let name = rung.name;
    let chart = args.chart.open()?;
    let (depth, count) = (args.depth, args.count);
    let mut positions: Vec<G> = sample_positions(count.into(), args.seed);
    let sizes = args.from..=args.to.max(args.from);
    let total = sizes.clone().count();
    let title = text!(
        language,
        "nodes of {name} for {count} positions of {game}, {depth} plies deep",
        "{name}搜索{chinese}的{count}个局面的节点数，深{depth}步",
        game = G::NAME,
        chinese = G::CHINESE,
    );
    writeln!(io::stdout(), "{title}\n")?;
    let table = Table::begin(language, &COLUMNS)?;
    let work = move |sender: &Sender<Row>| {
        for (index, bits) in sizes.enumerate() {
            let row = Scheme::ALL.map(|scheme| {
                let done = index * Scheme::ALL.len() + scheme as usize;
                let mut algorithm =
                    rung.algorithm(MemorySettings { scheme, bits, ..MemorySettings::default() });
                let place = |position| {
                    text!(
                        language,
                        "2^{bits} slots, {name}, position {number} of {count}",
                        "2^{bits}槽，{name}，第{number}个局面，共{count}个",
                        name = scheme.name(),
                        number = position + 1,
                    )
                };
                let measurement = Measurement::new(&mut *algorithm, &mut positions, depth, |position| {
                    sender.at(done, place(position));
                });
                measurement.tally.nodes
            });
            sender.send((bits, row));
        }
    };
    let mut rows = Vec::new();
    let is_finished = run_job(total * Scheme::ALL.len(), work, |(bits, row)| {
        rows.push((bits, row));
        table.row([format!("2^{bits}")].into_iter().chain(row.map(|nodes| nodes.to_string())))
    })?;
    chart.write(|| svg(&rows, format!("Nodes of {name} on {}, {depth} plies deep", G::NAME)))?;
    end(is_finished, rows.len(), total, Parts::Sizes)
}

fn svg(rows: &[Row], title: String) -> String {
    let line = |scheme: Scheme| {
        let point = |(bits, row): &Row| ((*bits).into(), row[scheme as usize] as f64);
        Series::new(scheme.name(), rows.iter().map(point))
    };
    let chart = Chart {
        title,
        x: Axis { label: "slots", scale: Scale::Exponents(2) },
        y: Axis { label: "nodes", scale: Scale::Linear },
        series: Scheme::ALL.map(line).into(),
    };
    charts::svg(&[chart], &[])
}
