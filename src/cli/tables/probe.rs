// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe tables probe`: prints the value of a position and of its moves.

use super::directory::{DirectoryArgs, input};
use crate::cli::failure::{CommandResult, Failure};
use crate::cli::options::FenArg;
use crate::tb::{Balance, TbValue};
use std::io::{self, Write};
use std::process::ExitCode;

/// Print the result of a position and of its moves
#[derive(clap::Args)]
#[command(after_help = "\
The first line is `win N`, `loss N` or `draw` for the side to move, N in plies. A line for each move follows, the best first: \
the move, and what it leads to for the side that makes it.

Example:
  chuhe tables probe '2bak4/4a4/4b4/9/9/R8/9/9/9/4K4 w'")]
pub struct ProbeArgs {
    /// Position in FEN, `-` for standard input
    fen: FenArg,
    #[command(flatten)]
    directory: DirectoryArgs,
}

pub fn run(args: &ProbeArgs) -> CommandResult {
    let position = args.fen.position()?;
    let tablebase = args.directory.open()?;
    let missing = |balance: Balance| {
        Failure::Job(anyhow::anyhow!("{balance}: no table in {}", args.directory.dir.display()))
    };
    let Some(value) = tablebase.value(&position).map_err(input)? else {
        return Err(missing(Balance::of(position.board()).0));
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{}", words(value))?;
    for (mv, value) in tablebase.moves(&position).map_err(input)?.unwrap_or_default() {
        writeln!(out, "{mv} {}", words(value))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn words(value: TbValue) -> String {
    match value {
        TbValue::Win(plies) => format!("win {plies}"),
        TbValue::Loss(plies) => format!("loss {plies}"),
        TbValue::Draw => "draw".to_owned(),
    }
}
