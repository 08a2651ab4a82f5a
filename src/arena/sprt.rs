// SPDX-License-Identifier: MIT OR Apache-2.0
//! When a match may stop: the sequential probability ratio test.
//!
//! **The test.** Two hypotheses stand against each other: the advantage is `elo0` (H0: the change is not worth it) or
//! `elo1` (H1: it is). After each pair of games one asks how much likelier the results are under H1 than under H0. The
//! logarithm of that ratio, the LLR, wanders up if the engine is strong and down if it is weak. A. Wald ("Sequential
//! tests of statistical hypotheses", 1945) showed where to stop: at ln((1-β)/α) H1 is accepted, at ln(β/(1-α)) H0, and
//! then a bad change passes in at most about α of all tests, a good one fails in at most about β. Clear cases end early.
//!
//! **The likelihoods.** An advantage does not say how often a pair of games brings 0, ½, 1, 1½ or 2 points: many
//! distributions have the right mean. The generalised test takes for each hypothesis the one under which the results
//! are likeliest (`likelihood.rs` finds it): in the *logistic* model among those with the mean that the Elo promises,
//! in the *normalised* one among those whose mean is so many of their own deviations above a half.
//!
//! An outcome that was not seen yet is counted as a thousandth of a pair, for a hypothesis cannot do without it.
//!
//! The generalised test for pairs is M. Van den Bergh's ("A practical introduction to the GSPRT", "Comments on
//! normalized Elo"), as fishtest and fastchess use it.

#![allow(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]

use super::elo::{NORMALIZED_ELO, score_of_elo};
use super::likelihood::{likeliest_with_mean, likeliest_with_ratio};
use super::tally::Tally;
use std::f64::consts::SQRT_2;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// What an outcome that was not seen yet counts.
const UNSEEN: f64 = 1e-3;

/// A sequential probability ratio test.
///
/// ```
/// use chuhe::arena::{Hypothesis, Sprt, Tally};
/// let sprt: Sprt = "elo0=0,elo1=20".parse()?;
/// let tally = Tally { pairs: [3, 40, 110, 80, 7], ..Tally::default() };
/// assert_eq!(sprt.decision(&tally), Some(Hypothesis::H1));
/// # Ok::<(), chuhe::arena::ParseSprtError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The advantage of the first hypothesis.
    pub elo0: f64,
    /// The advantage of the second hypothesis; more than `elo0`.
    pub elo1: f64,
    /// How often H1 may be accepted though H0 is true.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 is true.
    pub beta: f64,
    /// What `elo0` and `elo1` mean.
    pub model: EloModel,
}

/// What an advantage is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EloModel {
    /// Elo: the score alone.
    Logistic,
    /// Normalised Elo: the score in standard deviations of a game.
    Normalized,
}

/// One of the two that a test decides between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The advantage is not more than `elo0`.
    H0,
    /// The advantage is at least `elo1`.
    H1,
}

/// Why a text does not describe a test.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum ParseSprtError {
    /// A part without `=`.
    #[error("\"{0}\" is not of the form name=value")]
    NoValue(String),
    /// There is no such setting.
    #[error("unknown setting \"{0}\": not elo0, elo1, alpha, beta or model")]
    UnknownName(String),
    /// A value that is no number.
    #[error("{name}: \"{value}\" is no number")]
    NotANumber {
        /// The setting.
        name: String,
        /// What was found.
        value: String,
    },
    /// There is no such model.
    #[error("unknown model \"{0}\": neither logistic nor normalized")]
    UnknownModel(String),
    /// A number that makes no sense.
    #[error("{name}={value} does not lie strictly between {low} and {high}")]
    OutOfRange {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: f64,
        /// All sensible values are larger.
        low: f64,
        /// All sensible values are smaller.
        high: f64,
    },
    /// The hypotheses are in the wrong order or equal.
    #[error("elo0={elo0} is not below elo1={elo1}")]
    WrongOrder {
        /// The advantage of H0.
        elo0: f64,
        /// The advantage of H1.
        elo1: f64,
    },
}

