// SPDX-License-Identifier: MIT OR Apache-2.0
//! Searches a position and prints the best move, its score and the principal variation:
//!
//! ```sh
//! cargo run --release --example best_move -- 10
//! cargo run --release --example best_move -- 6 "3k5/4a4/9/9/9/9/9/R8/9/4K4 w"
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use chuhe::{Engine, Limits, Notation, Position};
use std::error::Error;
use std::process::ExitCode;

const USAGE: &str = "usage: best_move DEPTH [FEN]";

/// The depth and the position on the command line.
fn read_arguments(words: &[String]) -> Result<(u32, Position), Box<dyn Error>> {
    let (depth, position) = match words {
        [depth] => (depth, Position::startpos()),
        [depth, fen] => {
            (depth, Position::from_fen(fen).map_err(|error| format!("invalid FEN '{fen}': {error}"))?)
        }
        _ => return Err(USAGE.into()),
    };
    match depth.parse() {
        Ok(plies @ 1..) => Ok((plies, position)),
        _ => Err(format!("invalid depth '{depth}'; {USAGE}").into()),
    }
}

/// Describes the result of a search of `position`.
fn best_move(depth: u32, mut position: Position) -> String {
    let result = Engine::new(64).search(&position, &Limits::depth(depth));
    let Some(best) = result.best_move else { return "no legal move: the game is lost".to_owned() };
    let chinese = Notation::Chinese.write(&position, best);
    let mut text = format!("best move  {best} {chinese}\nscore      {}\nline      ", result.score);
    for mv in result.pv {
        text.push(' ');
        text.push_str(&Notation::Chinese.write(&position, mv));
        position.play_unchecked(mv);
    }
    text
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match read_arguments(&words) {
        Ok((depth, position)) => println!("{}", best_move(depth, position)),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
