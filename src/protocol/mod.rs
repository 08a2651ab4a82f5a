// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine's wire: UCCI 3.0, and UCI as Xiangqi programs speak it.
//!
//! ```text
//! bytes ─ input ─ read ─▶ Command ─▶ session ─▶ Engine
//!                                      │          │ Listener
//! bytes ◀─ console ◀─ ucci, uci ◀─ Reply ◀─── report
//! ```
//!
//! Commands and replies are plain data ([`Command`], [`Reply`]), read by one lenient reader and written in either
//! [`Dialect`]; a program that drives other engines uses them from the other side. The first greeting chooses the
//! dialect and a later one may change it. The session runs in the thread that reads; answers are written by the thread
//! that searches, a whole line at a time.

mod console;
mod draw_resign;
mod handshake;
mod input;
mod limits;
mod line;
mod message;
pub mod options;
mod ranks;
mod read;
mod report;
mod score;
mod session;
mod termination;
#[cfg(test)]
mod tests;
mod ucci;
mod uci;

pub use input::Lines;
pub use message::{BestMove, Command, Go, Info, OptionLine, OptionType, PopHash, PositionText, Reply};
pub use ranks::RankBase;
pub use read::printable;
pub use score::bare as bare_score;
pub use session::Session;

use std::process::ExitCode;

/// Where the traffic is logged.
const LOG: &str = "chuhe::protocol";

/// The two ways of saying the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// The Universal Chinese Chess Interface.
    Ucci,
    /// The Universal Chess Interface.
    Uci,
}

/// Serves standard input and output until told to quit or the input ends.
pub fn session() -> ExitCode {
    Session::new(Box::new(std::io::stdout())).run(std::io::stdin().lock());
    ExitCode::SUCCESS
}
