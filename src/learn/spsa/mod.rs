// SPDX-License-Identifier: MIT OR Apache-2.0
//! SPSA, simultaneous perturbation stochastic approximation (J. C. Spall, "Implementation of the simultaneous
//! perturbation algorithm for stochastic optimization", 1998): tunes the parameters of the search by games.
//!
//! The strength of an engine with given parameter values can only be sampled, game by game. SPSA therefore
//! perturbs all parameters at once, each up or down at random, and plays a pair of games between the values
//! so perturbed (`plus`) and the values perturbed in the opposite directions (`minus`). The winner's values
//! are the more likely ones, so each parameter takes a small step towards them. The influence of the other
//! parameters on a result is noise, which averages out over thousands of pairs. For pair `k` of `n`:
//!
//! ```text
//! c = step * (n / k)^0.101                                size of the perturbation
//! a = 0.002 * step^2 * ((A + n) / (A + k))^0.602          A = n / 10
//! value += a / c * (games won - games lost) * (+1 or -1)  by the direction of the perturbation
//! ```
//!
//! These are the gains of Fishtest and OpenBench, where the step is called `c_end` and the learning rate at
//! the end, 0.002, `r_end`. The engine accepts integers only: values are rounded up or down at random, with
//! probabilities that leave the mean unchanged.
//!
//! `config` fixes a run, `tuner` is its state and does the arithmetic, `state` writes the state as text and
//! reads it back, and `run` plays the pairs on several threads.

mod config;
mod run;
mod state;
#[cfg(test)]
mod tests;
mod tuner;

pub use config::{Parameter, R_END, SpsaConfig};
pub use run::run;
pub use state::SpsaStateError;
pub use tuner::{Perturbation, Tuner};
