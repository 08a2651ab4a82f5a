// SPDX-License-Identifier: MIT OR Apache-2.0
//! Judges a line of moves by the rules of repetition, and explains the verdict move by move.
//!
//! ```console
//! $ cargo run -p xiangqi --example repetition -- "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b" g6h6 g2h2 h6g6 h2g2
//! ```

#![allow(clippy::print_stdout, reason = "the output of the program")]

use std::error::Error;
use xiangqi::notation::parse_moves;
use xiangqi::rules::NATURAL_LIMIT;
use xiangqi::rules::explain::Explanation;
use xiangqi::types::Language;
use xiangqi::{Position, RuleSet};

/// A rook that chases a cannon with every move.
const CHASE: &str = "3k5/9/9/6c2/9/9/9/6R2/9/5K3 b";
const MOVES: &str = "g6h6 g2h2 h6g6 h2g2 g6h6 g2h2 h6g6 h2g2";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (fen, moves) = match arguments.next() {
        Some(fen) => (fen, arguments.collect::<Vec<_>>().join(" ")),
        None => (CHASE.to_owned(), MOVES.to_owned()),
    };
    let mut position = Position::from_fen(&fen)?;
    parse_moves(&mut position, moves.split_whitespace())?;
    let explanation = Explanation::of(&position, RuleSet::Asian, Some(NATURAL_LIMIT));
    for line in explanation.lines(Language::English) {
        println!("{line}");
    }
    println!("{}: {}", explanation.verdict(), explanation.reason(Language::English));
    Ok(())
}
