// SPDX-License-Identifier: MIT OR Apache-2.0

use super::*;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU32, Ordering};

/// Numbers that begin five steps away from the best values, which are here.
const BEST: [i32; 4] = [150, -40, 12, 5050];

fn recipe(pairs: u32) -> Recipe {
    let parameter =
        |name: &str, start, min, max, step| Parameter { name: name.into(), start, min, max, step };
    Recipe {
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

/// Steps away from the best value.
fn distances(tuner: &Tuner) -> Vec<f64> {
    let away = |((value, best), parameter): ((&f64, i32), &Parameter)| {
        (value - f64::from(best)) / f64::from(parameter.step)
    };
    tuner.values().iter().zip(BEST).zip(&tuner.recipe().parameters).map(away).collect()
}

/// Games as dice decide them: strength falls with the square of the distance from the best values, two steps from it cost 20 Elo,
/// and a third of the games are drawn.
fn dice(trial: &Trial) -> [u8; 2] {
    let loss = |values: &[i32]| -> f64 {
        let away = values.iter().zip(BEST).zip([10, 10, 1, 500]);
        away.map(|((value, best), step)| f64::from((value - best).pow(2)) / f64::from(step * step)).sum()
    };
    let elo = 5.0 * (loss(&trial.minus) - loss(&trial.plus));
    let wins = 2.0 / 3.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let mut rng = seeded(99, trial.pair);
    [0, 0].map(|_: u8| match fraction(&mut rng) {
        luck if luck < wins => 2,
        luck if luck < wins + 1.0 / 3.0 => 1,
        _ => 0,
    })
}

/// Plays to the end on one thread.
fn run(mut tuner: Tuner) -> Tuner {
    let player = |trial: &Trial| Ok::<_, Infallible>(Some(dice(trial)));
    let Ok(()) = tune(&mut tuner, vec![player], |_| Ok(()));
    tuner
}

#[test]
fn numbers_find_their_best_values_through_the_noise() {
    let tuner = run(Tuner::new(recipe(20_000)));
    assert!(distances(&tuner).iter().all(|away| away.abs() < 1.0), "{:?}", distances(&tuner));
    let [wins, draws, losses] = tuner.score();
    assert_eq!((tuner.done(), wins + draws + losses), (20_000, 40_000));
    assert!(wins.abs_diff(losses) < 1000, "plus is better or worse by chance alone");
}

#[test]
fn a_run_that_goes_on_ends_as_if_it_had_not_been_broken_off() {
    let whole = run(Tuner::new(recipe(300)));
    let mut part = Tuner::new(recipe(300));
    let stopped = tune(&mut part, vec![|trial: &Trial| Ok(Some(dice(trial)))], |tuner| {
        if tuner.done() < 120 { Ok(()) } else { Err(()) }
    });
    assert_eq!((stopped, part.done()), (Err(()), 120));
    let resumed = Tuner::resume(recipe(300), &part.to_string()).unwrap();
    assert_eq!(resumed, part);
    assert_eq!(run(resumed), whole);
    assert_eq!(run(whole.clone()), whole, "nothing is left to play");
}

#[test]
fn the_state_is_read_by_people_too() {
    let text = run(Tuner::new(recipe(50))).to_string();
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
fn a_state_of_another_run_is_refused() {
    let text = Tuner::new(recipe(50)).to_string();
    let complaint = |recipe, text: &str| Tuner::resume(recipe, text).unwrap_err().to_string();
    assert_eq!(
        complaint(recipe(60), &text),
        "line 3: the state of another run, with 'pairs 50' instead of 'pairs 60'"
    );
    let conditions = "of cards".to_owned();
    assert!(complaint(Recipe { conditions, ..recipe(50) }, &text).contains("'games of dice' instead"));
    let mut fewer = recipe(50);
    fewer.parameters.pop();
    assert!(complaint(fewer, &text).starts_with("line 5: the state of another run"));
    assert!(complaint(recipe(50), "").starts_with("line 1: the state of another run, with '' instead of '#"));
}

#[test]
fn a_damaged_state_is_refused() {
    let text = Tuner::new(recipe(50)).to_string();
    for (from, to, complaint) in [
        ("done 0", "done 51", "line 10: 'done 51' instead of 'done' and a fitting value"),
        ("score 0-0-0", "score 0-0", "line 11: 'score 0-0' instead of 'score' and a fitting value"),
        (
            "value margin 100",
            "value margin 301",
            "line 12: 'value margin 301' instead of 'value margin' and a fitting value",
        ),
        (
            "value base 10",
            "value base nan",
            "line 13: 'value base nan' instead of 'value base' and a fitting value",
        ),
        ("value divisor 7550\n", "", "line 15: '' instead of 'value divisor' and a fitting value"),
    ] {
        let damaged = text.replace(from, to);
        assert_eq!(Tuner::resume(recipe(50), &damaged).unwrap_err().to_string(), complaint);
    }
    assert!(Tuner::resume(recipe(50), &text.replace('\n', "\r\n")).is_ok());
}

#[test]
fn trials_lie_on_both_sides_within_the_range() {
    let recipe = Recipe { seed: 3, ..recipe(100) };
    let tuner = Tuner::new(recipe.clone());
    let mut ups = [0; 4];
    for pair in 0..100 {
        let trial = tuner.trial(pair);
        let values = trial.plus.iter().zip(&trial.minus);
        for (i, ((&plus, &minus), parameter)) in values.zip(&recipe.parameters).enumerate() {
            let range = parameter.min..=parameter.max;
            assert!(range.contains(&plus) && range.contains(&minus));
            assert!((plus - minus).abs() >= parameter.step, "{plus} and {minus}");
            ups[i] += u32::from(plus > minus);
        }
    }
    assert!(ups.iter().all(|ups| (35..=65).contains(ups)), "{ups:?}");
    let last = tuner.trial(99);
    assert_eq!((last.plus[0] - 100).abs(), 10, "the step itself in the end");
}

#[test]
fn rounding_keeps_the_mean() {
    let parameter = &recipe(1).parameters[1];
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
    let player = |trial: &Trial| {
        sum.fetch_add(trial.pair, Ordering::Relaxed);
        Ok::<_, Infallible>(Some(dice(trial)))
    };
    let mut tuner = Tuner::new(recipe(200));
    let mut seen = 0;
    let Ok(()) = tune(&mut tuner, vec![&player; 4], |tuner| {
        seen += 1;
        assert_eq!(tuner.done(), seen);
        Ok(())
    });
    assert_eq!((tuner.done(), seen), (200, 200));
    assert_eq!(sum.into_inner(), 199 * 200 / 2);
}

#[test]
fn a_fault_ends_the_run_and_so_does_a_call_off() {
    let mut tuner = Tuner::new(recipe(100));
    let player = |trial: &Trial| if trial.pair < 5 { Ok(Some([2, 1])) } else { Err("it hangs") };
    assert_eq!(tune(&mut tuner, vec![player], |_| Ok(())), Err("it hangs"));
    assert_eq!(tuner.done(), 5);
    assert_eq!(tuner.score(), [5, 5, 0]);
    let player = |trial: &Trial| Ok::<_, ()>((trial.pair < 9).then_some([0, 0]));
    assert_eq!(tune(&mut tuner, vec![player], |_| Ok(())), Ok(()));
    assert_eq!((tuner.done(), tuner.score()), (9, [5, 5, 8]));
}
