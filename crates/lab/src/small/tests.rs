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
    let mut known = vec![None; graph.count()];
    for state in 0..graph.count() {
        let margin = margin(&graph, state, &mut known);
        assert_eq!(truth.margins[state], margin);
        let expected = [0.0, 0.5, 1.0][usize::try_from(margin.signum() + 1).expect("at least 0")];
        assert_eq!(truth.values[state], expected);
    }
    assert_eq!(truth.error(&truth.values, graph.opening(60)), 0.0);
    assert_eq!([0, 1, 2].map(|plies| graph.opening(plies).count()), [1, 5, 17]);
}

const TD: Method = Method::Differences { step: StepSize::Constant(0.1), lambda: 0.7 };

#[test]
fn both_methods_come_closer_to_the_truth() {
    let graph = StateGraph::new();
    let truth = Truth::new(&graph);
    let methods = [Method::MonteCarlo, TD, Method::Differences { step: StepSize::Visits, lambda: 0.7 }];
    let printed = methods.map(|method| TableSettings::new(method, 0.1, 1));
    let variant = TableSettings { start: 0.5, resets_traces: true, ..TableSettings::new(TD, 0.1, 1) };
    for settings in printed.into_iter().chain([variant]) {
        let mut learner = TableLearner::new(&graph, settings);
        let before = truth.error(learner.values(), graph.opening(4));
        (0..20_000).for_each(|_| _ = learner.play_game());
        let after = truth.error(learner.values(), graph.opening(4));
        assert!(after < 0.9 * before, "{settings:?}: {before} to {after}");
        assert!(learner.values()[StateGraph::START] < 0.5, "{settings:?}: Black loses");
    }
}

/// The greedy method finds the value of the start and of the game that it repeats, and of little else.
#[test]
fn the_greedy_method_ends_in_one_game() {
    let graph = StateGraph::new();
    let truth = Truth::new(&graph);
    for (start, games, seen) in [(0.0, 31, 152), (0.5, 10, 22)] {
        let settings = TableSettings { start, ..TableSettings::GREEDY };
        let mut learner = TableLearner::new(&graph, settings);
        let (played, line) = learner.play_until_still(1000).expect("it ends");
        assert_eq!((played, learner.seen()), (games, seen));
        assert_eq!(learner.values()[StateGraph::START], start);
        assert!(truth.error(learner.values(), graph.opening(4)) > 0.49);
        assert_eq!(learner.play_game(), line, "the same game again");
        assert_eq!(TableLearner::new(&graph, settings).play_until_still(games - 1), None);
    }
}

/// Follows a learner's games by the printed rule, with a trace for every position that never ends.
#[test]
fn traces_last_from_one_game_to_the_next_unless_they_are_reset() {
    let graph = StateGraph::new();
    let follow = |resets_traces| {
        let settings = TableSettings { resets_traces, ..TableSettings::new(TD, 0.1, 3) };
        let mut learner = TableLearner::new(&graph, settings);
        let mut values = learner.values().to_vec();
        let mut traces = vec![0.0; graph.count()];
        for _ in 0..30 {
            for (ply, states) in learner.play_game().windows(2).enumerate() {
                let side = if ply % 2 == 0 { 1.0 } else { -1.0 };
                traces[states[0]] += side;
                let error = side * (1.0 - values[states[1]] - values[states[0]]);
                for (value, trace) in values.iter_mut().zip(&mut traces) {
                    *value += 0.1 * error * *trace;
                    *trace *= 0.7;
                }
            }
        }
        values
            .iter()
            .zip(learner.values())
            .map(|(value, learned)| (value - learned).abs())
            .fold(0.0, f64::max)
    };
    let [lasting, reset] = [false, true].map(follow);
    assert!(lasting < 1e-6 && reset > 1e-3, "{lasting} {reset}");
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
