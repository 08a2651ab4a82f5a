// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the tuner: where it ends, its state on disk, trials, threads and failures.

use super::{Parameter, Perturbation, SpsaConfig, Tuner, fraction, run};
use std::convert::Infallible;
use std::sync::atomic::{AtomicU32, Ordering};
use xiangqi::types::SplitMix64;

/// The best values of the parameters, which start about five steps away from them.
const BEST: [i32; 4] = [150, -40, 12, 5050];

fn config(pairs: u32) -> SpsaConfig {
    let parameter =
        |name: &str, start, min, max, step| Parameter { name: name.into(), start, min, max, step };
    SpsaConfig {
        parameters: vec![
            parameter("margin", 100, 0, 300, 10),
            parameter("base", 10, -100, 100, 10),
            parameter("depth", 7, 1, 14, 1),
            parameter("divisor", 7550, 1000, 9000, 500),
        ],
        pairs,
        seed: 7,
        conditions: "of dice".to_owned(),
    }
}

/// The distances from the best values, in steps.
fn distances(tuner: &Tuner) -> Vec<f64> {
    let away = |((value, best), parameter): ((&f64, i32), &Parameter)| {
        (value - f64::from(best)) / f64::from(parameter.step)
    };
    tuner.values.iter().zip(BEST).zip(&tuner.config.parameters).map(away).collect()
}

/// Simulates a pair of games: strength falls with the square of the distance from the best values, a distance
/// of two steps costs 20 Elo, and a third of the games are drawn.
fn dice(perturbation: &Perturbation) -> [u8; 2] {
    let loss = |values: &[i32]| -> f64 {
        let away = values.iter().zip(BEST).zip([10, 10, 1, 500]);
        away.map(|((value, best), step)| f64::from((value - best).pow(2)) / f64::from(step * step)).sum()
    };
    let elo = 5.0 * (loss(&perturbation.minus) - loss(&perturbation.plus));
    let wins = 2.0 / 3.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let mut rng = SplitMix64::numbered(99, perturbation.pair);
    [0, 0].map(|_: u8| match fraction(&mut rng) {
        luck if luck < wins => 2,
        luck if luck < wins + 1.0 / 3.0 => 1,
        _ => 0,
    })
}

/// Plays the remaining pairs on one thread.
fn finish(mut tuner: Tuner) -> Tuner {
    let player = |perturbation: &Perturbation| Ok::<_, Infallible>(Some(dice(perturbation)));
    let Ok(()) = run(&mut tuner, vec![player], |_| Ok(()));
    tuner
}

#[test]
fn parameters_converge_to_their_best_values_in_spite_of_noise() {
    let tuner = finish(Tuner::new(config(20_000)));
    assert!(distances(&tuner).iter().all(|away| away.abs() < 1.0), "{:?}", distances(&tuner));
    let [wins, draws, losses] = tuner.score;
    assert_eq!((tuner.done, wins + draws + losses), (20_000, 40_000));
    assert!(wins.abs_diff(losses) < 1000, "plus is better or worse only by chance");
}

#[test]
fn a_resumed_run_ends_as_an_uninterrupted_one() {
    let whole = finish(Tuner::new(config(300)));
    let mut part = Tuner::new(config(300));
    let stopped = run(&mut part, vec![|perturbation: &Perturbation| Ok(Some(dice(perturbation)))], |tuner| {
        if tuner.done < 120 { Ok(()) } else { Err(()) }
    });
    assert_eq!((stopped, part.done), (Err(()), 120));
    let resumed = Tuner::resume(config(300), &part.to_string()).unwrap();
    assert_eq!(resumed, part);
    assert_eq!(finish(resumed), whole);
    assert_eq!(finish(whole.clone()), whole, "no pairs are left to play");
}

#[test]
fn the_state_is_readable_text() {
    let text = finish(Tuner::new(config(50))).to_string();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[1..6],
        ["games of dice", "pairs 50", "seed 7", "numbers 4", "tune margin from 100, range 0 to 300, step 10"]
    );
    assert_eq!(lines[9], "done 50");
    assert!(lines[10].starts_with("score ") && lines[11].starts_with("value margin 10"), "{text}");
    assert_eq!(lines.len(), 15);
}

