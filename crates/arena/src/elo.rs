// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pentanomial statistics: Elo, normalised Elo (nElo) with confidence intervals, and the likelihood of
//! superiority (LOS).
//!
//! **Pentanomial pairs.** The two games of a pair start from the same opening with colours swapped. What the
//! opening gives to one side it gives to each engine once, so the points of a pair vary less than those of
//! two unrelated games. Therefore a pair is one observation with five outcomes (0, ¼, ½, ¾ or all of its
//! points): the pentanomial model. With N pairs of mean score s and variance σ², s has the standard error
//! σ/√N, and s ± 1.96 σ/√N contains the true score in 95 of 100 matches.
//!
//! **Elo** is the score on a logistic scale: s = 1 / (1 + 10^(-Elo/400)). The bounds of the interval are
//! converted one by one, so the interval is slightly asymmetric, and a bound at 0 % or 100 % is infinite.
//!
//! **Normalised Elo** measures the same advantage in standard deviations of a game: (s - ½) / σ₁, where σ₁ =
//! √2 σ is the deviation of a game such that two independent games make a pair. It determines the number of
//! games needed to detect a difference, at any draw rate. The factor 800 / ln 10 makes it equal to a
//! small Elo where σ₁ = ½, as in games without draws. The standard error of s/σ₁ from 2N games is about
//! 1/√(2N).
//!
//! **Few or equal pairs.** With fewer than two pairs, or if all pairs have the same result (a variance of
//! zero would claim certainty), the error cannot be estimated from pairs. Then all games are taken as
//! independent trials, and the interval is Wilson's, which stays sensible at 0 % and 100 %. Draws and swapped
//! colours reduce the true variance, so this interval errs on the wide side.
//!
//! Sources: M. Van den Bergh, "Normalized Elo" (2020), for the pairs and the scale; E. B. Wilson, "Probable
//! inference, the law of succession, and statistical inference" (1927); G. Marsaglia, "Evaluating the normal
//! distribution" (2004).

use crate::tally::Tally;
use serde::Serialize;
use std::f64::consts::{LN_10, PI, SQRT_2};
use std::fmt;

/// The score of each outcome of a pair, from 0 to 1.
pub const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The normalised Elo of an advantage of one standard deviation of a game.
pub const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// The half width of a 95 % confidence interval, in standard deviations.
const Z_95: f64 = 1.959_963_984_540_054;

/// A value with its 95 % confidence interval; the bounds may be infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// Returns half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Estimate {
    /// Writes the value and half the width of the interval: `+11.6 +- 7.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.1} +- {:.1}", self.value, self.error())
    }
}

impl Tally {
    /// Returns the Elo difference to the opponents; `None` without games.
    ///
    /// Games without the other game of their pair are left out. With fewer than two pairs, or if all pairs
    /// have the same result, every game counts, and the interval is Wilson's; a bound at 0 % or 100 % is
    /// infinite.
    pub fn elo(&self) -> Option<Estimate> {
        let [value, low, high] = match self.pair_score() {
            Some(PairScore { mean, variance, pairs }) => {
                let error = Z_95 * (variance / pairs).sqrt();
                [mean, mean - error, mean + error]
            }
            None if self.games() == 0 => return None,
            None => {
                let (low, high) = wilson_interval(self.score(), self.games() as f64);
                [self.score(), low, high]
            }
        }
        .map(elo_of_score);
        Some(Estimate { value, low, high })
    }

