// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book probe`: prints the book moves of a position.

use super::open::open;
use crate::book::{BookMove, Books};
use crate::cli::failure::CommandResult;
use crate::cli::options::PositionArgs;
use crate::notation::Notation;
use crate::openings::Opening;
use crate::position::Position;
use crate::render::columns::{pad, right};
use crate::types::{Language, text};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the book moves of a position and their weights, the best one first
#[derive(clap::Args)]
#[command(after_help = "\
Nothing is printed for a position that is in none of the books. A move of weight 0 is known, but not to be played; if a book \
has no move to play, the engine asks the next book.

With --verbose, a table shows everything stored with the moves, and the opening that each move leads to. The value is in \
pawns, from the mover's perspective; `-` stands for data that the book does not contain.

Examples:
  chuhe book probe BOOK.DAT
  chuhe book probe first.book BOOK.DAT --verbose --moves h2e2 h9g7
  chuhe book probe BOOK.DAT --fen 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w'")]
pub struct ProbeArgs {
    /// Books to probe in this order; the first one that contains the position answers
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print everything stored with the moves
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    position: Box<PositionArgs>,
}

pub fn run(args: &ProbeArgs, language: Language) -> CommandResult {
    let position = args.position.position()?;
    let books = args.files.iter().map(|file| open(file)).collect::<anyhow::Result<_>>()?;
    let known = Books::new(books).probe(&position);
    let mut out = io::stdout().lock();
    if args.verbose && !known.is_empty() {
        let header = language.pick(
            ["move", "in Chinese", "weight", "value", "depth", "games", "score", "opening"],
            ["坐标", "着法", "权重", "评分", "深度", "局数", "得分率", "开局"],
        );
        writeln!(out, "{}", line(header))?;
    }
    for known in known {
        if args.verbose {
            writeln!(out, "{}", row(&position, &known, language))?;
        } else {
            writeln!(out, "{} {}", known.mv, known.weight)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A line of the table; numbers stand at the right of their columns.
fn line([mv, chinese, weight, value, depth, games, score, opening]: [&str; 8]) -> String {
    let numbers = [right(weight, 6), right(value, 6), right(depth, 5), right(games, 6), right(score, 6)];
    format!("{}  {}  {}  {opening}", pad(mv, 4), pad(chinese, 10), numbers.join("  "))
}

fn row(position: &Position, known: &BookMove, language: Language) -> String {
    let &BookMove { mv, weight, value, depth, games, points } = known;
    let or_dash = |is_known: bool, text: String| if is_known { text } else { "-".to_owned() };
    let opening = Opening::of(&position.after(mv)).map(|opening| {
        let Opening { code, chinese, .. } = opening;
        text!(language, "{opening} {chinese}", "{code} {chinese}")
    });
    line([
        &mv.to_string(),
        &Notation::Chinese.write(position, mv),
        &weight.to_string(),
        &or_dash(depth > 0, format!("{:+.2}", f64::from(value) / 100.0)),
        &or_dash(depth > 0, depth.to_string()),
        &or_dash(games > 0, games.to_string()),
        &or_dash(games > 0, format!("{:.1} %", 50.0 * f64::from(points) / f64::from(games.max(1)))),
        opening.as_deref().unwrap_or("-"),
    ])
}
