// SPDX-License-Identifier: MIT OR Apache-2.0
//! Symmetries and sums of the evaluation over random games.

use super::explain::{explain, traced};
use super::hce::Hce;
use super::pair::Pair;
use super::trace::Term;
use super::weights::{VALUES, WEIGHTS};
use crate::eval::rule60::damped;
use crate::position::{Position, Setup};
use crate::types::{Color, Piece, PieceKind, Square, Value, value::MAX_ORDINARY};
use crate::types::{SplitMix64, coords::possible_squares};

/// Plays random games and calls `visit` for each position with an incrementally updated evaluation.
pub fn random_games(games: u64, mut visit: impl FnMut(&Position, &mut Hce)) {
    for seed in 0..games {
        let mut rng = SplitMix64::new(seed);
        let mut position = Position::startpos();
        let mut hce = Hce::new(&position);
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len())];
            let piece = position.piece_on(mv.from()).unwrap();
            hce.push(piece, mv.from(), mv.to(), position.piece_on(mv.to()));
            position.play_unchecked(mv);
            visit(&position, &mut hce);
        }
    }
}

fn fresh(position: &Position) -> Value {
    Hce::new(position).evaluate(position)
}

#[test]
fn the_start_position_is_worth_the_tempo() {
    assert_eq!(fresh(&Position::startpos()), WEIGHTS.tempo.middlegame());
}

#[test]
fn mirrored_and_color_flipped_positions_have_the_same_value() {
    random_games(20, |position, _| {
        let value = fresh(position);
        assert_eq!(value, fresh(&position.mirrored()), "{}", position.to_fen());
        assert_eq!(value, fresh(&position.color_flipped()), "{}", position.to_fen());
    });
}

#[test]
fn incremental_updates_equal_a_fresh_evaluation() {
    random_games(20, |position, hce| {
        assert_eq!(hce.evaluate(position), fresh(position), "{}", position.to_fen());
    });
}

#[test]
fn popping_moves_restores_the_value() {
    let mut position = Position::startpos();
    let mut hce = Hce::new(&position);
    let before = hce.evaluate(&position);
    for text in ["h2h9", "i9h9", "b2b9", "a9b9"] {
        let mv: crate::types::Move = text.parse().unwrap();
        let piece = position.piece_on(mv.from()).unwrap();
        hce.push(piece, mv.from(), mv.to(), position.piece_on(mv.to()));
        position.play_unchecked(mv);
        hce.evaluate(&position);
    }
    for _ in 0..4 {
        position.undo();
        hce.pop();
    }
    assert_eq!(hce.evaluate(&position), before);
}

/// The terms add up to the sum and the sum gives the value.
fn assert_adds_up(position: &Position) {
    let explanation = explain(position);
    let fen = position.to_fen();
    assert_eq!(explanation.value, damped(fresh(position), position.rule60_count()), "{fen}");
    let (_, tapered) = traced(position);
    let sum = |half: fn((i32, i32)) -> i32| -> i32 {
        explanation.terms.iter().map(|term| half(term.red) - half(term.black)).sum()
    };
    assert_eq!(tapered.total.middlegame(), sum(|(mg, _)| mg), "{fen}");
    assert_eq!(tapered.total.endgame(), sum(|(_, eg)| eg), "{fen}");
    let total: f64 = explanation.terms.iter().map(|term| term.total).sum();
    let scaled = total * explanation.scale * explanation.damping;
    assert!((scaled - f64::from(explanation.red_value)).abs() < 3.0, "{fen}");
}

#[test]
fn the_explanation_adds_up() {
    random_games(10, |position, _| assert_adds_up(position));
}

/// Creates a position with up to fifteen pieces per side besides the king, often all of one kind.
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
fn crowded_positions_have_ordinary_and_symmetric_values() {
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
fn fifteen_rooks_are_worth_about_their_material() {
    let position = Position::from_fen("RRR1RRRRR/9/3k5/9/9/9/9/RRR1RRRR1/9/4K4 w - - 0 1").unwrap();
    let rooks = VALUES[PieceKind::Rook].middlegame() * 15;
    assert!((fresh(&position) - rooks).abs() < rooks / 4);
    assert_adds_up(&position);
}

#[test]
fn plies_without_capture_damp_the_value() {
    let at = |rule60| {
        let fen = format!("2bakab2/9/9/9/9/9/9/4B4/4A4/R3KAB2 w - - {rule60} 80");
        let position = Position::from_fen(&fen).unwrap();
        crate::eval::Evaluator::new(&position, None).evaluate(&position)
    };
    assert_eq!(at(0), at(20));
    assert!(at(20) > at(60) && at(60) > at(119) && at(119) > 0);
}

#[test]
fn psqt_only_leaves_out_the_positional_terms() {
    let position = Position::startpos().after("b2b4".parse().unwrap());
    let mut hce = Hce::new(&position);
    let full = hce.evaluate(&position);
    assert_ne!(Hce::psqt_only(&position).evaluate(&position), full);
}

/// Returns the values of a term for Red and Black.
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
