// SPDX-License-Identifier: MIT OR Apache-2.0
#![doc = include_str!("../README.md")]
#![doc = include_str!("map.md")]

#[cfg(feature = "cli")]
pub mod analysis;
pub mod book;
pub mod engine;
pub mod eval;
pub mod learn;
pub mod protocol;
pub mod review;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
mod sync;
pub mod tb;
#[doc(hidden)]
pub mod threads;
pub mod tt;

pub use engine::Engine;
pub use search::Limits;
pub use xiangqi::types::Score;
pub use xiangqi::{Game, GameOutcome, Move, Notation, Position, RuleSet, Setup, Verdict, fen};
