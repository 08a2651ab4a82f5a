// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine as other programs use it: [`Engine`] with its settings, its opening books, and one search at a
//! time, in the foreground or in the background.
#![doc = include_str!("levels.md")]

pub mod bench;
mod book;
mod draw_resign;
mod engine;
mod hash;
mod level;
mod perft;

pub use book::{BookChoice, BookFile, BookProblem, BookSettings};
pub use draw_resign::DrawResignPolicy;
pub use engine::{DEFAULT_HASH_MB, Engine, Stopper};
pub use hash::{HashEntry, MAX_HASH_MB, usual_hash_mb};
pub use level::{Level, LevelError};
pub use perft::divide;
