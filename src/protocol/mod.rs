// SPDX-License-Identifier: MIT OR Apache-2.0
//! The protocols: UCCI 3.0, and UCI as Xiangqi programs speak it (with its Cyclone form, `ucicyclone`).
//!
//! The messages are those of the crate [`ucci`](::ucci). The first greeting chooses the dialect and a later
//! one may change it. The session runs in the thread that reads the input; `info` lines and answers are
//! written by the thread that searches.
//!
//! # From a `go` to its `bestmove`
//!
//! 1. [`Session::run`] takes a line of bytes and reads it as a [`Command`](::ucci::Command).
//! 2. The session obeys the command as its state (boot, idle, thinking, pondering or analysing) allows:
//!    `position` sets the position, `banmoves` bans root moves, and `go` goes on here.
//! 3. The words of the [`Go`](::ucci::Go) become [`Limits`](crate::search::Limits) in `limits`: the clock in
//!    milliseconds, the root moves. The session adds the bans.
//! 4. [`Engine::start`](crate::Engine::start) answers from a book or starts the search in the background.
//! 5. The search calls its [`Listener`](crate::search::Listener), here the `Reporter`: `on_info` after each
//!    iteration, `on_result` once at its end. The `Reporter` decides which iterations become
//!    [`Info`](::ucci::Info) lines and when. A [`DrawResignPolicy`](crate::engine::DrawResignPolicy) decides
//!    on a draw or a resignation with the [`BestMove`](::ucci::BestMove).
//! 6. The `Console` writes the lines and, with the answer, makes the session idle in the same step.
//!
//! # Files
//!
//! | File | Contents |
//! |---|---|
//! | `ucci`, `uci` | the [`Session`]: the loop that obeys commands, and its differences in UCI |
//! | `state`, `position`, `limits` | the state machine, the current position, the words of a `go` |
//! | [`options`], `configured` | the option table; the engine with the options in force |
//! | `handshake`, `reporter`, `inspect` | the replies: to a greeting, during and after a search, to people |
//! | `console` | the output, shared between the threads |

mod configured;
mod console;
mod handshake;
mod inspect;
mod limits;
pub mod options;
mod position;
mod reporter;
mod state;
#[cfg(test)]
mod tests;
mod ucci;
mod uci;

pub use self::ucci::{Session, session};
pub use handshake::known_option;
