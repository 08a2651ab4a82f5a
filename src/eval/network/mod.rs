// SPDX-License-Identifier: MIT OR Apache-2.0
//! The learned evaluation: a network whose first layer is kept up to date move by move.
//!
//! Each side's view of the board ([`features`]) switches on one row of weights for each man; a hidden unit is the sum of
//! its weights in them ([`accumulator`](self)). A move changes two or three rows. Active is what lies between 0 and 1,
//! squared; one of eight outputs, chosen by the attackers left, weighs the active units of the mover's view and of the
//! other's (`forward`, and `simd` for processors that can do more at once). Everything is whole numbers, so all processors
//! give the same value.
//!
//! Half of the hidden units are twins of the other half: they see the board in the mirror and count the same. So a position
//! and its mirror image have exactly the same value, and there is but half as much to learn. A file ([`arch`], [`Weights`])
//! holds the free half.
//!
//! Sources of the ideas: Yu Nasu's efficiently updatable networks (2018); the Stockfish, bullet and Pikafish projects for
//! fixed point, activation, lazy updates and the choice of men's points. The twins are our own.
//!
#![doc = include_str!("generations.md")]

mod accumulator;
pub mod arch;
mod explain;
pub mod features;
mod forward;
mod simd;
mod weights;

pub use arch::NetworkError;
pub use explain::NetworkExplanation;
pub use weights::{Network, NetworkWeights};

pub(crate) use accumulator::Accumulators;

#[cfg(test)]
mod tests;
