// SPDX-License-Identifier: MIT OR Apache-2.0
//! Gradients against finite differences, traces against the sum they stand for, and a test that the network
//! learns.

#![expect(clippy::float_cmp, reason = "what the network sees are whole numbers and halves")]

use super::network::{HIDDEN, INPUTS, TdWeights, inputs};
use super::*;
use crate::games::{Reversi, ReversiMove};
use crate::{Game, Subject};
use std::collections::BTreeSet;
use std::sync::Arc;
use xiangqi::types::SplitMix64;

/// Returns all weights of a network, or the numbers that belong to them.
fn numbers(weights: &TdWeights) -> Vec<f32> {
    weights.clone().iter_mut().map(|number| *number).collect()
}

/// Returns the gradient of the output in a position.
fn gradients(network: &TdNetwork, game: &Reversi) -> TdWeights {
    let mut gradients = TdWeights::zero();
    network.trace(&network.forward(game), 1.0, 0.0, &mut gradients);
    gradients
}

fn learn(settings: TdSettings, games: u32) -> (Vec<GameReport>, TdNetwork) {
    let mut learner = Learner::new(settings);
    let reports = (0..games).map(|_| learner.play_game()).collect();
    (reports, learner.network())
}

#[test]
fn the_network_sees_sides_and_squares_as_the_paper_has_them() {
    let game = Reversi::parse("f5").unwrap();
    let [d4, e4, a1] = [1 + 27, 1 + 28, 1];
    for (view, black) in [(View::Colours, 1.0), (View::Sides, 0.0)] {
        let seen = inputs(&game, view);
        assert_eq!([seen[0], seen[e4], seen[d4], seen[a1]], [0.0, black, 1.0 - black, 0.5]);
        let seen = inputs(&Reversi::start(), view);
        assert_eq!([seen[0], seen[e4], seen[d4], seen[a1], seen[INPUTS]], [1.0, 1.0, 0.0, 0.5, 1.0]);
    }
    assert!((TdNetwork::new(Start::Zero, View::Colours, 0).chance(&game) - 0.5).abs() < f32::EPSILON);
}

#[test]
fn gradients_are_what_small_differences_show() {
    const STEP: f32 = 0.01;
    for (text, view) in [("", View::Colours), ("f5d6c3d3c4", View::Colours), ("f5d6c3d3c4f4", View::Sides)] {
        let game = Reversi::parse(text).unwrap();
        let mut network = TdNetwork::new(Start::SMALL, view, 3);
        let expected = numbers(&gradients(&network, &game));
        assert_eq!(expected.len(), (INPUTS + 1) * HIDDEN + HIDDEN + 1);
        let moved = |network: &mut TdNetwork, number: usize, step: f32| {
            *network.weights.iter_mut().nth(number).unwrap() += step;
        };
        for (number, expected) in expected.into_iter().enumerate() {
            moved(&mut network, number, STEP);
            let above = network.chance(&game);
            moved(&mut network, number, -2.0 * STEP);
            let below = network.chance(&game);
            moved(&mut network, number, STEP);
            let gradient = (above - below) / (2.0 * STEP);
            assert!((gradient - expected).abs() < 1e-4, "{number}: {gradient} instead of {expected}");
        }
    }
}

/// Plays a game as a learner does and by the paper's definition: each state receives the error of the latest,
/// from its own perspective, times λ to the power of the distance. Returns the number of times that a side
/// moved twice.
fn compare_with_the_sum(settings: TdSettings) -> u32 {
    let mut learner = Learner::new(settings);
    let mut network = learner.network();
    let mut states: Vec<(bool, TdWeights)> = Vec::new();
    let mut game = Reversi::start();
    let mut twice = 0;
    while !game.is_over() {
        let first = game.is_first_to_move();
        let before = network.chance(&game);
        states.push((first, gradients(&network, &game)));
        learner.play_move(&mut game);
        let next = match (game.is_over(), game.is_first_to_move() == first) {
            (true, _) if game.disc_count(true) == game.disc_count(false) => 0.5,
            (true, _) => f32::from(u8::from(game.disc_count(first) > game.disc_count(!first))),
            (false, true) => network.chance(&game),
            (false, false) => 1.0 - network.chance(&game),
        };
        twice += u32::from(!game.is_over() && game.is_first_to_move() == first);
        let error = next - before;
        for (distance, (side, gradients)) in (0_i16..).zip(states.iter().rev()) {
            let weight = settings.lambda.powi(distance.into());
            let seen = if *side == first { error } else { -error };
            network.weights.add(settings.alpha * weight * seen, gradients);
        }
        let [expected, found] = [&network, &learner.network()].map(|network| numbers(&network.weights));
        let differences = expected.iter().zip(found).map(|(a, b)| (a - b).abs());
        assert!(differences.fold(0.0, f32::max) < 1e-4, "after {} plies", game.ply());
    }
    twice
}

#[test]
fn traces_stand_for_the_sum_over_all_earlier_states() {
    let of = |seed| compare_with_the_sum(TdSettings { view: View::Colours, seed, ..TdSettings::default() });
    assert!((0..5).map(of).sum::<u32>() > 0, "no side had to pass");
}

