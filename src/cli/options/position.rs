// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions and moves as arguments: a FEN and moves in any notation, each on the command line or, as `-`,
//! from standard input. If both come from there, the FEN is the first line.

use crate::notation::{excerpt, parse_moves};
use crate::position::Position;
use anyhow::{Context, ensure};
use chuhe_console::failure::InputError;
use std::io::{self, BufRead, Read};

/// Maximum length of a FEN and of a list of moves on standard input, in bytes.
const MAX_FEN: u64 = 1 << 16;
const MAX_MOVES: u64 = 1 << 24;

/// The position that a command works on.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// Position in FEN, `-` for standard input [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<FenArg>,
    /// Moves to play first, in any notation, with or without move numbers; `-` for standard input. Takes all
    /// words that follow, so put it last
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl PositionArgs {
    /// Returns the position after the moves.
    pub fn position(&self) -> anyhow::Result<Position> {
        let mut position = start_position(self.fen.as_ref())?;
        play(&mut position, &self.moves).context("--moves")?;
        Ok(position)
    }
}

/// A FEN, or `-` for standard input.
#[derive(Clone)]
pub struct FenArg(String);

impl FenArg {
    /// Reads the position, from standard input if the text is `-`.
    pub fn position(&self) -> anyhow::Result<Position> {
        let read = |text: &str| -> anyhow::Result<Position> {
            Ok(Position::from_fen(text).map_err(|error| InputError::Fen(excerpt(text), error.into()))?)
        };
        if self.0 == "-" {
            Ok(first_line().and_then(|text| read(&text)).map_err(InputError::In)?)
        } else {
            read(&self.0)
        }
    }
}

impl From<String> for FenArg {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// Returns the position of `--fen`; the start position without it.
pub fn start_position(fen: Option<&FenArg>) -> anyhow::Result<Position> {
    fen.map_or_else(|| Ok(Position::startpos()), |fen| fen.position().context("--fen"))
}

/// Returns the first line of standard input that is not blank. A byte order mark is skipped. What follows is
/// left for `--moves -`.
fn first_line() -> anyhow::Result<String> {
    let mut input = io::stdin().lock().take(MAX_FEN);
    let mut line = String::new();
    while line.trim().is_empty() {
        line.clear();
        ensure!(input.read_line(&mut line)? > 0, InputError::NoFen);
        line = line.trim_start_matches('\u{feff}').to_owned();
    }
    Ok(line.trim().to_owned())
}

/// Returns the rest of standard input.
fn read_moves() -> anyhow::Result<String> {
    let input = io::read_to_string(io::stdin().lock().take(MAX_MOVES))?;
    ensure!((input.len() as u64) < MAX_MOVES, InputError::TooLong);
    Ok(input)
}

/// Plays the moves in these words, one of which may be `-` for those on standard input.
pub fn play(position: &mut Position, words: &[String]) -> anyhow::Result<()> {
    let mut input = String::new();
    if words.iter().any(|word| word == "-") {
        input = read_moves().map_err(InputError::In)?;
    }
    let mut input = input.trim_start_matches('\u{feff}');
    let words = words.iter().map(|word| if word == "-" { core::mem::take(&mut input) } else { word });
    Ok(parse_moves(position, words.flat_map(str::split_whitespace))?)
}
