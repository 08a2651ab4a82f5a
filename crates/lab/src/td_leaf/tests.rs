// SPDX-License-Identifier: MIT OR Apache-2.0
//! The update by hand, the search against plain minimax, and that games teach something.

use super::*;
use crate::textbook::Linear;
use xiangqi::position::{GenKind, Position};
use xiangqi::types::value::{INFINITE, MATE_BAND, mated_in};
use xiangqi::types::{MoveList, PieceKind, SplitMix64, Value};

fn leaf(prediction: f64, coefficients: &[(u16, f32)]) -> LeafValue {
    LeafValue { linear: Some(Linear { constant: 0.0, coefficients: coefficients.to_vec() }), prediction }
}

fn assert_near(found: &[f64], expected: &[f64]) {
    let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9);
    assert!(is_near && found.len() == expected.len(), "{found:?} instead of {expected:?}");
}

/// Three positions, predicted as 0.5, 0.6 and 0.8, and a win: the differences are 0.1, 0.2 and 0.2. With
/// λ = 0.5 their sums are 0.1 + 0.5 · 0.3 = 0.25, 0.2 + 0.5 · 0.2 = 0.3, and 0.2; the factors
/// p (1 - p) are 0.25, 0.24 and 0.16.
#[test]
fn the_update_is_that_of_the_paper_by_hand() {
    let leaves = [leaf(0.5, &[(0, 1.0)]), leaf(0.6, &[(0, 2.0), (1, -1.0)]), leaf(0.8, &[(2, 1.0)])];
    let mut weights = vec![0.0; 3];
    td_leaf(&mut weights, &leaves, 1.0, 1.0 / K, 0.5);
    assert_near(&weights, &[0.25 * 0.25 + 2.0 * 0.24 * 0.3, -0.24 * 0.3, 0.16 * 0.2]);
}

#[test]
fn lambda_reaches_from_the_next_prediction_to_the_result() {
    let leaves = [leaf(0.5, &[(0, 1.0)]), leaf(0.5, &[(1, 1.0)])];
    for (lambda, first) in [(0.0, 0.0), (0.7, 0.35), (1.0, 0.5)] {
        let mut weights = vec![0.0; 2];
        td_leaf(&mut weights, &leaves, 1.0, 4.0 / K, lambda);
        assert_near(&weights, &[first, 0.5]);
    }
    // A mate teaches the positions before it, and has no weights itself.
    let mate = LeafValue { linear: None, prediction: 1.0 };
    let mut weights = vec![0.0; 1];
    td_leaf(&mut weights, &[leaf(0.5, &[(0, 1.0)]), mate], 1.0, 4.0 / K, 0.0);
    assert_near(&weights, &[0.5]);
}

/// Positions of random games.
fn positions(count: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(4);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::startpos();
        for _ in 0..10 + rng.below(60) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[rng.below(moves.len())]);
        }
        if position.has_legal_move() {
            positions.push(position.without_history());
        }
    }
    positions
}

#[test]
fn the_value_is_the_linear_function_and_changes_sign_with_colours() {
    let mut rng = SplitMix64::new(9);
    let weights: Vec<f64> = (0..WEIGHTS).map(|_| rng.below(100) as f64).collect();
    let eval = LinearEval::new(&weights);
    for position in positions(20) {
        let for_red = eval.value(&position) * position.side_to_move().sign();
        assert!((linear(&position).value(&weights) - f64::from(for_red)).abs() < 1e-6, "{position}");
    }
    assert_eq!(eval.value(&Position::startpos()), 0);
}

#[test]
fn the_textbook_counts_pieces() {
    let eval = LinearEval::new(&textbook());
    let value = |fen: &str| eval.value(&Position::from_fen(fen).unwrap());
    assert_eq!(value("4k4/9/9/9/9/9/9/9/9/R2K5 w"), 900);
    assert_eq!(value("3k5/4P4/9/9/9/4p4/9/9/9/2BAK4 w"), 200 + 200 + 200 - 200);
    assert_eq!(value("4k4/9/9/9/9/9/4p4/9/9/3K1C3 b"), 200 - 450);
    let mut counts = vec![0.0; WEIGHTS];
    count_pieces(&Position::startpos(), &mut counts);
    let values = piece_values(&textbook(), &counts);
    assert!((values[PieceKind::Rook] - 900.0).abs() < 1e-9);
    assert!((values[PieceKind::Pawn] - 100.0).abs() < 1e-9);
}

/// Minimax with the same leaves.
fn minimax(eval: &LinearEval, position: &mut Position, depth: i32, ply: usize) -> Value {
    let is_quiet = depth <= 0 && (!position.in_check() || depth <= -6);
    let mut best = if is_quiet { eval.value(position) } else { mated_in(ply) };
    let mut moves = MoveList::new();
    position.generate(if is_quiet { GenKind::Captures } else { GenKind::All }, &mut moves);
    for mv in moves {
        position.play_unchecked(mv);
        best = best.max(-minimax(eval, position, depth - 1, ply + 1));
        position.undo();
    }
    best
}

#[test]
fn the_search_finds_the_value_of_minimax_and_its_leaf() {
    let eval = LinearEval::new(&textbook());
    let mut rng = SplitMix64::new(1);
    let endings = ["4k4/4a4/9/3N5/6p2/9/2C6/9/4A4/4K4 w", "3k5/9/4b4/9/2p1P4/6r2/9/4B4/9/4KA2R b"];
    for fen in endings {
        let position = Position::from_fen(fen).unwrap();
        let expected = minimax(&eval, &mut position.clone(), 2, 0);
        let search = FixedDepth { eval: &eval, depth: 2 };
        for _ in 0..5 {
            let Leaf { mv, value, position: leaf } = search.search(&position, &mut rng);
            assert_eq!(value, expected, "{fen}");
            assert!(position.is_legal(mv));
            let leaf = leaf.expect("no mate");
            let sign = if leaf.side_to_move() == position.side_to_move() { 1 } else { -1 };
            assert_eq!(eval.value(&leaf) * sign, expected, "{fen}");
        }
    }
    let mate = Position::from_fen("3k5/1R7/9/9/9/9/R8/9/9/4K4 w").unwrap();
    let found = FixedDepth { eval: &eval, depth: 1 }.search(&mate, &mut rng);
    assert!(found.value >= MATE_BAND && found.value < INFINITE && found.position.is_none());
}

#[test]
fn an_ignorant_search_plays_at_random() {
    let eval = LinearEval::new(&[0.0; WEIGHTS]);
    let search = FixedDepth { eval: &eval, depth: 1 };
    let mut rng = SplitMix64::new(2);
    let moves: std::collections::HashSet<_> =
        (0..200).map(|_| search.search(&Position::startpos(), &mut rng).mv).collect();
    assert!(moves.len() > 30, "{}", moves.len());
}

#[test]
fn both_methods_learn_that_a_rook_is_worth_more_than_an_advisor() {
    for method in [Method::TdLeaf { alpha: 0.1, lambda: 0.9 }, Method::Results] {
        let learn = || {
            let mut learner = Learner::new(method, 1, 3);
            (0..60).for_each(|_| learner.play_game());
            learner.finish();
            learner.weights().to_vec()
        };
        let weights = learn();
        let [rook, advisor] = [PieceKind::Rook, PieceKind::Advisor].map(|kind| weights[kind as usize]);
        assert!(rook > 0.0 && rook > advisor, "{method:?}: {rook} {advisor}");
        assert_eq!(weights, learn());
    }
    assert!((prediction(K) - 0.731).abs() < 1e-3);
}
