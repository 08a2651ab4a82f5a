// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe show`: draws the board.

use super::failure::{CommandResult, Failure};
use super::files;
use super::options::PositionArgs;
use crate::position::Position;
use crate::render::{PieceLetters, SvgBoard, TextBoard};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Draw the board and mark the last move
#[derive(clap::Args)]
#[command(after_help = "\
On a terminal Red's pieces are red, unless NO_COLOR is set.

Examples:
  chuhe show --moves h2e2 h9g7 --ascii
  chuhe show --fen '3k5/9/9/9/9/9/9/9/9/3RK4 b' --svg board.svg")]
pub struct ShowArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw with ASCII characters only
    #[arg(long, conflicts_with = "svg")]
    ascii: bool,
    /// Write an SVG image to this file instead; `-` for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: &ShowArgs) -> CommandResult {
    let position = args.position.position()?;
    if let Some(file) = &args.svg {
        files::write(file, &SvgBoard(&position).to_string())?;
        return Ok(ExitCode::SUCCESS);
    }
    print_board(&position, args.ascii)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the board, the side to move and the FEN.
pub fn print_board(position: &Position, ascii: bool) -> Result<(), Failure> {
    let letters = if ascii { PieceLetters::Latin } else { PieceLetters::Chinese };
    let colored = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty());
    let board = TextBoard { position, letters, colored };
    writeln!(io::stdout(), "{board}\n{}\n{position}", state(position))?;
    Ok(())
}

/// The side to move and its situation, in words.
fn state(position: &Position) -> String {
    let side = position.side_to_move();
    match (position.has_legal_move(), position.in_check()) {
        (true, false) => format!("{side} to move"),
        (true, true) => format!("{side} to move, in check"),
        (false, true) => format!("{side} is mated"),
        (false, false) => format!("{side} has no move and loses"),
    }
}
