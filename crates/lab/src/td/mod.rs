// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning reversi by self-play: TD(λ) (Sutton 1988), as in the paper on reversi.
//!
//! A network of 65 inputs, 130 hidden neurons and one output estimates the winning probability of the side to
//! move. It plays both sides: each takes the move after which the other has the least chance. If the next
//! state has a different value, or the game ends otherwise, the error changes the values of all states so
//! far, with weight λ^k for the state k moves before. λ is 0.7, the learning rate α is 0.1, and the value of
//! a state is that of the next without discount (γ = 1).
//!
//! As in the paper ([`TdSettings::PAPER`]), weights and thresholds begin at zero, moves are greedy, and after
//! each move the network is trained anew on each earlier state. The text gives no rate of back-propagation
//! beside α; here it is 1. Equal values are decided by the order of the moves, a1 to h8. States in which a
//! side can only pass are skipped: nothing was chosen there.
//!
//! The variants ([`TdSettings::default`]) begin at random weights, play a tenth of the moves at random, and
//! use eligibility traces instead of training each state anew.
#![doc = include_str!("../pages/td.md")]

mod learner;
mod network;
#[cfg(test)]
mod tests;
mod trial;

pub use learner::{GameReport, Learner, TdSettings, Training};
pub use network::{Neuron, Start, TdNetwork, View};
pub use trial::{Chance, Learned, LearnedReversi, Outcome, RandomMover, Trial};
