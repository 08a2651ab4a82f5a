// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab tree`: a small tree, the values and windows of an algorithm on it, and where it cuts.

use super::common::counted;
use crate::INFINITE;
use crate::algorithms::{AlphaBeta, Minimax, Negamax};
use crate::worked::{Cutoff, Searched, Seen, WorkedTree};
use anyhow::Context;
use chuhe_console::failure::{CommandResult, Failure};
use chuhe_console::files;
use clap::ValueEnum;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use xiangqi::diagram::columns;
use xiangqi::types::Value;

/// Show what minimax, negamax and alpha-beta do on a small tree
#[derive(clap::Args)]
#[command(after_help = "\
A leaf is a number, its value for Max, who moves first; a position is an optional name and, in brackets, the positions after its \
moves; `#` begins a comment. Windows and values are Max's, negamax's values those of the side to move. `<=` and `>=` mark a value that \
is only a bound. A cutoff is shallow if the position before has the bound, and deep if it is three or more plies away.

Examples:
  chuhe lab tree positions/trees/shallow.txt
  chuhe lab tree positions/trees/deep.txt --algorithm minimax,negamax")]
pub struct TreeArgs {
    /// File with a tree such as `root( A(6 9 7) B(4 8 5) )`
    file: PathBuf,
    /// Algorithms, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "minimax,negamax,alphabeta")]
    algorithm: Vec<TreeAlgorithm>,
}

/// The algorithms by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TreeAlgorithm {
    Minimax,
    Negamax,
    #[value(name = "alphabeta")]
    AlphaBeta,
}

impl TreeAlgorithm {
    const fn name(self) -> &'static str {
        ["minimax", "negamax", "alphabeta"][self as usize]
    }

    /// Searches the tree and returns what was seen.
    fn watch(self, tree: &mut WorkedTree) -> Vec<Seen> {
        match self {
            Self::Minimax => tree.watch(&mut Minimax),
            Self::Negamax => tree.watch(&mut Negamax),
            Self::AlphaBeta => tree.watch(&mut AlphaBeta),
        };
        tree.seen()
    }

    /// Returns the columns for the algorithm: their headings, then their cells by position.
    fn columns(self, seen: &[Seen]) -> Vec<Vec<String>> {
        let column = |name: &str, cell: &dyn Fn(&Seen) -> String| {
            core::iter::once(name.to_owned()).chain(seen.iter().map(cell)).collect()
        };
        let value = |seen: &Seen| {
            seen.searched.map_or("cut".to_owned(), |searched| {
                if seen.is_leaf { searched.value.to_string() } else { bounded(searched) }
            })
        };
        let exact = |seen: &Seen| seen.searched.map_or(String::new(), |searched| searched.value.to_string());
        let window = |seen: &Seen| {
            seen.searched.map_or(String::new(), |Searched { window: [alpha, beta], .. }| {
                format!("[{}, {}]", bound(alpha), bound(beta))
            })
        };
        let own = |seen: &Seen| {
            let sign = if seen.ply.is_multiple_of(2) { 1 } else { -1 };
            seen.searched.map_or(String::new(), |searched| (sign * searched.value).to_string())
        };
        let cutoff = |at: &Seen| {
            at.searched
                .and_then(|searched| searched.cutoff)
                .map_or(String::new(), |cutoff| explain(seen, at, cutoff))
        };
        match self {
            Self::Minimax => vec![column(self.name(), &exact)],
            Self::Negamax => vec![column(self.name(), &own)],
            Self::AlphaBeta => {
                vec![column("window", &window), column(self.name(), &value), column("", &cutoff)]
            }
        }
    }
}

