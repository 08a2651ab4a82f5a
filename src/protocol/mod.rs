// SPDX-License-Identifier: MIT OR Apache-2.0
//! The protocols: UCCI 3.0, and UCI as Xiangqi programs speak it (with its Cyclone form, `ucicyclone`).
//!
//! The messages are those of the crate [`ucci`]. The first greeting chooses the dialect and a later
//! one may change it. The session runs in the thread that reads the input; `info` lines and answers are
//! written by the thread that searches.
//!
//! `docs/architecture.md` follows a `go` to its `bestmove`.
//!
//! | File | Contents |
//! |---|---|
//! | `session` | the [`Session`]: the loop that obeys commands, of UCCI and of UCI |
//! | `state`, `turns` | the state machine; when a session waits for its search |
//! | `position`, `limits` | the current position; the words of a `go` |
//! | `ranks` | whether a program counts ranks from 0 or from 1 |
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
mod ranks;
mod reporter;
mod session;
mod state;
#[cfg(test)]
mod tests;
mod turns;

pub use handshake::known_option;
pub use session::{Session, session};
