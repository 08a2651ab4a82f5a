// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reversi on 4 x 4 squares: small enough to know the truth, against which learning is measured.
#![doc = include_str!("../pages/small.md")]

mod graph;
mod learn;
pub mod six;
mod solve;
#[cfg(test)]
mod tests;

pub use graph::{StateGraph, StateNumber};
pub use learn::{Method, StepSize, TableLearner};
pub use solve::Truth;
