// SPDX-License-Identifier: MIT OR Apache-2.0
//! Learning reversi by playing against oneself: TD(λ) (Sutton 1988), as the paper on reversi has it.
//!
//! A network of 65 inputs, 130 hidden units and one output says how likely the side to move is to win. It plays both sides:
//! each takes the move after which the other has the least chance. Should the next state be valued differently, or the game
//! end otherwise, then this error changes the values of all states so far, that of the one k states before by λ^k as much.
//! λ is 0.7, α (how far an error is followed) 0.1, and a state's value is that of the next, undiminished (γ = 1).
//!
//! The paper does not say whether moves are left to chance; here a tenth is, else it would see few games that differ.
//! States in which one can but pass are passed over: nothing was chosen there.
#![doc = include_str!("../pages/td.md")]

mod game;
mod learner;
mod network;
#[cfg(test)]
mod tests;
mod trial;

pub use game::LearnedReversi;
pub use learner::{GameReport, Learner, Settings};
pub use network::{Network, Start, View};
pub use trial::{Chance, Learned, Trial};
