// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning reversi by self-play: TD(λ) (Sutton 1988), as in the paper on reversi.
#![doc = include_str!("../pages/td.md")]

mod learner;
mod network;
#[cfg(test)]
mod tests;
mod trial;

pub use learner::{GameReport, Learner, TdSettings, Training};
pub use network::{Neuron, Start, TdNetwork, View};
pub use trial::{Chance, Learned, LearnedReversi, Outcome, RandomMover, Trial};
