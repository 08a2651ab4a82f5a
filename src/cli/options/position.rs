// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--fen` and `--moves`.

use crate::notation::parse_moves;
use crate::position::Position;
use anyhow::Context;

/// The position that a command works on.
#[derive(clap::Args)]
pub struct PositionArgs {
    /// Position in FEN [default: the start position]
    #[arg(long, value_name = "FEN")]
    fen: Option<Position>,
    /// Moves to play first, such as h2e2; takes all words that follow, so put it last
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl PositionArgs {
    /// Returns the position after the moves.
    pub fn position(&self) -> anyhow::Result<Position> {
        let mut position = self.fen.clone().unwrap_or_else(Position::startpos);
        let words = self.moves.iter().flat_map(|words| words.split_whitespace());
        parse_moves(&mut position, words).context("--moves")?;
        Ok(position)
    }
}
