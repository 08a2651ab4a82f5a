// SPDX-License-Identifier: MIT OR Apache-2.0
//! The update of TD-leaf(λ) (Baxter, Tridgell and Weaver 1998).
//!
//! A game has the predictions p₀, p₁, … of its leaves and the result z. The temporal differences are dₜ =
//! pₜ₊₁ - pₜ, the last one z - pₜ. Each weight changes by
//!
//! ```text
//! α Σₜ ∂pₜ/∂w Σ_{j ≥ t} λ^(j - t) d_j
//! ```
//!
//! With λ = 0 a prediction moves toward the next one, with λ = 1 toward the result.

use crate::eval::tuning::Linear;

/// The value at which the expected result is 1 / (1 + 1 / e), about 73 %.
pub const K: f64 = 400.0;

/// The opinion of a game's search on one position, from Red's perspective.
#[derive(Clone, Debug)]
pub struct LeafValue {
    /// The leaf as a function of the weights; `None` for a mate, which no weight changes.
    pub linear: Option<Linear>,
    /// The prediction of Red's result, from 0 to 1.
    pub prediction: f64,
}

/// Changes the weights by the leaves of a game with this result for Red, from 0 to 1. `alpha` is the learning
/// rate for weights in units of [`K`].
pub fn td_leaf(weights: &mut [f64], leaves: &[LeafValue], result: f64, alpha: f64, lambda: f64) {
    let (mut next, mut sum) = (result, 0.0);
    for leaf in leaves.iter().rev() {
        sum = (next - leaf.prediction) + lambda * sum;
        next = leaf.prediction;
        let Some(linear) = &leaf.linear else { continue };
        let step = alpha * K * leaf.prediction * (1.0 - leaf.prediction) * sum;
        for &(index, coefficient) in &linear.coefficients {
            weights[usize::from(index)] += step * f64::from(coefficient);
        }
    }
}

/// Returns the expected result of a position with this value.
pub fn prediction(value: f64) -> f64 {
    1.0 / (1.0 + (-value / K).exp())
}
