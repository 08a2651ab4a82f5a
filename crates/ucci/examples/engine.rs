// SPDX-License-Identifier: MIT OR Apache-2.0
//! The smallest engine: it knows one answer to each first move, and speaks both dialects.
//!
//!     cargo run -p ucci --example engine

use std::io::{self, Write};
use ucci::{BestMove, Command, Dialect, Lines, PositionText, Reply};

fn main() -> io::Result<()> {
    let mut lines = Lines::new(io::stdin().lock());
    let mut output = io::stdout().lock();
    let mut dialect = Dialect::Ucci;
    let mut position = PositionText::default();
    while let Some(line) = lines.next_line() {
        let Some(command) = Command::parse(line) else { continue };
        let is_last = command == Command::Quit;
        let command = if command == Command::GreetCyclone { Command::Greet(Dialect::Uci) } else { command };
        let replies = match command {
            Command::Greet(greeting) => {
                dialect = greeting;
                vec![Reply::id("name", "Central Cannon"), Reply::Greeted(dialect)]
            }
            Command::IsReady => vec![Reply::Ready],
            Command::Position(text) | Command::CyclonePosition(text) => {
                position = text;
                vec![]
            }
            Command::Go(_) => vec![answer(&position)],
            Command::Quit if dialect == Dialect::Ucci => vec![Reply::Bye],
            _ => vec![],
        };
        for reply in &replies {
            writeln!(output, "{}", reply.to_line(dialect))?;
        }
        output.flush()?;
        if is_last {
            break;
        }
    }
    Ok(())
}

fn answer(position: &PositionText) -> Reply {
    match (&position.fen, position.moves.len()) {
        (None, 0) => BestMove::new("h2e2").into(),
        (None, 1) => BestMove::new("h9g7").into(),
        _ => Reply::NoBestMove,
    }
}