/// Plays a game as a learner does and by the paper's words: after each move, every state of the game is
/// trained toward its own output plus or minus α times the error times λ to the power of the distance.
#[test]
fn retraining_takes_each_earlier_state_anew() {
    let settings = TdSettings { start: Start::SMALL, seed: 4, ..TdSettings::PAPER };
    let mut learner = Learner::new(settings);
    let mut network = learner.network();
    let mut states: Vec<Reversi> = Vec::new();
    let mut game = Reversi::start();
    for _ in 0..20 {
        states.push(game.clone());
        let first = game.is_first_to_move();
        let before = network.chance(&game);
        let (error, _) = learner.play_move(&mut game);
        let next = network.chance(&game);
        let delta = if game.is_first_to_move() == first { next } else { 1.0 - next } - before;
        assert!((error - if first { delta } else { -delta }).abs() < 1e-5);
        for (distance, state) in (0_i16..).zip(states.iter().rev()) {
            let seen = if state.is_first_to_move() == first { delta } else { -delta };
            let change = settings.alpha * seen * settings.lambda.powi(distance.into());
            let gradients = gradients(&network, state);
            network.weights.add(change, &gradients);
        }
        let [expected, found] = [&network, &learner.network()].map(|network| numbers(&network.weights));
        let differences = expected.iter().zip(found).map(|(a, b)| (a - b).abs());
        assert!(differences.fold(0.0, f32::max) < 1e-4, "after {} plies", game.ply());
    }
}

/// Without chance, all seeds play and learn the same.
#[test]
fn the_papers_recipe_hangs_on_no_seed() {
    let of = |seed| learn(TdSettings { seed, ..TdSettings::PAPER }, 5).0;
    assert_eq!(of(1), of(2));
}

#[test]
fn from_zero_all_hidden_units_stay_alike() {
    for view in [View::Colours, View::Sides] {
        for (start, alike) in [(Start::Zero, true), (Start::SMALL, false)] {
            let (_, network) = learn(TdSettings { start, view, epsilon: 0.1, ..TdSettings::PAPER }, 20);
            let is_one = |row: &[f32; HIDDEN]| row.iter().all(|weight| weight.to_bits() == row[0].to_bits());
            let TdWeights { rows, outputs, bias } = &network.weights;
            assert_eq!(rows.iter().all(is_one) && is_one(outputs), alike, "{start:?}");
            assert!(*bias != 0.0 && outputs[0] != 0.0 && rows[1][0] != 0.0, "something is learned");
        }
    }
}

#[test]
fn what_is_learned_hangs_on_the_seed_alone() {
    let of = |seed| learn(TdSettings { seed, ..TdSettings::default() }, 5);
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn reports_say_what_happened() {
    let (reports, _) = learn(TdSettings { epsilon: 0.1, ..TdSettings::PAPER }, 50);
    assert!((reports[0].black_estimate - 0.5).abs() < f32::EPSILON);
    let games: BTreeSet<u64> = reports.iter().map(|report| report.fingerprint).collect();
    assert!(games.len() > 40, "{} distinct games", games.len());
    for GameReport { squared_error, black_estimate, black_result, plies, .. } in reports {
        assert!((0.0..0.1).contains(&squared_error), "{squared_error}");
        assert!(black_estimate > 0.0 && black_estimate < 1.0);
        assert!([0.0, 0.5, 1.0].contains(&black_result));
        assert!((9..=100).contains(&plies), "{plies}");
    }
}

#[test]
fn a_thousand_games_teach_to_beat_random_play() {
    let (_, network) = learn(TdSettings::default(), 1000);
    let mut random = SplitMix64::new(5);
    let mut won = 0;
    for number in 0..200 {
        let mut game = Reversi::start();
        let learned = number % 2 == 0;
        while !game.is_over() {
            let mv = if game.is_first_to_move() == learned {
                network.best_move(&mut game).unwrap()
            } else {
                let moves = game.moves();
                moves[random.below(moves.len())]
            };
            game.play(mv);
        }
        won += u32::from(game.disc_count(learned) > game.disc_count(!learned));
    }
    assert!(won >= 130, "{won} games of 200");
}

#[test]
fn what_is_learned_is_an_evaluation() {
    let (_, network) = learn(TdSettings::default(), 5);
    let mut game = LearnedReversi::new(Reversi::start(), Arc::new(network.clone()));
    let mut random = SplitMix64::new(7);
    while !game.game().is_over() {
        let mut asked = game.game().clone();
        let passes = asked.must_pass();
        if passes {
            asked.play(ReversiMove::PASS);
        }
        let odds = (f64::from(game.evaluate()) / 1000.0).exp();
        let chance = f64::from(network.chance(&asked));
        let expected = if passes { 1.0 - chance } else { chance };
        assert!((odds / (1.0 + odds) - expected).abs() < 1e-3);
        let plain = game.game().clone();
        let moves = game.moves();
        assert_eq!((&moves, game.key(), game.ply()), (&plain.moves(), plain.key(), plain.ply()));
        game.play(moves[random.below(moves.len())]);
        game.undo();
        assert_eq!((game.key(), game.game().to_string()), (plain.key(), plain.to_string()));
        game.play(moves[random.below(moves.len())]);
    }
    let value = game.evaluate();
    assert_eq!(value, game.game().final_value());
    assert!(game.moves().is_empty() && (value == 0 || value.abs() > 1_000_000));
    assert_eq!(LearnedReversi::move_number(ReversiMove::PASS), 64);
}
