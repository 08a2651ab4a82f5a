// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counts the leaves of the game tree below a position, move by move.
//!
//! ```console
//! $ cargo run --release -p xiangqi --example perft -- 5 "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
//! ```

#![allow(clippy::print_stdout, reason = "the output of the program")]

use std::error::Error;
use xiangqi::Position;
use xiangqi::fen::START_FEN;
use xiangqi::position::perft;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().map_or(Ok(4), |text| text.parse())?;
    let mut position = Position::from_fen(&arguments.next().unwrap_or(START_FEN.to_owned()))?;
    let mut total = 0;
    for mv in position.legal_moves() {
        position.play(mv)?;
        let nodes = perft(&mut position, depth.saturating_sub(1));
        position.undo();
        println!("{mv}: {nodes}");
        total += nodes;
    }
    println!("total: {total}");
    Ok(())
}
