// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe book probe`: prints the book moves of a position.

use super::open::open;
use crate::book::{BookMove, Books};
use crate::cli::failure::CommandResult;
use crate::cli::options::PositionArgs;
use crate::notation::Notation;
use crate::openings::Opening;
use crate::position::Position;
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

pub fn run(args: &ProbeArgs) -> CommandResult {
    let position = args.position.position()?;
    let books = args.files.iter().map(|file| open(file)).collect::<anyhow::Result<_>>()?;
    let known = Books::new(books).probe(&position);
    let mut out = io::stdout().lock();
    if args.verbose && !known.is_empty() {
        writeln!(out, "move  in Chinese  weight   value  depth   games   score  opening")?;
    }
    for known in known {
        if args.verbose {
            writeln!(out, "{}", row(&position, &known))?;
        } else {
            writeln!(out, "{} {}", known.mv, known.weight)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn row(position: &Position, known: &BookMove) -> String {
    let &BookMove { mv, weight, value, depth, games, points } = known;
    // Four characters, each two columns wide.
    let chinese = Notation::Chinese.write(position, mv);
    let or_dash = |is_known: bool, text: String| if is_known { text } else { "-".to_owned() };
    let value = or_dash(depth > 0, format!("{:+.2}", f64::from(value) / 100.0));
    let depth = or_dash(depth > 0, depth.to_string());
    let score = or_dash(games > 0, format!("{:.1} %", 50.0 * f64::from(points) / f64::from(games.max(1))));
    let games = or_dash(games > 0, games.to_string());
    let opening = Opening::of(&position.after(mv));
    let opening = opening.map_or("-".to_owned(), |opening| format!("{opening} {}", opening.chinese));
    format!("{mv}  {chinese}    {weight:>6}  {value:>6}  {depth:>5}  {games:>6}  {score:>6}  {opening}")
}
