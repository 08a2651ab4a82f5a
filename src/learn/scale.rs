// SPDX-License-Identifier: MIT OR Apache-2.0
//! What values mean: the `k` with which `1 / (1 + exp(-value / k))` predicts the results of games best.

use core::ops::Range;

/// It is looked for here.
const SCALES: Range<f64> = 40.0..4000.0;

/// The scale with the least loss.
pub fn fit(loss: impl Fn(f64) -> f64) -> f64 {
    // The loss has one minimum; a third of the range, which is one of ratios, is dropped at a time.
    let Range { start: mut low, end: mut high } = SCALES;
    while high / low > 1.001 {
        let third = (high / low).cbrt();
        if loss(low * third) < loss(high / third) { high /= third } else { low *= third }
    }
    (low * high).sqrt()
}
