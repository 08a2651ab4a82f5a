// SPDX-License-Identifier: MIT OR Apache-2.0
//! Symmetries and sums over random games.

use super::*;
use crate::types::SplitMix64;

/// Plays random games, showing each position with an evaluator that has followed.
fn random_games(games: u64, mut visit: impl FnMut(&Position, &mut Classic)) {
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut position = Position::startpos();
        let mut classic = Classic::new(&position);
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            let piece = position.piece_on(mv.from()).unwrap();
            classic.push(piece, mv.from(), mv.to(), position.piece_on(mv.to()));
            position.make(mv, &mut ());
            visit(&position, &mut classic);
        }
    }
}

fn fresh(position: &Position) -> Value {
    Classic::new(position).evaluate(position)
}

#[test]
fn the_start_position_is_worth_the_move() {
    assert_eq!(fresh(&Position::startpos()), WEIGHTS.tempo.middlegame());
}

#[test]
fn left_and_right_and_both_sides_are_alike() {
    random_games(20, |position, _| {
        let value = fresh(position);
        assert_eq!(value, fresh(&position.mirrored()), "{}", position.to_fen());
        assert_eq!(value, fresh(&position.color_flipped()), "{}", position.to_fen());
    });
}

#[test]
fn following_moves_is_as_good_as_starting_anew() {
    random_games(20, |position, classic| {
        assert_eq!(classic.evaluate(position), fresh(position), "{}", position.to_fen());
    });
}

#[test]
fn popped_moves_leave_no_trace() {
    let mut position = Position::startpos();
    let mut classic = Classic::new(&position);
    let before = classic.evaluate(&position);
    for text in ["h2h9", "i9h9", "b2b9", "a9b9"] {
        let mv: crate::types::Move = text.parse().unwrap();
        let piece = position.piece_on(mv.from()).unwrap();
        classic.push(piece, mv.from(), mv.to(), position.piece_on(mv.to()));
        position.make(mv, &mut ());
        classic.evaluate(&position);
    }
    for _ in 0..4 {
        position.unmake();
        classic.pop();
    }
    assert_eq!(classic.evaluate(&position), before);
}

#[test]
fn the_explanation_adds_up() {
    random_games(10, |position, classic| {
        let explanation = explain(position);
        assert_eq!(explanation.value, classic.evaluate(position), "{}", position.to_fen());
        let halves = |of: fn((i32, i32)) -> i32| -> i32 {
            explanation.terms.iter().map(|term| of(term.red) - of(term.black)).sum()
        };
        let total = pair::pair(halves(|(mg, _)| mg), halves(|(_, eg)| eg));
        #[allow(clippy::cast_possible_truncation)]
        let phase = (explanation.phase * f64::from(FULL_PHASE)) as i32;
        let unscaled = total.blend(phase) / FULL_PHASE;
        let shown: f64 = explanation.terms.iter().map(|term| term.total).sum();
        assert!((shown - f64::from(unscaled)).abs() < 1.0);
        let scaled = f64::from(unscaled) * explanation.scale * explanation.damping;
        assert!((scaled - f64::from(explanation.red_value)).abs() < 2.0, "{}", position.to_fen());
    });
}

#[test]
fn elementary_endgames_have_the_right_sign_and_draws_are_small() {
    let suite = include_str!("../../../positions/endgames.txt");
    let mut count = 0;
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let [fen, result, name] = line.split(" ; ").collect::<Vec<_>>().try_into().unwrap();
        let value = explain(&Position::from_fen(fen).unwrap()).red_value;
        let is_right = match result {
            "red_wins" => value >= 50,
            "black_wins" => value <= -50,
            _ => value.abs() <= 90,
        };
        assert!(is_right, "{fen} {name}: {value}");
        count += 1;
    }
    assert!(count > 100);
}
