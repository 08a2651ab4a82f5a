// SPDX-License-Identifier: MIT OR Apache-2.0
//! A Xiangqi (Chinese chess) engine: search, evaluation, opening books, endgame tables, and the protocols
//! UCCI and UCI.
//!
//! ```
//! use chuhe::{Engine, Limits, Position};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut position = Position::startpos();
//! position.play("h2e2".parse()?)?;
//! let result = Engine::default().search(&position, &Limits::depth(6));
//! if let Some(best_move) = result.best_move {
//!     println!("{best_move} {}", result.score);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Begin with [`Engine`] and [`search`]. The rules of the game, notations and game files are the crate
//! [`xiangqi`], the messages of the protocols the crate [`ucci`]. In the repository, `docs/architecture.md` leads from each term of the field to its file, with
//! three walks through the code.

pub mod book;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod command;
pub mod engine;
pub mod eval;
#[doc(hidden)]
pub mod files;
#[cfg(not(target_family = "wasm"))]
#[doc(hidden)]
pub mod json;
pub mod protocol;
pub mod search;
mod sync;
pub mod tb;
#[doc(hidden)]
pub mod threads;
#[doc(hidden)]
pub mod time;
pub mod tt;

pub use engine::Engine;
pub use search::Limits;
pub use xiangqi::types::Score;
pub use xiangqi::{Game, GameOutcome, Move, Notation, Position, RuleSet, Setup, Verdict, fen};

/// The examples of the README and of the guide run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/library.md")]
struct Examples;
