// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lists the legal moves of a position in coordinates and in Chinese notation:
//!
//! ```sh
//! cargo run --example legal_moves -- "3k5/4a4/9/9/9/9/9/R8/9/4K4 w"
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program prints")]

use chuhe::{Notation, Position};
use std::process::ExitCode;

/// Describes the legal moves of `position`, one per line, and the end of the game if there is none.
fn legal_moves(position: &Position) -> String {
    let side = position.side_to_move();
    if position.is_checkmate() {
        return format!("{side} is checkmated");
    }
    if position.is_stalemate() {
        return format!("{side} is stalemated, and loses");
    }
    let mut text = format!("{} legal moves for {side}", position.count_legal_moves());
    for mv in position.legal_moves() {
        let check = if position.gives_check(mv) { " check" } else { "" };
        let chinese = Notation::Chinese.write(position, mv);
        text.extend(["\n", &mv.to_string(), " ", &chinese, check]);
    }
    text
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [fen] = words.as_slice() else {
        eprintln!("usage: legal_moves FEN");
        return ExitCode::from(2);
    };
    match Position::from_fen(fen) {
        Ok(position) => println!("{}", legal_moves(&position)),
        Err(error) => {
            eprintln!("invalid FEN '{fen}': {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
