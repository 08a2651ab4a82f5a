// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fits the scale of values: the `k` with which `1 / (1 + exp(-value / k))` predicts the results of games
//! best.

use core::ops::Range;

/// The search range.
const SCALES: Range<f64> = 40.0..4000.0;

/// Finds the scale with the smallest loss, by ternary search.
pub fn fit(loss: impl Fn(f64) -> f64) -> f64 {
    // The loss has one minimum. The range is split at ratios, and a third of it is dropped in each iteration.
    let Range { start: mut low, end: mut high } = SCALES;
    while high / low > 1.001 {
        let third = (high / low).cbrt();
        if loss(low * third) < loss(high / third) { high /= third } else { low *= third }
    }
    (low * high).sqrt()
}
