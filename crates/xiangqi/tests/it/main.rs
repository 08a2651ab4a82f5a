// SPDX-License-Identifier: MIT OR Apache-2.0
//! The suites and cross-checks of the game: positions, moves, rules, notation and records.
#![allow(clippy::unwrap_used, reason = "an error is a failed test")]

mod support;

mod fen;
mod foreign_notation;
mod game_files;
mod illegal_moves;
mod movegen;
mod notation;
mod perft;
mod pgn;
mod records;
mod rules;
mod rules_chinese;
mod rules_properties;
mod see;
mod silent_loss;
