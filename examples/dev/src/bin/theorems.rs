// SPDX-License-Identifier: MIT OR Apache-2.0
//! Prints what endgame tables say of the theorems of `positions/theorems.txt`, as the Markdown table of
//! `src/tb/theorems.md`:
//!
//! ```sh
//! cargo run --release -p chuhe-tools -- tables build KRvKAABB KNvKP --dir tables
//! cargo run --release -p chuhe-dev --bin theorems -- tables
//! ```
//!
//! The argument is the directory of the tables. Theorems whose table is not there are named on standard
//! error.

use chuhe::tb::{Balance, Results, Statistics, Tablebase};
use std::error::Error;
use std::io::{self, Write};
use xiangqi::position::Board;
use xiangqi::types::{Color, PieceKind};

const THEOREMS: &str = include_str!("../../../../positions/theorems.txt");

/// Lowest and highest rank, counted from 0, of a pawn that a theorem calls so.
const HEIGHTS: [(&str, [u8; 2]); 3] = [("high", [3, 6]), ("low", [7, 8]), ("last", [9, 9])];

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("argument: DIR")?;
    let tables = Tablebase::open(&[directory])?;
    let built = tables.balances();
    let mut out = io::stdout().lock();
    writeln!(out, "| | theorem | | book | attacker to move | defender to move | longest win | |")?;
    writeln!(out, "|---|---|---|---|--:|--:|--:|---|")?;
    for line in THEOREMS.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.splitn(5, ';').map(str::trim).collect();
        let [pieces, chinese, english, verdict, remark] = fields[..] else {
            return Err(format!("not five fields: {line}").into());
        };
        let mut words = pieces.split(' ');
        let balance: Balance = words.next().unwrap_or_default().parse()?;
        if !built.contains(&balance) {
            writeln!(io::stderr(), "{balance}: no table")?;
            continue;
        }
        let mut heights = words.map(height).collect::<Result<Vec<_>, _>>()?;
        heights.sort_unstable();
        let statistics = Statistics::of_part(&tables.table(balance)?, |board| has_heights(board, &heights));
        let [attacker, defender] = &statistics.results;
        let won = percent(attacker.wins, attacker);
        let lost = percent(defender.losses, defender);
        let longest = attacker.longest.as_ref().map_or(String::new(), |(plies, _)| plies.to_string());
        writeln!(
            out,
            "| `{pieces}` | {chinese} | {english} | {verdict} | {won} | {lost} | {longest} | {remark} |"
        )?;
    }
    Ok(())
}

fn height(word: &str) -> Result<[u8; 2], String> {
    let height = HEIGHTS.into_iter().find(|(name, _)| *name == word);
    height.map(|(_, ranks)| ranks).ok_or_else(|| format!("'{word}' is neither high, low nor last"))
}

/// Returns true if Red's pawns, from the lowest rank up, stand as high as this; without heights, always.
fn has_heights(board: &Board, heights: &[[u8; 2]]) -> bool {
    let pawns = board.pieces(PieceKind::Pawn, Color::Red).into_iter().map(|square| square as u8 / 9);
    heights.is_empty() || pawns.zip(heights).all(|(rank, [low, high])| (*low..=*high).contains(&rank))
}

fn percent(count: u64, of: &Results) -> String {
    let percent = 100.0 * count as f64 / of.positions().max(1) as f64;
    format!("{percent:.1} %")
}
