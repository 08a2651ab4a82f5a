// SPDX-License-Identifier: MIT OR Apache-2.0
//! Drives the engine from outside: a child process, pipes, a clock and the protocol's text. Nothing here
//! depends on the engine's internals; the library is used only to find out which moves are legal.

pub mod books;
pub mod command;
pub mod driver;
pub mod epd;
pub mod greedy;
pub mod judge;
pub mod level;
pub mod pages;
pub mod prover;
pub mod search;
pub mod timing;
pub mod transcript;
pub mod wire;

pub use driver::{Dialect, Line, PATIENCE, Session};
pub use judge::{best_move, position};

/// A mate in one by the rook: e1d1 and no other move.
pub const MATE_IN_ONE: &str = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
