// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes the games of a file, in any format that the library reads, as PGN in Chinese notation.
//!
//! ```console
//! $ cargo run -p xiangqi --example convert -- game.xqf
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the output of the program")]

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use xiangqi::Notation;
use xiangqi::notation::Records;

const GAME: &str = "[Red \"Hu\"]\n[Black \"Yang\"]\n\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 *\n";

fn main() -> Result<(), Box<dyn Error>> {
    let source: Box<dyn BufRead + Send> = match std::env::args_os().nth(1) {
        Some(path) => Box::new(BufReader::new(File::open(path)?)),
        None => Box::new(GAME.as_bytes()),
    };
    for game in Records::new(source) {
        match game {
            Ok(game) => print!("{}", game.to_pgn(Notation::Chinese)),
            Err(error) => eprintln!("{error}"),
        }
    }
    Ok(())
}
