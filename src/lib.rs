// SPDX-License-Identifier: MIT OR Apache-2.0
#![doc = include_str!("../README.md")]
#![doc = include_str!("map.md")]

#[cfg(feature = "cli")]
pub mod analysis;
#[cfg(feature = "arena")]
pub mod arena;
pub mod attacks;
pub mod book;
mod bounded;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod eval;
#[cfg(feature = "arena")]
mod files;
pub mod lab;
pub mod learn;
pub mod notation;
pub mod openings;
pub mod position;
pub mod protocol;
pub mod render;
pub mod review;
pub mod rules;
pub mod search;
#[cfg(feature = "serve")]
pub mod serve;
mod sync;
pub mod tb;
mod threads;
pub mod tt;
pub mod types;

pub use engine::Engine;
pub use notation::{Notation, fen};
pub use position::{Position, Setup};
pub use rules::{Game, GameOutcome, RuleSet, Verdict};
pub use search::Limits;
pub use types::{Move, Score};
