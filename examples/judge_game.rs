// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays the moves of a game and prints the verdict under the Asian rules, with the reason:
//!
//! ```sh
//! cargo run --example judge_game -- startpos h2e2 h9g7 炮五进四
//! cargo run --example judge_game -- "4k4/9/9/9/9/9/9/9/9/R2K5 w" a0a9 e9e8 a9a8 e8e9 a8a9
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use chuhe::{Game, Position, RuleSet};
use std::error::Error;
use std::process::ExitCode;
use xiangqi::notation::read_move;
use xiangqi::rules::NATURAL_LIMIT;
use xiangqi::rules::explain::Explanation;
use xiangqi::types::Language;

/// Plays `moves`, in any notation, from `start` and explains the position reached.
fn judge(start: &str, moves: &[String]) -> Result<String, Box<dyn Error>> {
    let position = match start {
        "startpos" => Position::startpos(),
        fen => Position::from_fen(fen).map_err(|error| format!("invalid FEN '{fen}': {error}"))?,
    };
    let mut game = Game::new(position, RuleSet::Asian);
    for (number, word) in (1..).zip(moves) {
        let mv = read_move(game.position(), word).map_err(|error| format!("move {number}: {error}"))?;
        game.play(mv).map_err(|error| format!("move {number}: {error}"))?;
    }
    let explanation = Explanation::of(game.position(), RuleSet::Asian, Some(NATURAL_LIMIT));
    let verdict = game.outcome().map_or("the game goes on".to_owned(), |outcome| outcome.to_string());
    Ok([vec![verdict], explanation.lines(Language::English)].concat().join("\n"))
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((start, moves)) = words.split_first() else {
        eprintln!("usage: judge_game (startpos | FEN) [MOVE...]");
        return ExitCode::from(2);
    };
    match judge(start, moves) {
        Ok(verdict) => println!("{verdict}"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
