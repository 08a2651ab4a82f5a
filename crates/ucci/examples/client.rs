// SPDX-License-Identifier: MIT OR Apache-2.0
//! Starts a UCCI engine and asks it for a move in the start position.
//!
//!     cargo build -p ucci --example engine
//!     cargo run -p ucci --example client -- target/debug/examples/engine

use std::io::{self, BufReader, Read, Write};
use std::process::{self, Stdio};
use ucci::{Command, Dialect, Go, Lines, PositionText, Reply};

const DIALECT: Dialect = Dialect::Ucci;

fn main() -> io::Result<()> {
    let program = std::env::args().nth(1).ok_or_else(|| io::Error::other("give an engine"))?;
    let mut engine = process::Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = engine.stdin.take().expect("stdin is piped");
    let mut output = Lines::new(BufReader::new(engine.stdout.take().expect("stdout is piped")));
    let mut screen = io::stdout().lock();

    send(&mut input, &Command::Greet(DIALECT))?;
    loop {
        match next_reply(&mut output)? {
            Reply::Id { key, text } => writeln!(screen, "{key}: {text}")?,
            Reply::Option(option) => writeln!(screen, "option {}", option.name)?,
            Reply::Greeted(_) => break,
            _ => {}
        }
    }
    send(&mut input, &Command::Position(PositionText::default()))?;
    send(&mut input, &Go { depth: Some(8), ..Go::default() }.into())?;
    loop {
        match next_reply(&mut output)? {
            Reply::Info(info) => {
                if let (Some(depth), Some(score)) = (info.depth, info.score) {
                    writeln!(screen, "depth {depth}: {score:?}, {}", info.pv.join(" "))?;
                }
            }
            Reply::BestMove(best) => {
                writeln!(screen, "the engine plays {}", best.mv)?;
                break;
            }
            Reply::NoBestMove => {
                writeln!(screen, "the engine has no move")?;
                break;
            }
            _ => {}
        }
    }
    send(&mut input, &Command::Quit)?;
    engine.wait()?;
    Ok(())
}

fn send(input: &mut impl Write, command: &Command) -> io::Result<()> {
    writeln!(input, "{}", command.to_line(DIALECT))?;
    input.flush()
}

/// Returns the next reply; lines that are none are skipped.
fn next_reply(output: &mut Lines<BufReader<impl Read>>) -> io::Result<Reply> {
    while let Some(line) = output.next_line() {
        if let Some(reply) = Reply::parse(line) {
            return Ok(reply);
        }
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}
