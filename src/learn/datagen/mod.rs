// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data generation: games that the engine plays against itself.
//!
//! [`generate`] plays the games of a [`DatagenConfig`] on any number of threads. Each game is played by
//! `selfplay`: it starts from a random position of a [`StartKind`], stores the score of each searched move
//! and is ended by the rules or by the `adjudication` of its scores.

mod adjudication;
mod config;
mod generate;
mod selfplay;
mod start;

pub use config::DatagenConfig;
pub use generate::generate;
pub use start::StartKind;
