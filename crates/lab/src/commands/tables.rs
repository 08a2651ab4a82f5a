// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab tables`: the four replacement schemes at different table sizes.

use super::common::{
    Column, DEEPEST, GameName, OutputArgs, Sender, columns_in, for_game, print_head, print_row, run_job, rung,
};
use crate::{Measurement, MemorySettings, Scheme, Subject, sample_positions};
use chuhe_console::failure::{CommandResult, Failure};
use chuhe_console::interrupt;
use chuhe_console::number;
use chuhe_display::charts::{self, Axis, Chart, Scale, Series};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;
use xiangqi::types::{Language, bilingual, text};

/// Compare the replacement schemes at different table sizes
#[derive(clap::Args)]
#[command(after_help = "\
Prints the nodes of an algorithm on sample positions for each table size and replacement scheme. The schemes keep the newer position \
(always); the newer one if it was searched at least as deep (deeper); the deeper and the newer one (two-tier); all but the shallowest \
of four (groups).

Example:
  chuhe lab tables --game xiangqi --depth 3 --csv tables.csv --svg tables.svg")]
pub struct TablesArgs {
    /// Game
    #[arg(long, value_enum, default_value = "xiangqi")]
    game: GameName,
    /// Algorithm
    #[arg(long, value_name = "NAME", default_value = "deepening")]
    algorithm: String,
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
    outputs: OutputArgs,
}

const COLUMNS: [Column<'static>; 5] =
    [("slots", 5), ("always", 11), ("deeper", 11), ("two-tier", 11), ("groups", 11)];

/// The first line of the CSV file.
const CSV_HEADER: &str = "slots,scheme,nodes,exact_hits,partial_hits,seconds";

pub fn run(args: &TablesArgs, language: Language) -> CommandResult {
    for_game!(args.game, tables(args, language))
}

fn tables<G: Subject>(args: &TablesArgs, language: Language) -> CommandResult {
    let rung = rung::<G>(&args.algorithm)?;
    let outputs = args.outputs.open(CSV_HEADER)?;
    if !rung.has_table {
        return Err(Failure::Input(bilingual!(
            "--algorithm: {name} has no table whose scheme can be set; try deepening",
            "--algorithm：{name}没有可以设置替换策略的置换表；可用 deepening",
            name = rung.name,
        )));
    }
    let name = rung.name;
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
    let columns = columns_in(language, &COLUMNS);
    print_head(&columns)?;
    let work = move |sender: &Sender<(u32, [Measurement; 4])>| {
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
                Measurement::new(&mut *algorithm, &mut positions, depth, |position| {
                    sender.at(done, place(position));
                })
            });
            sender.send((bits, row));
        }
    };
    let mut rows = Vec::new();
    let is_finished = run_job(total * Scheme::ALL.len(), work, |(bits, row)| {
        let nodes = row.each_ref().map(|measurement| measurement.tally.nodes.to_string());
        rows.push((bits, row));
        let slots = [format!("2^{bits}")];
        print_row(&columns, &slots.into_iter().chain(nodes).collect::<Vec<_>>())
    })?;
    outputs
        .write(|| csv(&rows), || svg(&rows, format!("Nodes of {name} on {}, {depth} plies deep", G::NAME)))?;
    if is_finished {
        Ok(ExitCode::SUCCESS)
    } else {
        Err(interrupt::failure(rows.len(), total, interrupt::Parts::Sizes))
    }
}

fn csv(rows: &[(u32, [Measurement; 4])]) -> String {
    let mut text = format!("{CSV_HEADER}\n");
    for (bits, row) in rows {
        for (scheme, measurement) in Scheme::ALL.into_iter().zip(row) {
            let (tally, seconds) = (&measurement.tally, measurement.time.as_secs_f64());
            let (slots, scheme) = (1_u64 << bits, scheme.name());
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{slots},{scheme},{},{},{},{seconds:.6}",
                tally.nodes, tally.exact_hits, tally.partial_hits
            );
        }
    }
    text
}

fn svg(rows: &[(u32, [Measurement; 4])], title: String) -> String {
    let line = |scheme: Scheme| Series {
        name: scheme.name().to_owned(),
        points: rows
            .iter()
            .map(|(bits, row)| ((*bits).into(), row[scheme as usize].tally.nodes as f64))
            .collect(),
        is_faint: false,
    };
    let chart = Chart {
        title,
        x: Axis { label: "slots", scale: Scale::Exponents(2) },
        y: Axis { label: "nodes", scale: Scale::Linear },
        series: Scheme::ALL.map(line).into(),
    };
    charts::svg(&[chart], &[])
}
