// SPDX-License-Identifier: MIT OR Apache-2.0
//! The protocols: UCCI 3.0, and UCI as Xiangqi programs speak it (with its Cyclone form, `ucicyclone`).
//!
//! The messages are those of the crate [`ucci`]. The first greeting chooses the dialect and a later one may
//! change it. The session runs in the thread that reads the
//! input; `info` lines and answers are written by the thread that searches.
//!
//! # From a `go` to its `bestmove`
//!
//! 1. [`Session::run`] takes a line of bytes from [`Lines`](ucci::Lines) and reads it with [`Command::parse`](ucci::Command::parse).
//! 2. The session obeys the command as its state (boot, idle, thinking, pondering or analysing) allows:
//!    `position` sets the position, `banmoves` bans root moves, and `go` goes on here.
//! 3. The words of the [`Go`](ucci::Go) become [`Limits`](crate::search::Limits) in `limits`: the clock in
//!    milliseconds, the root moves. The session adds the bans.
//! 4. [`Engine::start`](crate::Engine::start) answers from a book or starts the search in the background.
//! 5. The search calls its [`Listener`](crate::search::Listener), here the `Reporter`: `on_info` after each
//!    iteration, `on_result` once at its end.
//! 6. The `Report` decides which iterations become [`Info`](ucci::Info) replies and when; [`DrawResignPolicy`](crate::engine::DrawResignPolicy)
//!    decides on a draw or a resignation with the [`BestMove`](ucci::BestMove).
//! 7. The `Console` turns each reply into a line with [`Reply::to_line`](ucci::Reply::to_line), writes it and, with the answer,
//!    makes the session idle in the same step.
//!
//! # Files
//!
//! | Files | Contents |
//! |---|---|
//! | [`options`] | the option table, the values in force, and paths |
//! | `session`, `state`, `configured`, `table_set`, `current`, `limits` | the state machine and its parts |
//! | `handshake`, `termination`, `report`, `reporter` | the replies |
//! | `inspect`, `bench` | answers to people: `d`, `eval`, `help`, `bench` |
//! | `console`, `output` | the output, shared between the threads |

mod bench;
mod configured;
mod console;
mod current;
mod handshake;
mod inspect;
mod limits;
pub mod options;
mod output;
mod report;
mod reporter;
mod session;
mod state;
mod table_set;
mod termination;
#[cfg(test)]
mod tests;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use handshake::known_option;
pub use session::{Session, session};
pub use ucci::{
    BestMove, Command, Dialect, Go, Info, Lines, OptionLine, OptionType, PopHash, PositionText, RankBase,
    Reply, printable,
};
