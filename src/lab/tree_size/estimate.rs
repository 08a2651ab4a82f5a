// SPDX-License-Identifier: MIT OR Apache-2.0
//! The estimate from many independent descents: the mean, and how far it can be trusted.
//!
//! Numbers of nodes differ by powers of ten from descent to descent, so all are kept as decimal logarithms.

use super::descent::{TreeNode, descend};
use crate::types::SplitMix64;

/// The number of resamples of a bootstrap interval.
const RESAMPLES: usize = 1000;
/// The ranks, among the resamples, of the ends of a 95 % interval.
const ENDS: [usize; 2] = [RESAMPLES / 40, RESAMPLES - 1 - RESAMPLES / 40];

/// The findings of independent descents.
#[derive(Clone, Debug, Default)]
pub struct Estimate {
    /// For each descent the decimal logarithms of the numbers of nodes at each depth.
    descents: Vec<Vec<f64>>,
}

/// A mean over descents. All but the last are decimal logarithms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The logarithm of the mean (not the mean of the logarithms).
    pub mean: f64,
    /// The lower end of the 95 % bootstrap interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The effective number of descents, by Kish: all if they agree, 1 if a single one makes the mean.
    pub effective: f64,
}

impl Estimate {
    /// Descends `count` times from `root`. The seed of each descent is drawn from `rng`.
    pub fn new<N: TreeNode>(
        root: &N,
        count: usize,
        walkers: usize,
        plies: usize,
        rng: &mut SplitMix64,
    ) -> Self {
        let descent = |_| descend(root, walkers, plies, &mut SplitMix64::new(rng.next_u64()));
        Self { descents: (0..count).map(descent).collect() }
    }

    /// Returns the greatest depth that a descent reached.
    pub fn deepest(&self) -> usize {
        self.descents.iter().map(|logarithms| logarithms.len() - 1).max().unwrap_or(0)
    }

    /// Returns the number of nodes at a depth; `None` if no descent came there.
    pub fn at(&self, depth: usize) -> Option<Interval> {
        interval(
            self.descents
                .iter()
                .map(|logarithms| logarithms.get(depth).copied().unwrap_or(f64::NEG_INFINITY)),
        )
    }

    /// Returns the number of nodes down to a depth; `None` without descents.
    pub fn down_to(&self, depth: usize) -> Option<Interval> {
        interval(
            self.descents.iter().map(|logarithms| log_sum(&logarithms[..logarithms.len().min(depth + 1)])),
        )
    }
}

/// Returns the decimal logarithm of the sum of numbers, given theirs.
fn log_sum(logarithms: &[f64]) -> f64 {
    let greatest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if greatest == f64::NEG_INFINITY {
        return greatest;
    }
    greatest + logarithms.iter().map(|logarithm| 10_f64.powf(logarithm - greatest)).sum::<f64>().log10()
}

/// Returns the mean of numbers, given their decimal logarithms; `None` if all are zero.
#[expect(clippy::cast_precision_loss, reason = "numbers of descents")]
fn interval(logarithms: impl Iterator<Item = f64> + Clone) -> Option<Interval> {
    let greatest = logarithms.clone().fold(f64::NEG_INFINITY, f64::max);
    if greatest == f64::NEG_INFINITY {
        return None;
    }
    let shares: Vec<f64> = logarithms.map(|logarithm| 10_f64.powf(logarithm - greatest)).collect();
    let count = shares.len() as f64;
    let (sum, squares) =
        shares.iter().fold((0.0, 0.0), |(sum, squares), share| (sum + share, squares + share * share));
    // The interval depends on the numbers alone.
    let mut rng = SplitMix64::new(0);
    let mut resample = || (0..shares.len()).map(|_| shares[rng.below(shares.len())]).sum::<f64>();
    let mut sums: Vec<f64> = (0..RESAMPLES).map(|_| resample()).collect();
    sums.sort_unstable_by(f64::total_cmp);
    let logarithm = |sum: f64| greatest + (sum / count).log10();
    let [low, high] = ENDS.map(|rank| logarithm(sums[rank]));
    Some(Interval { mean: logarithm(sum), low, high, effective: sum * sum / squares })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_means_are_those_of_the_numbers() {
        assert!((log_sum(&[1.0, 2.0, 2.0]) - 210_f64.log10()).abs() < 1e-12);
        assert!(log_sum(&[]).is_infinite());
        let found = interval([300.0, f64::NEG_INFINITY, 300.0, 300.0].into_iter()).unwrap();
        assert!((found.mean - (300.0 + 0.75_f64.log10())).abs() < 1e-9);
        assert!((found.effective - 3.0).abs() < 1e-9);
        assert!(found.low < found.mean && found.mean < found.high);
        assert_eq!(interval([f64::NEG_INFINITY].into_iter()), None);
    }
}
