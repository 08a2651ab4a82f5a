// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: converts moves to another notation, and game files to another format.

mod args;
mod games;

pub use args::ConvertArgs;

use super::failure::CommandResult;
use crate::notation::read_move;
use crate::position::Position;
use anyhow::{Context, anyhow};
use args::OutputFormat;
use std::io::{self, Write};
use std::process::ExitCode;

pub fn run(args: &ConvertArgs) -> CommandResult {
    if !args.games.is_empty() {
        return games::run(args);
    }
    let OutputFormat::Notation(notation) = args.to else {
        return Err(anyhow!("--to dhtmlxq: requires --games, because it applies to whole games only").into());
    };
    let mut position = args.fen.clone().unwrap_or_else(Position::startpos);
    let text = text(&args.moves)?;
    if text.trim().is_empty() {
        let source = if args.moves.iter().any(|word| word == "-") { "standard input" } else { "MOVES" };
        return Err(anyhow!("{source}: no moves to convert").into());
    }
    let mut written = Vec::new();
    for (number, word) in (1..).zip(text.split_whitespace()) {
        let mv = read_move(&position, word).with_context(|| format!("move {number}"))?;
        written.push(notation.write(&position, mv));
        position.play_unchecked(mv);
    }
    writeln!(io::stdout(), "{}", written.join(" "))?;
    Ok(ExitCode::SUCCESS)
}

/// All words, with `-` replaced by those on standard input.
fn text(words: &[String]) -> anyhow::Result<String> {
    let mut text = String::new();
    for word in words {
        if word == "-" {
            text += &io::read_to_string(io::stdin()).context("standard input")?;
        } else {
            text += word;
        }
        text.push(' ');
    }
    Ok(text)
}
