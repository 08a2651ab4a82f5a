// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prints the list of endgame tables of `src/tb/stages.md`: what was built, with numbers:
//!
//! ```sh
//! for balance in KRvK KRvKA KRvKAA; do
//!     /usr/bin/time -a -o times -f "$balance %U %M" chuhe tables build $balance --threads 2 --dir tables
//! done
//! cargo run --release -p chuhe-dev --bin table_list -- tables times
//! ```
//!
//! The arguments are the directory of the tables, and a file with a line for each: balance, processor time in
//! seconds, and the most memory in KiB. Balances given after these are listed alone.
//!
//! The first table sums up the balances by their attackers. In the second, each balance has a line: its
//! placements with one of the sides to move; its legal positions; the share of wins, draws and losses with
//! the stronger side to move and with the other; positions that the rule of perpetual check decides, draws
//! without it; the longest win without that rule in plies, and a position with it; mutual zugzwangs;
//! processor time; memory; and the sizes of both files, before compression (2 and 8 bits a placement) and
//! after.

use chuhe::tb::{Balance, Results, Statistics, Tablebase};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::io::{self, Write};

/// The effort of building: processor time in seconds, memory in KiB.
#[derive(Clone, Copy, Default)]
struct Effort {
    seconds: f64,
    memory: u64,
}

/// A table in numbers.
struct Row {
    balance: Balance,
    statistics: Statistics,
    placements: u64,
    sizes: [u64; 2],
    effort: Effort,
}

/// Sums over the balances with the same number of attackers.
#[derive(Default)]
struct Group {
    tables: usize,
    positions: u64,
    by_rule: u64,
    longest: u16,
    raw: u64,
    sizes: [u64; 2],
    seconds: f64,
    memory: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [directory, times, names @ ..] = words.as_slice() else {
        return Err("arguments: DIR TIMES [BALANCE...]".into());
    };
    let tables = Tablebase::open(&[directory])?;
    let efforts = efforts(&fs::read_to_string(times)?)?;
    let balances = match names {
        [] => tables.balances(),
        names => names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?,
    };
    let mut groups: BTreeMap<(usize, usize), Group> = BTreeMap::new();
    let mut rows = Vec::new();
    for balance in balances {
        let effort = efforts.get(&balance).copied().unwrap_or_default();
        let row = Row::new(&tables, balance, effort)?;
        groups.entry(attackers(balance)).or_default().add(&row);
        rows.push(row.line());
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "| attackers | tables | positions | by rule | longest | before | wdl | dtm | CPU | memory |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")?;
    for ((strong, weak), group) in groups {
        writeln!(out, "{}", group.line(&format!("{strong} against {weak}")))?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "| balance | placements | positions | stronger to move | other to move | by rule | longest | zugzwangs | CPU | MiB | before | wdl | dtm | longest win |"
    )?;
    writeln!(out, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|")?;
    rows.iter().try_for_each(|row| writeln!(out, "{row}"))?;
    Ok(())
}

/// Reads the file of times; of several lines of a balance, the last counts.
fn efforts(text: &str) -> Result<BTreeMap<Balance, Effort>, Box<dyn Error>> {
    let effort = |line: &str| {
        let fields: Vec<_> = line.split_whitespace().collect();
        let [balance, seconds, memory] = fields[..] else { return Err(format!("not a time: {line}").into()) };
        Ok((balance.parse()?, Effort { seconds: seconds.parse()?, memory: memory.parse()? }))
    };
    text.lines().map(effort).collect()
}

/// Returns the number of attackers of both sides.
fn attackers(balance: Balance) -> (usize, usize) {
    let name = balance.to_string();
    let (strong, weak) = name.split_once('v').unwrap_or_default();
    let count = |side: &str| side.chars().filter(|letter| "RCNP".contains(*letter)).count();
    (count(strong), count(weak))
}

impl Row {
    fn new(tables: &Tablebase, balance: Balance, effort: Effort) -> Result<Self, Box<dyn Error>> {
        let table = tables.table(balance)?;
        let placements = 2 * table.index().size() as u64;
        let sizes = tables.sizes(balance)?;
        Ok(Self { balance, statistics: Statistics::new(&table), placements, sizes, effort })
    }

    fn positions(&self) -> u64 {
        self.statistics.results.iter().map(Results::positions).sum()
    }

    fn by_rule(&self) -> u64 {
        self.statistics.results.iter().map(|results| results.by_rule).sum()
    }

    fn longest(&self) -> (u16, String) {
        let longest = self.statistics.results.iter().filter_map(|results| results.longest.as_ref());
        let longest = longest.max_by_key(|(plies, _)| *plies);
        longest.map_or_else(Default::default, |(plies, position)| {
            let fen = position.to_fen();
            let words: Vec<_> = fen.split(' ').take(2).collect();
            (*plies, format!("`{}`", words.join(" ")))
        })
    }

    /// Returns the bytes of both files before compression.
    fn raw(&self) -> u64 {
        self.placements.div_ceil(4) + self.placements
    }

    fn line(&self) -> String {
        let [strong, weak] = self.statistics.results.each_ref().map(shares);
        let (longest, position) = self.longest();
        let [wdl, dtm] = self.sizes;
        format!(
            "| {} | {} | {} | {strong} | {weak} | {} | {longest} | {} | {:.1} | {} | {} | {wdl} | {dtm} | {position} |",
            self.balance,
            self.placements,
            self.positions(),
            self.by_rule(),
            self.statistics.mutual_zugzwangs,
            self.effort.seconds,
            self.effort.memory >> 10,
            self.raw(),
        )
    }
}

impl Group {
    fn add(&mut self, row: &Row) {
        self.tables += 1;
        self.positions += row.positions();
        self.by_rule += row.by_rule();
        self.longest = self.longest.max(row.longest().0);
        self.raw += row.raw();
        self.sizes = [0, 1].map(|at| self.sizes[at] + row.sizes[at]);
        self.seconds += row.effort.seconds;
        self.memory = self.memory.max(row.effort.memory);
    }

    fn line(&self, name: &str) -> String {
        let Self { tables, positions, by_rule, longest, .. } = self;
        let [raw, wdl, dtm] = [self.raw, self.sizes[0], self.sizes[1]].map(megabytes);
        format!(
            "| {name} | {tables} | {positions} | {by_rule} | {longest} | {raw} | {wdl} | {dtm} | {:.0} s | {} MiB |",
            self.seconds,
            self.memory >> 10,
        )
    }
}

fn shares(results: &Results) -> String {
    let percent = |count: u64| 100.0 * count as f64 / results.positions().max(1) as f64;
    let [wins, draws, losses] = [results.wins, results.draws, results.losses].map(percent);
    format!("{wins:.1} / {draws:.1} / {losses:.1}")
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