#[test]
fn a_state_of_another_run_is_rejected() {
    let text = Tuner::new(config(50)).to_string();
    let complaint = |config, text: &str| Tuner::resume(config, text).unwrap_err().to_string();
    assert_eq!(
        complaint(config(60), &text),
        "line 3: state of another run: found 'pairs 50', expected 'pairs 60'"
    );
    let conditions = "of cards".to_owned();
    assert!(complaint(SpsaConfig { conditions, ..config(50) }, &text).contains("found 'games of dice'"));
    let mut fewer = config(50);
    fewer.parameters.pop();
    assert!(complaint(fewer, &text).starts_with("line 5: state of another run"));
    assert!(complaint(config(50), "").starts_with("line 1: state of another run: found '', expected '#"));
}

#[test]
fn a_damaged_state_is_rejected() {
    let text = Tuner::new(config(50)).to_string();
    for (from, to, complaint) in [
        ("done 0", "done 51", "line 10: found 'done 51', expected 'done' and a valid value"),
        ("score 0-0-0", "score 0-0", "line 11: found 'score 0-0', expected 'score' and a valid value"),
        (
            "value margin 100",
            "value margin 301",
            "line 12: found 'value margin 301', expected 'value margin' and a valid value",
        ),
        (
            "value base 10",
            "value base nan",
            "line 13: found 'value base nan', expected 'value base' and a valid value",
        ),
        ("value divisor 7550\n", "", "line 15: found '', expected 'value divisor' and a valid value"),
    ] {
        let damaged = text.replace(from, to);
        assert_eq!(Tuner::resume(config(50), &damaged).unwrap_err().to_string(), complaint);
    }
    assert!(Tuner::resume(config(50), &text.replace('\n', "\r\n")).is_ok());
}

#[test]
fn trials_lie_on_both_sides_within_the_range() {
    let config = SpsaConfig { seed: 3, ..config(100) };
    let tuner = Tuner::new(config.clone());
    let mut ups = [0; 4];
    for pair in 0..100 {
        let perturbation = tuner.perturb(pair);
        let values = perturbation.plus.iter().zip(&perturbation.minus);
        for (i, ((&plus, &minus), parameter)) in values.zip(&config.parameters).enumerate() {
            let range = parameter.min..=parameter.max;
            assert!(range.contains(&plus) && range.contains(&minus));
            assert!((plus - minus).abs() >= parameter.step, "{plus} and {minus}");
            ups[i] += u32::from(plus > minus);
        }
    }
    assert!(ups.iter().all(|ups| (35..=65).contains(ups)), "{ups:?}");
    let last = tuner.perturb(99);
    assert_eq!((last.plus[0] - 100).abs(), 10, "the last perturbation is the step itself");
}

#[test]
fn rounding_keeps_the_mean() {
    let parameter = &config(1).parameters[1];
    let mut rng = SplitMix64::new(1);
    for value in [-99.75, -3.0, 0.25, 42.5] {
        let mean =
            (0..10_000).map(|_| f64::from(parameter.rounded(value, fraction(&mut rng)))).sum::<f64>() / 1e4;
        assert!((mean - value).abs() < 0.02, "{mean} for {value}");
    }
    assert_eq!((parameter.rounded(500.0, 0.1), parameter.rounded(-500.0, 0.9)), (100, -100));
}

#[test]
fn threads_share_the_pairs() {
    let sum = AtomicU32::new(0);
    let player = |perturbation: &Perturbation| {
        sum.fetch_add(perturbation.pair, Ordering::Relaxed);
        Ok::<_, Infallible>(Some(dice(perturbation)))
    };
    let mut tuner = Tuner::new(config(200));
    let mut seen = 0;
    let Ok(()) = run(&mut tuner, vec![&player; 4], |tuner| {
        seen += 1;
        assert_eq!(tuner.done, seen);
        Ok(())
    });
    assert_eq!((tuner.done, seen), (200, 200));
    assert_eq!(sum.into_inner(), 199 * 200 / 2);
}

#[test]
fn an_error_or_an_aborted_pair_ends_the_run() {
    let mut tuner = Tuner::new(config(100));
    let player =
        |perturbation: &Perturbation| if perturbation.pair < 5 { Ok(Some([2, 1])) } else { Err("it hangs") };
    assert_eq!(run(&mut tuner, vec![player], |_| Ok(())), Err("it hangs"));
    assert_eq!(tuner.done, 5);
    assert_eq!(tuner.score, [5, 5, 0]);
    let player = |perturbation: &Perturbation| Ok::<_, ()>((perturbation.pair < 9).then_some([0, 0]));
    assert_eq!(run(&mut tuner, vec![player], |_| Ok(())), Ok(()));
    assert_eq!((tuner.done, tuner.score), (9, [5, 5, 8]));
}
