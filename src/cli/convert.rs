// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: converts moves to another notation, and game files to another format.

mod args;
mod games;

pub use args::ConvertArgs;

use super::failure::CommandResult;
use super::options::{play, start_position};
use anyhow::anyhow;
use args::OutputFormat;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

pub fn run(args: &ConvertArgs) -> CommandResult {
    if !args.games.is_empty() {
        return games::run(args);
    }
    let OutputFormat::Notation(notation) = args.to else {
        return Err(anyhow!("--to dhtmlxq: requires --games, because it applies to whole games only").into());
    };
    if let Some(file) = args.moves.iter().find(|word| Path::new(word).is_file()) {
        return Err(
            anyhow!("{file}: a file, not a move; the games in files are converted with --games").into()
        );
    }
    let mut before = start_position(args.fen.as_ref())?;
    let mut position = before.clone();
    play(&mut position, &args.moves)?;
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
