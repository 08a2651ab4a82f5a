// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: converts moves to another notation, and game files to another format.

mod args;
mod filter;
mod format;
mod games;

use super::failure::CommandResult;
use super::options::{fen_position, position_after};
use anyhow::anyhow;
use format::OutputFormat;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

pub use args::ConvertArgs;

pub fn run(args: &ConvertArgs) -> CommandResult {
    if !args.games.is_empty() {
        return games::convert(args);
    }
    let OutputFormat::Notation(notation) = args.to else {
        return Err(anyhow!("--to: a format of whole games, which requires --games").into());
    };
    if let Some(file) = args.moves.iter().find(|word| Path::new(word).is_file()) {
        return Err(
            anyhow!("{file}: a file, not a move; the games in files are converted with --games").into()
        );
    }
    let position = position_after(fen_position(args.fen.as_ref())?, &args.moves)?;
    // The position of --fen may have moves of its own.
    let mut before = position.at_start();
    let mut written = Vec::new();
    for mv in position.moves() {
        written.push(notation.write(&before, mv));
        before.play_unchecked(mv);
    }
    if written.is_empty() {
        let source = if args.moves.iter().any(|word| word == "-") { "standard input" } else { "MOVES" };
        return Err(anyhow!("{source}: no moves to convert").into());
    }
    writeln!(io::stdout(), "{}", written.join(" "))?;
    Ok(ExitCode::SUCCESS)
}