pub fn run(args: &TreeArgs) -> CommandResult {
    let text = files::read(&args.file)?;
    let parsed = text.parse::<WorkedTree>().with_context(|| args.file.display().to_string());
    let mut tree = parsed.map_err(Failure::Input)?;
    let runs: Vec<(TreeAlgorithm, Vec<Seen>)> =
        args.algorithm.iter().map(|&algorithm| (algorithm, algorithm.watch(&mut tree))).collect();
    let Some((_, shape)) = runs.first() else { return Ok(ExitCode::SUCCESS) };
    let mut table = vec![outline(shape)];
    table.extend(runs.iter().flat_map(|(algorithm, seen)| algorithm.columns(seen)));
    print(&table)?;
    let mut out = io::stdout().lock();
    writeln!(out)?;
    for (algorithm, seen) in &runs {
        let searched = seen.iter().filter(|seen| seen.searched.is_some()).count();
        let leaves = seen.iter().filter(|seen| seen.is_leaf).count();
        let searched_leaves = seen.iter().filter(|seen| seen.is_leaf && seen.searched.is_some()).count();
        let positions = counted(seen.len(), "position");
        let leaves = if leaves == 1 { "1 leaf".to_owned() } else { format!("{leaves} leaves") };
        writeln!(
            out,
            "{}: searched {searched} of {positions}, {searched_leaves} of {leaves}",
            algorithm.name()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the first column: the tree itself.
fn outline(seen: &[Seen]) -> Vec<String> {
    let mut lines = vec!["tree".to_owned()];
    // For each ply, whether the branch there goes on below.
    let mut goes_on: Vec<bool> = Vec::new();
    for Seen { name, ply, is_leaf, is_last, .. } in seen {
        goes_on.truncate(*ply);
        let stems: String =
            goes_on.iter().skip(1).map(|&goes_on| if goes_on { "│  " } else { "   " }).collect();
        let branch = match (ply, is_last) {
            (0, _) => "",
            (_, true) => "└─ ",
            (_, false) => "├─ ",
        };
        goes_on.push(!is_last);
        let side = if ply.is_multiple_of(2) { "Max" } else { "Min" };
        let label = match (is_leaf, name.is_empty()) {
            (true, _) => "leaf".to_owned(),
            (false, true) => side.to_owned(),
            (false, false) => format!("{name} ({side})"),
        };
        lines.push(format!("{stems}{branch}{label}"));
    }
    lines
}

/// Explains a cutoff at a position.
fn explain(seen: &[Seen], at: &Seen, cutoff: Cutoff) -> String {
    let Some(searched) = at.searched else { return String::new() };
    let place = seen.iter().position(|other| core::ptr::eq(other, at)).unwrap_or(0);
    let holder = seen[..place].iter().rev().find(|other| other.ply == cutoff.ply);
    let of = match holder.map(|holder| holder.name.as_str()) {
        Some("") | None => format!("at ply {}", cutoff.ply),
        Some(name) => format!("of {name}"),
    };
    let (kind, plies) = match at.ply - cutoff.ply {
        1 => ("shallow", "1 ply above".to_owned()),
        plies => ("deep", format!("{plies} plies above")),
    };
    let (bound, sign) = if at.ply.is_multiple_of(2) { ("beta", ">=") } else { ("alpha", "<=") };
    format!("{kind} cutoff: {} {sign} {bound} {} {of}, {plies}", searched.value, cutoff.bound)
}

/// Writes a value with `<=` or `>=` if it is only a bound.
fn bounded(Searched { window: [alpha, beta], value, .. }: Searched) -> String {
    match value {
        _ if value <= alpha => format!("<= {value}"),
        _ if value >= beta => format!(">= {value}"),
        _ => value.to_string(),
    }
}

fn bound(value: Value) -> String {
    match value {
        INFINITE => "+inf".to_owned(),
        _ if value == -INFINITE => "-inf".to_owned(),
        _ => value.to_string(),
    }
}

/// Prints columns side by side; numbers are aligned to the right.
fn print(table: &[Vec<String>]) -> Result<(), Failure> {
    let widths: Vec<usize> = table
        .iter()
        .map(|column| column.iter().map(|cell| columns::width(cell)).max().unwrap_or(0))
        .collect();
    let mut out = io::stdout().lock();
    for row in 0..table[0].len() {
        let cells = table.iter().zip(&widths).map(|(column, &width)| {
            let is_text = column[0].is_empty() || column[0] == "tree";
            if is_text { columns::pad(&column[row], width) } else { columns::right(&column[row], width) }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
