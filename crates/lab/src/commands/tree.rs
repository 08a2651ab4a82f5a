// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe lab tree`: a small tree, the values and windows of an algorithm on it, and where it cuts.

use super::common::{counted, cut};
use super::words;
use crate::algorithms::{AlphaBeta, Minimax, Negamax};
use crate::watch::{self, Node, Record};
use crate::worked::{Outline, TREES, WorkedTree};
use crate::{Algorithm, Subject, Watched};
use chuhe_console::failure::{CommandResult, Failure, Place};
use chuhe_console::files;
use clap::ValueEnum;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use xiangqi::diagram::columns;
use xiangqi::types::{Language, text};

/// Show what minimax, negamax and alpha-beta do on a small tree
#[derive(clap::Args)]
#[command(after_help = "\
A leaf is a number, its value for Max; a position is, in brackets, the positions after its moves. Both may have a name: `F=12`, \
`A(6 9)`. Max moves first unless the tree begins with `min:`; `#` begins a comment. Windows and values are Max's, negamax's values \
those of the side to move. `<=` and `>=` mark a value that is only a bound. A cutoff is an alpha cutoff where Min moves and a beta \
cutoff where Max does; it is shallow if the position before has the bound, and deep if it is three or more plies away.

Examples:
  chuhe lab tree shallow
  chuhe lab tree yue-3 --algorithm minimax,negamax")]
pub struct TreeArgs {
    /// Tree: shallow, deep, yue-2a, yue-2b, yue-3, bai-4, or a file with one such as `root( A(6 9 7) B(4 8 5) )`
    #[arg(value_name = "TREE")]
    tree: String,
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

/// A tree searched by an algorithm.
struct Run {
    algorithm: TreeAlgorithm,
    record: Record,
    outline: Vec<Outline>,
}

impl TreeAlgorithm {
    const fn name(self) -> &'static str {
        ["minimax", "negamax", "alphabeta"][self as usize]
    }

    fn run(self, tree: &WorkedTree) -> Run {
        let algorithm: &mut dyn Algorithm<Watched<WorkedTree>> = match self {
            Self::Minimax => &mut Minimax,
            Self::Negamax => &mut Negamax,
            Self::AlphaBeta => &mut AlphaBeta,
        };
        let record = watch::record(tree.clone(), algorithm, tree.height(), usize::MAX, |_| String::new())
            .expect("there is no limit");
        Run { algorithm: self, outline: tree.outline(&record), record }
    }
}

impl Run {
    /// Returns the columns for the algorithm: their headings, then their cells by position.
    fn columns(&self, language: Language) -> Vec<Vec<String>> {
        let name = self.algorithm.name();
        let column = |name: &str, cut: &str, cell: &dyn Fn(&Node) -> String| {
            let cell =
                |line: &Outline| line.node.map_or(cut.to_owned(), |node| cell(&self.record.nodes[node]));
            core::iter::once(name.to_owned()).chain(self.outline.iter().map(cell)).collect()
        };
        let value = |node: &Node| {
            if node.children.is_empty() { node.value.to_string() } else { words::bounded(node) }
        };
        let own = |node: &Node| (if node.is_max { node.value } else { -node.value }).to_string();
        let window = |node: &Node| words::window(node.window.map(|bound| bound.value));
        let cutoff = |node: &Node| {
            let sentences = words::cutoff(&self.record, node, |node| self.holder(node, language), language);
            sentences.into_iter().next().unwrap_or_default()
        };
        match self.algorithm {
            TreeAlgorithm::Minimax => vec![column(name, "", &|node| node.value.to_string())],
            TreeAlgorithm::Negamax => vec![column(name, "", &own)],
            TreeAlgorithm::AlphaBeta => vec![
                column(language.pick("window", "窗口"), "", &window),
                column(name, language.pick("cut", "剪去"), &value),
                column("", "", &cutoff),
            ],
        }
    }