    /// Returns the difference in normalised Elo; `None` while the pairs are too few or too equal to estimate
    /// their variance. The error is that of small differences.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let PairScore { mean, variance, pairs } = self.pair_score()?;
        let value = NORMALIZED_ELO * (mean - 0.5) / (variance.sqrt() * SQRT_2);
        let error = NORMALIZED_ELO * Z_95 / (2.0 * pairs).sqrt();
        Some(Estimate { value, low: value - error, high: value + error })
    }

    /// Returns the likelihood of superiority (LOS): the probability, from 0 to 1, that the engine is stronger
    /// than its opponents. If the pairs are too few or too equal, it is computed from the numbers of won and
    /// lost games.
    pub fn los(&self) -> f64 {
        let deviations = match self.pair_score() {
            Some(PairScore { mean, variance, pairs }) => (mean - 0.5) / (variance / pairs).sqrt(),
            None if self.wins == self.losses => 0.0,
            None => (self.wins as f64 - self.losses as f64) / ((self.wins + self.losses) as f64).sqrt(),
        };
        normal_cdf(deviations)
    }

    /// Mean and variance of the complete pairs, if there are at least two and not all have the same result.
    fn pair_score(&self) -> Option<PairScore> {
        let pairs = self.pairs.iter().sum::<u64>() as f64;
        let (mean, variance) = moments(&self.pairs.map(|count| count as f64 / pairs.max(1.0)));
        (pairs >= 2.0 && variance > 0.0).then_some(PairScore { mean, variance, pairs })
    }
}

/// Mean and variance of the scores of pairs, and their number.
struct PairScore {
    mean: f64,
    variance: f64,
    pairs: f64,
}

/// Returns mean and variance of the score of a pair, from the probabilities of its outcomes.
pub fn moments(probabilities: &[f64; 5]) -> (f64, f64) {
    let expect = |f: &dyn Fn(f64) -> f64| -> f64 {
        PAIR_SCORES.iter().zip(probabilities).map(|(&score, probability)| probability * f(score)).sum()
    };
    let mean = expect(&|score| score);
    (mean, expect(&|score| (score - mean).powi(2)))
}

pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Returns the 95 % interval of a score or share from 0 to 1 (Wilson 1927): the true values from which the
/// observed one is less than 1.96 standard deviations away. There must be trials.
pub fn wilson_interval(score: f64, trials: f64) -> (f64, f64) {
    let square = Z_95.powi(2) / trials;
    let middle = score + square / 2.0;
    let half_width = (square * score * (1.0 - score) + square * square / 4.0).sqrt();
    let end = |offset: f64| (middle + offset) / (1.0 + square);
    // At 0 and 1 exactly: rounding would turn an infinite Elo into a large one.
    let low = if score > 0.0 { end(-half_width) } else { 0.0 };
    let high = if score < 1.0 { end(half_width) } else { 1.0 };
    (low, high)
}

