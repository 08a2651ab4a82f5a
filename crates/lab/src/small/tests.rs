// SPDX-License-Identifier: MIT OR Apache-2.0
//! The truth against a plain recursion, and learning against the truth.

#![expect(clippy::float_cmp, reason = "values are halves")]

use super::six::{Board, EndSolver};
use super::*;

/// Returns the margin with best play, by recursion.
fn margin(graph: &StateGraph, state: StateNumber, known: &mut Vec<Option<i32>>) -> i32 {
    if let Some(margin) = known[state].or(graph.margin(state)) {
        return margin;
    }
    let best = graph.next(state).iter().map(|&next| -margin(graph, next, known)).max().expect("a move");
    known[state] = Some(best);
    best
}

#[test]
fn the_first_player_loses_by_eight_discs() {
    let graph = StateGraph::new();
    let truth = Truth::new(&graph);
    assert_eq!(truth.values[StateGraph::START], 0.0);
    assert_eq!(truth.margins[StateGraph::START], -8);
    let mut known = vec![None; graph.len()];
    for state in 0..graph.len() {
        let margin = margin(&graph, state, &mut known);
        assert_eq!(truth.margins[state], margin);
        let expected = [0.0, 0.5, 1.0][usize::try_from(margin.signum() + 1).expect("at least 0")];
        assert_eq!(truth.values[state], expected);
    }
    assert_eq!(truth.error(&truth.values, graph.opening(60)), 0.0);
    assert_eq!([0, 1, 2].map(|plies| graph.opening(plies).count()), [1, 5, 17]);
}

#[test]
fn both_methods_come_closer_to_the_truth() {
    let graph = StateGraph::new();
    let truth = Truth::new(&graph);
    let methods = [
        Method::MonteCarlo,
        Method::Differences { step: StepSize::Constant(0.1), lambda: 0.7 },
        Method::Differences { step: StepSize::Visits, lambda: 0.7 },
    ];
    for method in methods {
        let mut learner = TableLearner::new(&graph, method, 0.1, 1);
        let before = truth.error(learner.values(), graph.opening(4));
        (0..20_000).for_each(|_| learner.play_game());
        let after = truth.error(learner.values(), graph.opening(4));
        assert!(after < before, "{method:?}: {before} to {after}");
        assert!(learner.values()[StateGraph::START] < 0.5, "{method:?}: Black loses");
    }
}

/// Returns the margin of a position by plain minimax.
fn plain(board: Board) -> i32 {
    let moves = board.next();
    if !moves.is_empty() {
        return moves.into_iter().map(|next| -plain(next)).max().expect("a move");
    }
    let passed = board.pass();
    if passed.next().is_empty() { board.margin() } else { -plain(passed) }
}

#[test]
fn endings_are_solved_as_by_minimax() {
    let mut rng = xiangqi::types::SplitMix64::new(5);
    let mut solver = EndSolver::new(12);
    let mut margins = Vec::new();
    while margins.len() < 60 {
        let mut board = Board::start();
        while board.empties() > 10 && !board.next().is_empty() {
            let next = board.next();
            board = next[rng.below(next.len())];
        }
        if board.empties() == 10 {
            let margin = plain(board);
            assert_eq!(solver.solve(board, 0, |_, _, _| ()), margin, "{board}");
            assert_eq!(solver.solve(board, margin, |_, _, _| ()), margin, "{board}");
            margins.push(margin);
        }
    }
    margins.sort_unstable();
    margins.dedup();
    assert!(margins.len() > 10, "endings of all kinds: {margins:?}");
}

#[test]
fn the_first_moves_are_those_of_the_large_board() {
    let first: Vec<_> = ["c2", "b3", "e4", "d5"].iter().map(|mv| Board::after([*mv]).unwrap()).collect();
    assert!(first.iter().all(|board| board.empties() == 31 && board.next().len() == 3));
    assert_eq!(Board::start().next().len(), 4);
    assert_eq!(Board::after(["c2", "d3"]), Err("d3"), "occupied");
    assert_eq!(Board::after(["c2", "g1"]), Err("g1"), "off the board");
}

#[test]
fn images_are_one_position() {
    let after = |line: [&str; 3]| Board::after(line).unwrap();
    let board = after(["c2", "b2", "b3"]);
    for image in [after(["e4", "e5", "d5"]), after(["d5", "e5", "e4"]), after(["b3", "b2", "c2"])] {
        assert_eq!(image.canonical(), board.canonical());
    }
    assert_ne!(after(["e4", "e5", "d5"]), board);
    assert_eq!(board.canonical().canonical(), board.canonical());
    assert_ne!(after(["c2", "d2", "e5"]).canonical(), board.canonical());
}
