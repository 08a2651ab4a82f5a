// SPDX-License-Identifier: MIT OR Apache-2.0
//! Constrained maximum-likelihood estimates (MLE): the probabilities q of the five outcomes of a pair that
//! maximise the likelihood of the observed results under a hypothesis of the GSPRT.
//!
//! With the observed frequencies p, Σ p ln q is maximised. Lagrange's multipliers give q = p / (1 + θφ),
//! where φ is the derivative of the constraint by the probability of each outcome, and θ the number that
//! fulfils the constraint.
//!
//! - *The mean is s* (logistic Elo): Σ q (a - s) = 0 for the scores a of the outcomes, so φ = a - s.
//! - *The mean μ and the standard deviation σ have the ratio (μ - ½)/σ = t* (normalised Elo): μ - ½ - tσ is
//!   not linear in q. Its derivative is, up to a constant, φ = a - ½ - tσ/2 · (1 + ((a - μ)/σ)²), and the
//!   constant is chosen such that Σ qφ = 0 is the constraint itself. Since μ and σ depend on q, the iteration
//!   starts with equal probabilities and repeats until nothing changes: three or four times, as t is small.
//!
//! Source: M. Van den Bergh, "Comments on normalized Elo", section 4.

use super::elo::{PAIR_SCORES, moments};

/// Returns the maximum-likelihood distribution with this mean.
pub fn mle_with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    constrained_mle(observed, &PAIR_SCORES.map(|score| score - mean))
}

/// Returns the maximum-likelihood distribution with this ratio (mean - ½) / standard deviation.
pub fn mle_with_ratio(observed: &[f64; 5], ratio: f64) -> [f64; 5] {
    let mut mle = [0.2; 5];
    for _ in 0..100 {
        let (mean, variance) = moments(&mle);
        let deviation = variance.sqrt();
        let phi =
            |score: f64| score - 0.5 - ratio * deviation / 2.0 * (1.0 + ((score - mean) / deviation).powi(2));
        let next = constrained_mle(observed, &PAIR_SCORES.map(phi));
        let change = (0..5).map(|i| (next[i] - mle[i]).abs()).fold(0.0, f64::max);
        mle = next;
        if change < 1e-9 {
            break;
        }
    }
    mle
}

/// Returns q = p / (1 + θφ) with the θ for which Σ qφ = 0. All p must be positive, and φ must have both
/// signs.
///
/// The sum falls from +∞ to -∞ while θ goes from the pole of the largest φ to that of the smallest. Newton's
/// method finds its root in a few steps; where a step would leave the bracket, bisection replaces it.
fn constrained_mle(p: &[f64; 5], phi: &[f64; 5]) -> [f64; 5] {
    let mut low = -1.0 / phi.iter().copied().fold(f64::MIN, f64::max);
    let mut high = -1.0 / phi.iter().copied().fold(f64::MAX, f64::min);
    let mut theta = 0.0;
    for _ in 0..100 {
        let (mut sum, mut curvature) = (0.0, 0.0);
        for (p, phi) in p.iter().zip(phi) {
            let ratio = phi / (1.0 + theta * phi);
            sum += p * ratio;
            curvature += p * ratio * ratio;
        }
        if sum.abs() < 1e-12 {
            break;
        }
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let step = theta + sum / curvature;
        theta = if low < step && step < high { step } else { f64::midpoint(low, high) };
    }
    std::array::from_fn(|i| p[i] / (1.0 + theta * phi[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Frequencies from counts of very different size, as small as the one that stands for "never observed".
    fn frequencies() -> impl Strategy<Value = [f64; 5]> {
        let count = prop_oneof![Just(1e-3), 1.0..10.0, 10.0..100_000.0];
        prop::array::uniform5(count).prop_map(|counts| counts.map(|count| count / counts.iter().sum::<f64>()))
    }

    fn is_distribution(q: &[f64; 5]) -> bool {
        q.iter().all(|&q| q > 0.0) && (q.iter().sum::<f64>() - 1.0).abs() < 1e-6
    }

    proptest! {
        #[test]
        fn the_mle_has_the_mean(observed in frequencies(), mean in 0.01..0.99) {
            let mle = mle_with_mean(&observed, mean);
            prop_assert!(is_distribution(&mle), "{mle:?}");
            prop_assert!((moments(&mle).0 - mean).abs() < 1e-6, "{mle:?}");
        }

        #[test]
        fn the_mle_has_the_ratio(observed in frequencies(), ratio in -0.8..0.8) {
            let mle = mle_with_ratio(&observed, ratio);
            let (mean, variance) = moments(&mle);
            prop_assert!(is_distribution(&mle), "{mle:?}");
            prop_assert!((mean - 0.5 - ratio * variance.sqrt()).abs() < 1e-6, "{mle:?}");
        }

        #[test]
        fn no_other_distribution_with_the_mean_is_likelier(observed in frequencies(), mean in 0.1..0.9) {
            let likelihood = |q: &[f64; 5]| observed.iter().zip(q).map(|(p, q)| p * q.ln()).sum::<f64>();
            let mle = mle_with_mean(&observed, mean);
            // Directions that keep sum and mean.
            for way in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]] {
                for step in [-0.01, 0.01] {
                    let smallest = mle.iter().copied().fold(1.0, f64::min);
                    let other = std::array::from_fn(|i| mle[i] + step * smallest * way[i]);
                    prop_assert!(likelihood(&other) <= likelihood(&mle) + 1e-12);
                }
            }
        }
    }

    #[test]
    fn a_distribution_that_fulfils_the_constraint_is_kept() {
        let observed = [0.1, 0.2, 0.3, 0.25, 0.15];
        let (mean, variance) = moments(&observed);
        let same = |other: [f64; 5]| observed.iter().zip(other).all(|(p, q)| (p - q).abs() < 1e-9);
        assert!(same(mle_with_mean(&observed, mean)));
        assert!(same(mle_with_ratio(&observed, (mean - 0.5) / variance.sqrt())));
    }
}
