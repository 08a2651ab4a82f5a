// SPDX-License-Identifier: MIT OR Apache-2.0
//! The SPRT against published values and an independent search.

use super::*;
use proptest::prelude::*;

fn sprt(text: &str) -> Sprt {
    text.parse().unwrap()
}

fn tally(pairs: [u64; 5]) -> Tally {
    Tally { pairs, ..Tally::default() }
}

/// The tests of fastchess (`app/tests/sprt_test.cpp`, MIT), with its tolerance of a hundredth.
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

/// The numbers are those of `tests/oracle/match_statistics.py`, which finds the maximum-likelihood
/// distributions in another way: for the normalised model it tries all deviations, with mean and variance as
/// two linear constraints.
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
    // Draws alone favour the smaller Elo difference.
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
        ("elo2=5", r#"unknown setting "elo2": expected elo0, elo1, alpha, beta or model"#),
        ("alpha=x", r#"alpha: "x" is not a number"#),
        ("model=bayesian", r#"unknown model "bayesian": expected logistic or normalized"#),
        ("alpha=0", "alpha=0 is not strictly between 0 and 0.5"),
        ("beta=0.5", "beta=0.5 is not strictly between 0 and 0.5"),
        ("elo0=nan", "elo0=NaN is not strictly between -1000 and 1000"),
        ("model=normalized,elo1=200", "elo1=200 is not strictly between -200 and 200"),
        ("elo0=5", "elo0=5 is not below elo1=5"),
    ] {
        assert_eq!(text.parse::<Sprt>().map_err(|error| error.to_string()), Err(error.to_owned()));
    }
}

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
