// SPDX-License-Identifier: MIT OR Apache-2.0
//! The truth against a plain recursion, and learning against the truth.

#![expect(clippy::float_cmp, reason = "values are halves")]

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
