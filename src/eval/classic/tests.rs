// SPDX-License-Identifier: MIT OR Apache-2.0
//! Symmetries and sums over random games.

use super::weights::VALUES;
use super::*;
use crate::position::Setup;
use crate::types::{PieceKind, SplitMix64, coords::possible_squares};

/// Plays random games, showing each position with an evaluator that has followed.
pub fn random_games(games: u64, mut visit: impl FnMut(&Position, &mut Classic)) {
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
            position.play_unchecked(mv);
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
        position.play_unchecked(mv);
        classic.evaluate(&position);
    }
    for _ in 0..4 {
        position.undo();
        classic.pop();
    }
    assert_eq!(classic.evaluate(&position), before);
}

/// The terms add up to the sum and the sum gives the value.
fn assert_adds_up(position: &Position) {
    let explanation = explain(position);
    let fen = position.to_fen();
    assert_eq!(explanation.value, damped(fresh(position), position.rule60_count()), "{fen}");
    let (_, verdict) = traced(position);
    let sum = |half: fn((i32, i32)) -> i32| -> i32 {
        explanation.terms.iter().map(|term| half(term.red) - half(term.black)).sum()
    };
    assert_eq!(verdict.total.middlegame(), sum(|(mg, _)| mg), "{fen}");
    assert_eq!(verdict.total.endgame(), sum(|(_, eg)| eg), "{fen}");
    let shown: f64 = explanation.terms.iter().map(|term| term.total).sum();
    let scaled = shown * explanation.scale * explanation.damping;
    assert!((scaled - f64::from(explanation.red_value)).abs() < 3.0, "{fen}");
}

#[test]
fn the_explanation_adds_up() {
    random_games(10, |position, _| assert_adds_up(position));
}

/// A position with up to fifteen men a side besides the king, often all of one kind.
fn random_crowd(rng: &mut SplitMix64) -> Option<Position> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        let favourite = PieceKind::ALL[1 + rng.below(6)];
        let mixed = rng.below(2) == 0;
        for i in 0..16 {
            let kind = match (i, mixed) {
                (0, _) => PieceKind::King,
                (_, true) => PieceKind::ALL[1 + rng.below(6)],
                (_, false) => favourite,
            };
            let free: Vec<Square> = possible_squares(kind, color)
                .into_iter()
                .filter(|&square| setup.board[square].is_none())
                .collect();
            if !free.is_empty() {
                setup.board[free[rng.below(free.len())]] = Some(Piece::new(kind, color));
            }
        }
    }
    setup.into_position(false).ok()
}

#[test]
fn crowds_of_any_kind_are_evaluated_soundly() {
    let mut rng = SplitMix64::new(5);
    let mut count = 0;
    while count < 500 {
        let Some(position) = random_crowd(&mut rng) else { continue };
        count += 1;
        assert_adds_up(&position);
        let value = fresh(&position);
        assert!(value.abs() < MAX_ORDINARY, "{}", position.to_fen());
        assert_eq!(value, fresh(&position.mirrored()), "{}", position.to_fen());
        assert_eq!(value, fresh(&position.color_flipped()), "{}", position.to_fen());
    }
}

#[test]
fn a_crowd_of_rooks_is_worth_its_rooks() {
    let position = Position::from_fen("RRR1RRRRR/9/3k5/9/9/9/9/RRR1RRRR1/9/4K4 w - - 0 1").unwrap();
    let rooks = VALUES[PieceKind::Rook].middlegame() * 15;
    assert!((fresh(&position) - rooks).abs() < rooks / 4);
    assert_adds_up(&position);
}

#[test]
fn moves_without_capture_damp_the_value() {
    let at = |clock| {
        let fen = format!("2bakab2/9/9/9/9/9/9/4B4/4A4/R3KAB2 w - - {clock} 80");
        let position = Position::from_fen(&fen).unwrap();
        crate::eval::Evaluator::new(&position, None).evaluate(&position)
    };
    assert_eq!(at(0), at(20));
    assert!(at(20) > at(60) && at(60) > at(119) && at(119) > 0);
}

#[test]
fn without_full_knowledge_only_men_and_squares_count() {
    let position = Position::startpos().after("b2b4".parse().unwrap());
    let mut classic = Classic::new(&position);
    let full = classic.evaluate(&position);
    classic.set_full_knowledge(false);
    assert_ne!(classic.evaluate(&position), full);
}

/// What Red and Black get for a term.
pub fn term(fen: &str, term: Term) -> [Pair; 2] {
    let (trace, _) = traced(&Position::from_fen(fen).unwrap());
    Color::ALL.map(|color| trace.of(term, color))
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
