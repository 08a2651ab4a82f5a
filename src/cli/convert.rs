// SPDX-License-Identifier: MIT OR Apache-2.0
//! `chuhe convert`: the moves of a game in another notation.

use super::Outcome;
use crate::notation::{Notation, read_move};
use crate::position::Position;
use anyhow::Context;
use std::io::{self, Write};
use std::process::ExitCode;

/// Write moves in another notation
#[derive(clap::Args)]
#[command(after_help = "\
Each move is played from where the one before it led. How a move is written is recognised: as coordinates (h2e2, H2-E2), in \
WXF (C2.5, H2+3, P++1) or in Chinese (炮二平五, 前馬進四).

Examples:
  chuhe convert --to wxf 炮二平五 炮8平5 炮五进四 士4进5
  chuhe convert --to chinese --fen '3k5/9/9/4P4/4P4/9/9/9/9/4K4 w' -- --.6
  echo 'h2e2 h9g7' | chuhe convert --to chinese-traditional -")]
pub(super) struct ConvertArgs {
    /// Where the game began [default: the start of a game]
    #[arg(long, value_name = "FEN")]
    fen: Option<Position>,
    /// Notation to write: iccs, wxf, chinese or chinese-traditional
    #[arg(long, value_name = "NOTATION")]
    to: Notation,
    /// The moves of the game in any notation; `-`: those on standard input. A word that begins with a hyphen goes behind `--`
    #[arg(value_name = "MOVES", required = true)]
    moves: Vec<String>,
}

pub(super) fn run(args: &ConvertArgs) -> Outcome {
    let mut position = args.fen.clone().unwrap_or_else(Position::startpos);
    let text = text(&args.moves)?;
    let mut written = Vec::new();
    for (number, word) in (1..).zip(text.split_whitespace()) {
        let mv = read_move(&position, word).with_context(|| format!("move {number}"))?;
        written.push(args.to.write(&position, mv));
        position.make(mv, &mut ());
    }
    writeln!(io::stdout(), "{}", written.join(" "))?;
    Ok(ExitCode::SUCCESS)
}

/// All words, those on standard input in the place of `-`.
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
