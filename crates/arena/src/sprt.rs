// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sequential probability ratio test (SPRT), pentanomial and generalised (GSPRT).
//!
//! **The test.** Two hypotheses are compared: the Elo difference is `elo0` (H0: the change is not worth it)
//! or `elo1` (H1: it is). After each pair of games the test computes the logarithm of the ratio of the
//! results' likelihoods under H1 and under H0 (the log-likelihood ratio, LLR). It drifts up if the engine is
//! strong and down if it is weak. A. Wald ("Sequential tests of statistical hypotheses", 1945) gave the
//! bounds: at ln((1-β)/α) H1 is accepted, at ln(β/(1-α)) H0. Then a bad change passes in at most about α of
//! all tests, and a good one fails in at most about β. Clear cases end early.
//!
//! **The likelihoods.** An Elo difference does not determine the probabilities of the five outcomes of a pair
//! (0, ½, 1, 1½ or 2 points): many distributions have the same mean. The generalised test takes for each
//! hypothesis the one with the maximum likelihood: in the *logistic* model among those with the expected
//! score of the Elo difference, in the *normalised* model among those whose mean exceeds ½ by the given
//! multiple of their own standard deviation.
//!
//! With the observed frequencies p, the probabilities q maximise Σ p ln q. Lagrange's multipliers give q =
//! p / (1 + θφ), where φ is the derivative of the constraint by the probability of each outcome, and θ the
//! number that fulfils the constraint.
//!
//! - *The mean is s* (logistic Elo): Σ q (a - s) = 0 for the scores a of the outcomes, so φ = a - s.
//! - *The mean μ and the standard deviation σ have the ratio (μ - ½)/σ = t* (normalised Elo): μ - ½ - tσ is
//!   not linear in q. Its derivative is, up to a constant, φ = a - ½ - tσ/2 · (1 + ((a - μ)/σ)²), and the
//!   constant is chosen such that Σ qφ = 0 is the constraint itself. Since μ and σ depend on q, the iteration
//!   starts with equal probabilities and repeats until nothing changes: three or four times, as t is small.
//!
//! An outcome that has not been observed counts as a thousandth of a pair, since its probability must not be
//! zero.
//!
//! The generalised test for pairs is M. Van den Bergh's ("A practical introduction to the GSPRT", "Comments
//! on normalized Elo", section 4), as used by fishtest and fastchess.

use crate::elo::{NORMALIZED_ELO, PAIR_SCORES, moments, score_of_elo};
use crate::tally::Tally;
use serde::Serialize;
use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;
use xiangqi::types::{Bilingual, bilingual};

/// The count of an outcome that has not been observed.
const UNOBSERVED: f64 = 1e-3;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    /// The Elo difference of H1; more than `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 is true (type I error).
    pub alpha: f64,
    /// The probability of accepting H0 if H1 is true (type II error).
    pub beta: f64,
    pub model: EloModel,
}

/// The unit of the Elo differences of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo, which depends on the score alone.
    Logistic,
    /// Normalised Elo (nElo): the score in standard deviations of a game.
    Normalized,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The Elo difference is at most `elo0`.
    H0,
    /// The Elo difference is at least `elo1`.
    H1,
}

impl Sprt {
    /// Returns the log-likelihood ratio (LLR) of the complete pairs: positive if they favour H1, negative if
    /// they favour H0, 0 without pairs.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.pairs == [0; 5] {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| if count == 0 { UNOBSERVED } else { count as f64 });
        let pairs: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / pairs);
        let mle = |elo| match self.model {
            EloModel::Logistic => mle_with_mean(&observed, score_of_elo(elo)),
            // The score of a pair has the mean of a game and its standard deviation divided by √2.
            EloModel::Normalized => mle_with_ratio(&observed, elo / NORMALIZED_ELO * SQRT_2),
        };
        let (under_h0, under_h1) = (mle(self.elo0), mle(self.elo1));
        (0..5).map(|i| counts[i] * (under_h1[i] / under_h0[i]).ln()).sum()
    }

    /// Returns Wald's bounds: the test accepts H0 if the [LLR](Self::llr) is at or below the first, H1 if it
    /// is at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the accepted hypothesis; `None` while the test is undecided.
    pub fn decision(&self, tally: &Tally) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr <= lower => Some(Hypothesis::H0),
            llr if llr >= upper => Some(Hypothesis::H1),
            _ => None,
        }
    }

    fn check(&self) -> Result<(), Bilingual> {
        let Self { elo0, elo1, alpha, beta, model } = *self;
        let limit = match model {
            EloModel::Logistic => 1000.0,
            // Beyond 230 the iteration has no valid starting point.
            EloModel::Normalized => 200.0,
        };
        for (name, value, low, high) in [
            ("elo0", elo0, -limit, limit),
            ("elo1", elo1, -limit, limit),
            ("alpha", alpha, 0.0, 0.5),
            ("beta", beta, 0.0, 0.5),
        ] {
            if !(low < value && value < high) {
                return Err(bilingual!(
                    "{name}={value} is not strictly between {low} and {high}",
                    "{name}={value} 应大于{low}、小于{high}"
                ));
            }
        }
        if elo0 >= elo1 {
            return Err(bilingual!("elo0={elo0} is not below elo1={elo1}", "elo0={elo0} 应小于 elo1={elo1}"));
        }
        Ok(())
    }
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }
}

impl FromStr for Sprt {
    type Err = Bilingual;

    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic`: any of these settings in any order; these
    /// values are the defaults.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut sprt = Self::default();
        for part in text.split(',').map(str::trim) {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                bilingual!("\"{part}\" is not of the form name=value", "“{part}”不是 name=value 的形式")
            })?;
            let number = match name {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                "model" => {
                    sprt.model = value.parse()?;
                    continue;
                }
                _ => {
                    return Err(bilingual!(
                        "unknown setting \"{name}\": expected elo0, elo1, alpha, beta or model",
                        "没有“{name}”这一项：可用 elo0、elo1、alpha、beta、model"
                    ));
                }
            };
            *number = value
                .parse()
                .map_err(|_| bilingual!("{name}: \"{value}\" is not a number", "{name}：“{value}”不是数"))?;
        }
        sprt.check()?;
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    /// Writes all settings in the form that is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

impl FromStr for EloModel {
    type Err = Bilingual;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "logistic" => Ok(Self::Logistic),
            "normalized" | "normalised" => Ok(Self::Normalized),
            _ => Err(bilingual!(
                "unknown model \"{text}\": expected logistic or normalized",
                "没有“{text}”这种模型：可用 logistic、normalized"
            )),
        }
    }
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        })
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

/// Returns the maximum-likelihood distribution with this mean.
fn mle_with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    constrained_mle(observed, &PAIR_SCORES.map(|score| score - mean))
}

/// Returns the maximum-likelihood distribution with this ratio (mean - ½) / standard deviation.
fn mle_with_ratio(observed: &[f64; 5], ratio: f64) -> [f64; 5] {
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
mod tests;