/// Returns the probability that a standard normal variable is below `x`, by the series x + x³/3 + x⁵/(3·5) +
/// …
fn normal_cdf(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return f64::from(x > 0.0);
    }
    let (mut sum, mut term, mut divisor) = (x, x, 3.0);
    while term.abs() > f64::EPSILON * sum.abs() {
        term *= x * x / divisor;
        sum += term;
        divisor += 2.0;
    }
    0.5 + sum * (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    fn is_near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-6
    }

    /// The numbers are those of `tests/oracle/match_statistics.py`. Rounded, the first two are also in the
    /// tests of fastchess (`app/tests/elo_test.cpp`, MIT): 55.58 ± 27.65, nElo 57.94 ± 28.28; -8.64 ± 10.33,
    /// nElo -9.17 ± 10.96, LOS 5.05 %.
    #[test]
    fn elo_is_that_of_the_reference() {
        for (pairs, elo, normalized, los) in [
            (
                [34, 54, 63, 64, 75],
                [55.579_780_420, 28.276_159_757, 83.583_018_770],
                [57.935_599_938, 28.275_376_243],
                0.999_970_393,
            ),
            (
                [332, 433, 498, 333, 334],
                [-8.642_667_268, -18.984_508_686, 1.683_880_163],
                [-9.172_914_270, 10.960_458_878],
                0.050_470_067,
            ),
            (
                [0, 7, 40, 9, 1],
                [12.195_728_859, -14.342_900_833, 38.877_661_673],
                [29.311_371_251, 63.777_863_054],
                0.816_144_882,
            ),
        ] {
            let found = tally(pairs).elo().unwrap();
            assert!(is_near(found.value, elo[0]), "{found:?}");
            assert!(is_near(found.low, elo[1]) && is_near(found.high, elo[2]), "{found:?}");
            let found = tally(pairs).normalized_elo().unwrap();
            assert!(
                is_near(found.value, normalized[0]) && is_near(found.error(), normalized[1]),
                "{found:?}"
            );
            assert!(is_near(tally(pairs).los(), los));
        }
    }

    #[test]
    fn without_usable_pairs_all_games_are_trials() {
        let elo = |wins, draws, losses, pairs| Tally { wins, draws, losses, pairs }.elo().unwrap();
        let all_won = elo(20, 0, 0, [0, 0, 0, 0, 10]);
        assert_eq!((all_won.value, all_won.high), (f64::INFINITY, f64::INFINITY));
        assert!(is_near(all_won.low, 286.613_525_449), "{all_won:?}");
        assert_eq!(all_won.to_string(), "+inf +- inf");
        let all_lost = elo(0, 0, 3, [1, 0, 0, 0, 0]);
        assert_eq!((all_lost.value, all_lost.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!(is_near(all_lost.high, 42.949_970_928), "{all_lost:?}");
        let all_drawn = elo(0, 40, 0, [0, 0, 20, 0, 0]);
        assert_eq!(all_drawn.to_string(), "+0.0 +- 106.0");
        let one_pair = elo(1, 1, 0, [0, 0, 0, 1, 0]);
        assert!(is_near(one_pair.low, -243.148_706_974), "{one_pair:?}");
        assert!(is_near(one_pair.high, 624.845_710_750), "{one_pair:?}");
        assert_eq!(Tally::default().elo(), None);
        assert_eq!(tally([0, 0, 20, 0, 0]).normalized_elo(), None);
    }

    #[test]
    fn los_falls_back_on_won_and_lost_games() {
        let los = |wins, draws, losses| Tally { wins, draws, losses, ..Tally::default() }.los();
        assert_eq!((los(0, 0, 0), los(0, 9, 0), los(3, 1, 3)), (0.5, 0.5, 0.5));
        assert!(is_near(los(3, 7, 0), 0.958_367_742) && is_near(los(1, 7, 2), 0.281_851_431));
        assert!(los(1000, 0, 0) > 1.0 - 1e-9 && los(0, 0, 1000) < 1e-9);
    }

    #[test]
    fn an_interval_that_reaches_all_points_has_an_infinite_bound() {
        let few = tally([0, 0, 0, 1, 3]).elo().unwrap();
        assert!(few.value.is_finite() && few.low.is_finite() && few.high == f64::INFINITY);
        assert!(few.to_string().ends_with(" +- inf"));
    }

    #[test]
    fn scores_and_elo_convert_both_ways() {
        for elo in [-400.0, -10.0, 0.0, 0.5, 191.0, 800.0] {
            assert!(is_near(elo_of_score(score_of_elo(elo)), elo));
        }
        assert!(is_near(score_of_elo(400.0), 10.0 / 11.0));
    }

    proptest! {
        #[test]
        fn the_other_side_sees_the_opposite(pairs in prop::array::uniform5(0_u64..300)) {
            let mut reversed = pairs;
            reversed.reverse();
            let (one, other) = (tally(pairs), tally(reversed));
            prop_assert!(is_near(one.los() + other.los(), 1.0));
            if let (Some(one), Some(other)) = (one.elo(), other.elo()) {
                prop_assert!(is_near(one.value, -other.value));
                // As scores, since the bounds may be infinite.
                prop_assert!(is_near(score_of_elo(one.low) + score_of_elo(other.high), 1.0));
                prop_assert!(one.low <= one.value && one.value <= one.high);
            }
        }

        #[test]
        fn wilson_bounds_are_at_the_critical_distance(score in 0.01..0.99, trials in 1.0..1000.0) {
            for end in <[f64; 2]>::from(wilson_interval(score, trials)) {
                let deviation = (end * (1.0 - end) / trials).sqrt();
                prop_assert!(is_near((score - end).abs(), Z_95 * deviation));
            }
        }
    }
}
