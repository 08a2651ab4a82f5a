// SPDX-License-Identifier: MIT OR Apache-2.0
//! Likeliest distributions: the probabilities q of the five outcomes of a pair that make what was seen likeliest,
//! under a condition on their mean.
//!
//! With p being the frequencies that were seen, Σ p ln q is to be as large as possible. Lagrange's multipliers give
//! q = p / (1 + θφ), where φ is how fast the condition's left side grows with the probability of each outcome, and θ
//! the one number for which the condition holds.
//!
//! - *The mean is s*: Σ q (a - s) = 0 for the scores a of the outcomes, hence φ = a - s.
//! - *Mean μ and deviation σ have the ratio (μ - ½)/σ = t*: the left side μ - ½ - tσ is not linear in q, but its
//!   slope is, but for a constant, φ = a - ½ - tσ/2 · (1 + ((a - μ)/σ)²), and the constant is chosen such that Σ qφ = 0
//!   is the condition itself. Since μ and σ are those of q, we begin with equal probabilities and repeat until nothing
//!   changes any more: three or four times, as t is small.
//!
//! Source: M. Van den Bergh, "Comments on normalized Elo", section 4.

use super::elo::{PAIR_SCORES, moments};

/// The distribution with that mean under which what was seen is likeliest.
pub fn likeliest_with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &PAIR_SCORES.map(|score| score - mean))
}

/// The distribution with that ratio (mean - ½) / deviation under which what was seen is likeliest.
pub fn likeliest_with_ratio(seen: &[f64; 5], ratio: f64) -> [f64; 5] {
    let mut likeliest = [0.2; 5];
    for _ in 0..100 {
        let (mean, variance) = moments(&likeliest);
        let deviation = variance.sqrt();
        let slope =
            |score: f64| score - 0.5 - ratio * deviation / 2.0 * (1.0 + ((score - mean) / deviation).powi(2));
        let next = tilted(seen, &PAIR_SCORES.map(slope));
        let change = (0..5).map(|i| (next[i] - likeliest[i]).abs()).fold(0.0, f64::max);
        likeliest = next;
        if change < 1e-9 {
            break;
        }
    }
    likeliest
}

/// q = p / (1 + θφ) with the θ for which Σ qφ = 0. All p must be positive, and φ must have both signs.
///
/// That sum falls from +∞ to -∞ while θ goes from the pole of the largest φ to that of the smallest. Newton's method
/// finds its root in a few steps; where a step would leave the part of the way that is still in question, halving it is
/// the better step.
fn tilted(p: &[f64; 5], phi: &[f64; 5]) -> [f64; 5] {
    let mut low = -1.0 / phi.iter().copied().fold(f64::MIN, f64::max);
    let mut high = -1.0 / phi.iter().copied().fold(f64::MAX, f64::min);
    let mut theta = 0.0;
    for _ in 0..100 {
        let (mut sum, mut slope) = (0.0, 0.0);
        for (p, phi) in p.iter().zip(phi) {
            let ratio = phi / (1.0 + theta * phi);
            sum += p * ratio;
            slope += p * ratio * ratio;
        }
        if sum.abs() < 1e-12 {
            break;
        }
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
        let step = theta + sum / slope;
        theta = if low < step && step < high { step } else { f64::midpoint(low, high) };
    }
    std::array::from_fn(|i| p[i] / (1.0 + theta * phi[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Frequencies from counts of very different size, as small as those that stand for "never seen".
    fn frequencies() -> impl Strategy<Value = [f64; 5]> {
        let count = prop_oneof![Just(1e-3), 1.0..10.0, 10.0..100_000.0];
        prop::array::uniform5(count).prop_map(|counts| counts.map(|count| count / counts.iter().sum::<f64>()))
    }

    fn is_distribution(q: &[f64; 5]) -> bool {
        q.iter().all(|&q| q > 0.0) && (q.iter().sum::<f64>() - 1.0).abs() < 1e-6
    }

    proptest! {
        #[test]
        fn the_likeliest_distribution_has_the_mean(seen in frequencies(), mean in 0.01..0.99) {
            let likeliest = likeliest_with_mean(&seen, mean);
            prop_assert!(is_distribution(&likeliest), "{likeliest:?}");
            prop_assert!((moments(&likeliest).0 - mean).abs() < 1e-6, "{likeliest:?}");
        }

        #[test]
        fn the_likeliest_distribution_has_the_ratio(seen in frequencies(), ratio in -0.8..0.8) {
            let likeliest = likeliest_with_ratio(&seen, ratio);
            let (mean, variance) = moments(&likeliest);
            prop_assert!(is_distribution(&likeliest), "{likeliest:?}");
            prop_assert!((mean - 0.5 - ratio * variance.sqrt()).abs() < 1e-6, "{likeliest:?}");
        }

        #[test]
        fn no_other_distribution_with_the_mean_is_likelier(seen in frequencies(), mean in 0.1..0.9) {
            let likelihood = |q: &[f64; 5]| seen.iter().zip(q).map(|(p, q)| p * q.ln()).sum::<f64>();
            let likeliest = likeliest_with_mean(&seen, mean);
            // Directions that keep sum and mean.
            for way in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]] {
                for step in [-0.01, 0.01] {
                    let smallest = likeliest.iter().copied().fold(1.0, f64::min);
                    let other = std::array::from_fn(|i| likeliest[i] + step * smallest * way[i]);
                    prop_assert!(likelihood(&other) <= likelihood(&likeliest) + 1e-12);
                }
            }
        }
    }

    #[test]
    fn what_fulfils_the_condition_stays_as_it_is() {
        let seen = [0.1, 0.2, 0.3, 0.25, 0.15];
        let (mean, variance) = moments(&seen);
        let same = |other: [f64; 5]| seen.iter().zip(other).all(|(p, q)| (p - q).abs() < 1e-9);
        assert!(same(likeliest_with_mean(&seen, mean)));
        assert!(same(likeliest_with_ratio(&seen, (mean - 0.5) / variance.sqrt())));
    }
}
