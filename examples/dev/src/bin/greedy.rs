// SPDX-License-Identifier: MIT OR Apache-2.0
//! A UCCI engine that takes the most valuable piece it can, and otherwise moves at random; the seed is its
//! argument. The lowest level of play loses to it:
//!
//! ```sh
//! chuhe match --engine cmd=chuhe,option.level=0,option.usebook=false --engine target/release/greedy
//! ```

#[path = "../../../../tests/it/support/greedy.rs"]
mod greedy;

use chuhe::Position;
use std::error::Error;
use std::io::{self, BufRead, Write};
use xiangqi::types::SplitMix64;

fn main() -> Result<(), Box<dyn Error>> {
    let seed: u64 = std::env::args().nth(1).map_or(Ok(1), |word| word.parse())?;
    let mut rng = SplitMix64::new(seed);
    let mut position = Position::startpos();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split_whitespace().next() {
            Some("ucci") => writeln!(out, "id name greedy\nucciok")?,
            Some("isready") => writeln!(out, "readyok")?,
            Some("position") => position = read(&line)?,
            Some("go") => match greedy::greedy_move(&position, &mut rng) {
                Some(mv) => writeln!(out, "bestmove {mv}")?,
                None => writeln!(out, "nobestmove")?,
            },
            Some("quit") => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// Reads `position startpos|fen F [moves ...]`.
fn read(line: &str) -> Result<Position, Box<dyn Error>> {
    let (set_up, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut position = match set_up.split_once("fen ") {
        Some((_, fen)) => Position::from_fen_lenient(fen)?,
        None => Position::startpos(),
    };
    for word in moves.split_whitespace() {
        position.play(word.parse()?)?;
    }
    Ok(position)
}