    /// Returns the name of a node.
    fn holder(&self, node: usize, language: Language) -> String {
        let name = self.outline.iter().find(|line| line.node == Some(node)).map(|line| line.name.as_str());
        name.filter(|name| !name.is_empty()).map_or_else(
            || text!(language, "ply {ply}", "第{ply}层", ply = self.record.nodes[node].ply),
            str::to_owned,
        )
    }

    /// Returns the sentence below the table.
    fn summary(&self, language: Language) -> String {
        let count = |is_leaf: bool, is_searched: bool| {
            let is_it = |line: &&Outline| line.is_leaf >= is_leaf && line.node.is_some() >= is_searched;
            self.outline.iter().filter(is_it).count()
        };
        let [all, leaves] = [false, true].map(|is_leaf| count(is_leaf, false));
        let [searched, searched_leaves] = [false, true].map(|is_leaf| count(is_leaf, true));
        let name = self.algorithm.name();
        let positions = counted(all, "position");
        let plural = if leaves == 1 { "leaf" } else { "leaves" };
        text!(
            language,
            "{name}: searched {searched} of {positions}, {searched_leaves} of {leaves} {plural}",
            "{name}：{all}个局面搜索了{searched}个，{leaves}个叶子搜索了{searched_leaves}个"
        )
    }
}

/// Reads a tree of the program, or one in a file.
pub fn read(name: &str) -> Result<WorkedTree, Failure> {
    let known = TREES.iter().find(|(other, _)| *other == name).map(|(_, text)| (*text).to_owned());
    let text = match known {
        Some(text) => text,
        None => files::read(Path::new(name)).map_err(Failure::Input)?,
    };
    WorkedTree::parse(&text).at(cut(name)).map_err(Failure::Input)
}

pub fn run(args: &TreeArgs, language: Language) -> CommandResult {
    let tree = read(&args.tree)?;
    let runs: Vec<Run> = args.algorithm.iter().map(|algorithm| algorithm.run(&tree)).collect();
    let Some(first) = runs.first() else { return Ok(ExitCode::SUCCESS) };
    let mut table = vec![vec![language.pick("tree", "树").to_owned()]];
    table[0].extend(
        first.outline.iter().zip(stems(&first.outline)).map(|(line, stem)| stem + &label(line, language)),
    );
    table.extend(runs.iter().flat_map(|run| run.columns(language)));
    print(&table)?;
    let mut out = io::stdout().lock();
    writeln!(out)?;
    for run in &runs {
        writeln!(out, "{}", run.summary(language))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the lines of the tree before each position.
pub fn stems(outline: &[Outline]) -> Vec<String> {
    // For each ply, whether the branch there goes on below.
    let mut goes_on: Vec<bool> = Vec::new();
    let stem = |&Outline { ply, is_last, .. }: &Outline| {
        goes_on.truncate(ply);
        let stems: String =
            goes_on.iter().skip(1).map(|&goes_on| if goes_on { "│  " } else { "   " }).collect();
        goes_on.push(!is_last);
        let branch = match (ply, is_last) {
            (0, _) => "",
            (_, true) => "└─ ",
            (_, false) => "├─ ",
        };
        stems + branch
    };
    outline.iter().map(stem).collect()
}

/// Returns the name of a position and the side to move.
pub fn label(Outline { name, is_max, is_leaf, .. }: &Outline, language: Language) -> String {
    let side = words::side(*is_max);
    match (is_leaf, name.is_empty()) {
        (true, true) => language.pick("leaf", "叶子").to_owned(),
        (true, false) => name.clone(),
        (false, true) => side.to_owned(),
        (false, false) => format!("{name} ({side})"),
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
        let cells = table.iter().zip(&widths).enumerate().map(|(number, (column, &width))| {
            let is_text = number == 0 || column[0].is_empty();
            if is_text { columns::pad(&column[row], width) } else { columns::right(&column[row], width) }
        });
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