impl Sprt {
    /// The logarithm of the likelihood ratio of the complete pairs: positive if they speak for H1, negative if for H0,
    /// 0 without pairs.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.pairs == [0; 5] {
            return 0.0;
        }
        let counts = tally.pairs.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let pairs: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / pairs);
        let likeliest = |elo| match self.model {
            EloModel::Logistic => likeliest_with_mean(&seen, score_of_elo(elo)),
            // A pair has the mean of a game and its deviation divided by √2.
            EloModel::Normalized => likeliest_with_ratio(&seen, elo / NORMALIZED_ELO * SQRT_2),
        };
        let (under_h0, under_h1) = (likeliest(self.elo0), likeliest(self.elo1));
        (0..5).map(|i| counts[i] * (under_h1[i] / under_h0[i]).ln()).sum()
    }

    /// Where the test stops: at or below the first [LLR](Self::llr) with H0, at or above the second with H1.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the test says; `None`: it goes on.
    pub fn decision(&self, tally: &Tally) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr <= lower => Some(Hypothesis::H0),
            llr if llr >= upper => Some(Hypothesis::H1),
            _ => None,
        }
    }

    fn check(&self) -> Result<(), ParseSprtError> {
        let Self { elo0, elo1, alpha, beta, model } = *self;
        let limit = match model {
            EloModel::Logistic => 1000.0,
            // Beyond 230 the iteration has nowhere to begin.
            EloModel::Normalized => 200.0,
        };
        for (name, value, low, high) in [
            ("elo0", elo0, -limit, limit),
            ("elo1", elo1, -limit, limit),
            ("alpha", alpha, 0.0, 0.5),
            ("beta", beta, 0.0, 0.5),
        ] {
            if !(low < value && value < high) {
                return Err(ParseSprtError::OutOfRange { name, value, low, high });
            }
        }
        if elo0 < elo1 { Ok(()) } else { Err(ParseSprtError::WrongOrder { elo0, elo1 }) }
    }
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }
}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    /// Reads `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic`: any of these in any order; the others are as here.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut sprt = Self::default();
        for part in text.split(',').map(str::trim) {
            let (name, value) =
                part.split_once('=').ok_or_else(|| ParseSprtError::NoValue(part.to_owned()))?;
            let number = match name {
                "elo0" => &mut sprt.elo0,
                "elo1" => &mut sprt.elo1,
                "alpha" => &mut sprt.alpha,
                "beta" => &mut sprt.beta,
                "model" => {
                    sprt.model = value.parse()?;
                    continue;
                }
                _ => return Err(ParseSprtError::UnknownName(name.to_owned())),
            };
            *number = value
                .parse()
                .map_err(|_| ParseSprtError::NotANumber { name: name.to_owned(), value: value.to_owned() })?;
        }
        sprt.check()?;
        Ok(sprt)
    }
}

impl fmt::Display for Sprt {
    /// All settings in the form that is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={model}")
    }
}

impl FromStr for EloModel {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "logistic" => Ok(Self::Logistic),
            "normalized" | "normalised" => Ok(Self::Normalized),
            _ => Err(ParseSprtError::UnknownModel(text.to_owned())),
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

#[cfg(test)]
mod tests {
    use super::super::elo::moments;
    use super::*;
    use crate::types::SplitMix64;
    use proptest::prelude::*;

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    /// Tests that fastchess publishes (`app/tests/sprt_test.cpp`, MIT), with its tolerance of a hundredth.
    #[test]
    fn llr_is_that_of_fastchess() {
        for (settings, pairs, llr) in [
            ("elo0=0.5,elo1=2.5", [223, 9863, 21279, 10037, 246], -3.07),
            ("elo0=0,elo1=2", [871, 26175, 55983, 26678, 821], -4.98),
            ("elo0=0,elo1=2,model=normalized", [365, 16618, 36229, 16974, 390], 2.25),
            ("elo0=-1.75,elo1=0.25,model=normalized", [127, 4883, 10712, 5150, 104], 3.01),
            ("elo0=0,elo1=5,model=normalized", [0, 0, 0, 0, 5550], 111.82),
        ] {
            let found = sprt(settings).llr(&tally(pairs));
            assert!((found - llr).abs() < 0.01 * (1.0 + llr.abs()), "{settings}: {found}, not {llr}");
        }
    }

    /// The numbers are those of `tests/oracle/match_statistics.py`, which finds the likeliest distributions in another
    /// way: for the normalised model it tries all deviations, with mean and variance as two linear conditions.
    #[test]
    fn llr_is_that_of_a_plain_search() {
        for (elos, pairs, logistic, normalized) in [
            ("elo0=0,elo1=5", [64, 405, 1013, 485, 93], 4.241_516_878, 2.846_781_577),
            ("elo0=0,elo1=20", [3, 40, 110, 80, 7], 5.910_211_437, 3.945_550_914),
            ("elo0=0,elo1=30", [0, 0, 12, 8, 0], 1.651_817_686, 0.960_604_024),
            ("elo0=-3,elo1=10", [0, 7, 40, 9, 1], 0.633_615_115, 0.322_531_203),
            ("elo0=0,elo1=40", [0, 0, 0, 0, 30], 3.255_697_905, 4.470_771_365),
        ] {
            for (model, llr) in [("logistic", logistic), ("normalized", normalized)] {
                let found = sprt(&format!("{elos},model={model}")).llr(&tally(pairs));
                assert!((found - llr).abs() < 1e-6, "{elos} {model}: {found}, not {llr}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_other_side_sees_the_opposite(
            pairs in prop::array::uniform5(0_u64..500),
            elo0 in -150.0..149.0,
            width in 0.1..50.0,
            normalized: bool,
        ) {
            let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
            let one = Sprt { elo0, elo1: elo0 + width, model, ..Sprt::default() };
            let other = Sprt { elo0: -elo0 - width, elo1: -elo0, ..one };
            let mut reversed = pairs;
            reversed.reverse();
            let (one, other) = (one.llr(&tally(pairs)), other.llr(&tally(reversed)));
            prop_assert!((one + other).abs() < 1e-6 * (1.0 + one.abs()), "{one} {other}");
        }

        #[test]
        fn settings_read_back(elo0 in -199.0..0.0, elo1 in 0.1..199.0, alpha in 0.001..0.499, normalized: bool) {
            let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
            let test = Sprt { elo0, elo1, alpha, beta: alpha / 2.0, model };
            prop_assert_eq!(test.to_string().parse(), Ok(test));
        }
    }

    #[test]
    fn a_test_goes_on_until_a_bound_is_reached() {
        let test = Sprt::default();
        let (lower, upper) = test.bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-9 && (lower + upper).abs() < 1e-12);
        assert_eq!((test.llr(&tally([0; 5])), test.decision(&tally([0; 5]))), (0.0, None));
        assert_eq!(test.decision(&tally([5, 20, 60, 25, 6])), None);
        assert_eq!(test.decision(&tally([64, 405, 1013, 485, 93])), Some(Hypothesis::H1));
        assert_eq!(test.decision(&tally([93, 485, 1013, 405, 64])), Some(Hypothesis::H0));
        // Draws alone speak for the smaller advantage.
        assert_eq!(test.decision(&tally([0, 0, 1000, 0, 0])), Some(Hypothesis::H0));
    }

    #[test]
    fn settings_come_in_any_order_and_have_defaults() {
        assert_eq!(Sprt::default().to_string(), "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic");
        let expected = Sprt { elo0: -3.0, elo1: 0.0, alpha: 0.1, beta: 0.05, model: EloModel::Normalized };
        assert_eq!(sprt("model=normalized, alpha=0.1,elo1=0,elo0=-3"), expected);
        assert_eq!(sprt("elo1=5"), Sprt::default());
    }

    #[test]
    fn errors_name_the_offending_text() {
        for (text, error) in [
            ("", r#""" is not of the form name=value"#),
            ("elo0=0,5", r#""5" is not of the form name=value"#),
            ("elo2=5", r#"unknown setting "elo2": not elo0, elo1, alpha, beta or model"#),
            ("alpha=x", r#"alpha: "x" is no number"#),
            ("model=bayesian", r#"unknown model "bayesian": neither logistic nor normalized"#),
            ("alpha=0", "alpha=0 does not lie strictly between 0 and 0.5"),
            ("beta=0.5", "beta=0.5 does not lie strictly between 0 and 0.5"),
            ("elo0=nan", "elo0=NaN does not lie strictly between -1000 and 1000"),
            ("model=normalized,elo1=200", "elo1=200 does not lie strictly between -200 and 200"),
            ("elo0=5", "elo0=5 is not below elo1=5"),
        ] {
            assert_eq!(text.parse::<Sprt>().map_err(|error| error.to_string()), Err(error.to_owned()));
        }
    }

    /// The outcomes of pairs between engines that differ by `advantage`: openings of different bias, each played with
    /// both colours. So the games of a pair depend on each other: together they vary less than two strangers.
    fn outcomes(advantage: f64) -> [f64; 5] {
        const BIASES: [f64; 5] = [-60.0, 0.0, 40.0, 90.0, 180.0];
        const DRAWS: f64 = 120.0;
        let mut outcomes = [0.0; 5];
        for bias in BIASES {
            let game = |elo: f64| {
                let (win, loss) = (score_of_elo(elo - DRAWS), score_of_elo(-elo - DRAWS));
                [loss, 1.0 - win - loss, win]
            };
            for (i, one) in game(advantage + bias).into_iter().enumerate() {
                for (j, other) in game(advantage - bias).into_iter().enumerate() {
                    outcomes[i + j] += one * other / 5.0;
                }
            }
        }
        outcomes
    }

    /// The outcomes when the hypothesis `elo` is exactly true.
    fn outcomes_at(elo: f64, model: EloModel) -> [f64; 5] {
        let (mut low, mut high) = (-500.0, 500.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let (mean, variance) = moments(&outcomes(middle));
            let too_weak = match model {
                EloModel::Logistic => mean < score_of_elo(elo),
                EloModel::Normalized => (mean - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_ELO < elo,
            };
            if too_weak {
                low = middle;
            } else {
                high = middle;
            }
        }
        outcomes(low)
    }

    /// How often, in 10 000 tests, the `wrong` hypothesis is accepted while `elo` is the truth.
    fn error_rate(test: &Sprt, elo: f64, wrong: Hypothesis) -> f64 {
        const RUNS: u32 = 10_000;
        let outcomes = outcomes_at(elo, test.model);
        let mut random = SplitMix64::new(2313);
        let mut errors = 0;
        let mut games = 0;
        for _ in 0..RUNS {
            let mut tally = Tally::default();
            let decision = loop {
                let mut rest = random.below(1 << 32) as f64 / f64::from(1 << 16).powi(2);
                let outcome = outcomes.iter().position(|probability| {
                    rest -= probability;
                    rest < 0.0
                });
                tally.pairs[outcome.unwrap_or(4)] += 1;
                games += 2;
                if let Some(decision) = test.decision(&tally) {
                    break decision;
                }
            };
            errors += u32::from(decision == wrong);
        }
        println!("{test} at {elo}: {wrong} in {errors} of {RUNS} runs, {} games a run", games / RUNS);
        f64::from(errors) / f64::from(RUNS)
    }

    /// The rate that is found in 10 000 runs is more than three deviations, 3 √(0.05 · 0.95 / 10 000), above the true
    /// one only once in 740 times.
    fn errors_are_as_rare_as_promised(test: &Sprt) {
        let tolerance = 3.0 * (0.05_f64 * 0.95 / 10_000.0).sqrt();
        assert!(error_rate(test, test.elo0, Hypothesis::H1) <= test.alpha + tolerance);
        assert!(error_rate(test, test.elo1, Hypothesis::H0) <= test.beta + tolerance);
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "takes seconds in debug")]
    fn logistic_errors_are_as_rare_as_promised() {
        errors_are_as_rare_as_promised(&sprt("elo0=0,elo1=30"));
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "takes seconds in debug")]
    fn normalized_errors_are_as_rare_as_promised() {
        errors_are_as_rare_as_promised(&sprt("elo0=0,elo1=30,model=normalized"));
    }
}
