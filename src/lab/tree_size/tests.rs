// SPDX-License-Identifier: MIT OR Apache-2.0
//! Estimates of trees whose size is known.

#![expect(clippy::cast_precision_loss, reason = "numbers of nodes")]

use super::*;
use crate::lab::small::StateGraph;
use crate::types::SplitMix64;

/// A tree in which every node at an even depth has three children and every node at an odd depth two, five
/// plies deep.
#[derive(Clone)]
struct Regular(usize);

impl TreeNode for Regular {
    fn children(&self) -> usize {
        [3, 2, 3, 2, 3, 0][self.0]
    }

    fn descend(&mut self, _: usize) {
        self.0 += 1;
    }
}

/// A comb: the first child of a node goes on, the others are leaves.
#[derive(Clone)]
struct Comb {
    depth: usize,
    is_leaf: bool,
}

impl TreeNode for Comb {
    fn children(&self) -> usize {
        if self.is_leaf || self.depth == 8 { 0 } else { 3 }
    }

    fn descend(&mut self, child: usize) {
        self.depth += 1;
        self.is_leaf = child > 0;
    }
}

#[test]
fn every_descent_finds_a_regular_tree() {
    for walkers in [1, 2, 7, 1000] {
        let logarithms = descend(&Regular(0), walkers, 100, &mut SplitMix64::new(1));
        let counts: Vec<f64> = logarithms.iter().map(|logarithm| 10_f64.powf(*logarithm).round()).collect();
        assert_eq!(counts, [1.0, 3.0, 6.0, 18.0, 36.0, 108.0], "{walkers} walkers");
    }
    assert_eq!(descend(&Regular(0), 1, 2, &mut SplitMix64::new(1)).len(), 3);
}

#[test]
fn the_mean_of_lopsided_descents_is_the_size() {
    let comb = Comb { depth: 0, is_leaf: false };
    let size = f64::from(1 + 8 * 3);
    for (walkers, count) in [(1, 60_000), (2, 20_000), (3, 1)] {
        let estimate = Estimate::new(&comb, count, walkers, 100, &mut SplitMix64::new(7));
        let found = 10_f64.powf(estimate.down_to(100).expect("there are descents").mean);
        assert!((found / size - 1.0).abs() < 0.1, "{walkers} walkers: {found} instead of {size}");
    }
}

#[test]
fn reversi_on_16_squares_is_estimated_as_counted() {
    let graph = StateGraph::new();
    let size = (nodes_of_small_reversi(&graph) as f64).log10();
    for (walkers, count) in [(1, 20_000), (100, 200)] {
        let root = SmallNode::start(&graph);
        let estimate = Estimate::new(&root, count, walkers, 100, &mut SplitMix64::new(3));
        let found = estimate.down_to(100).expect("there are descents");
        assert!((found.mean - size).abs() < 0.02, "{walkers} walkers: {found:?}, {size}");
        assert!(found.low < size && size < found.high, "{walkers} walkers: {found:?}, {size}");
    }
}

#[test]
fn xiangqi_begins_as_counted_by_perft() {
    let estimate = Estimate::new(&GameNode::start(), 300, 50, 4, &mut SplitMix64::new(5));
    for (depth, leaves) in [(0, 1.0), (1, 44.0), (2, 1920.0), (3, 79_666.0), (4, 3_290_240.0)] {
        let found = estimate.at(depth).expect("all games are longer").mean;
        assert!((found - f64::log10(leaves)).abs() < 0.01, "{depth}: {found}");
    }
    assert_eq!(estimate.deepest(), 4);
    assert_eq!(estimate.at(5), None);
}

#[test]
fn random_games_end() {
    let mut rng = SplitMix64::new(11);
    for _ in 0..20 {
        let mut game = GameNode::start();
        let mut plies = 0;
        while game.children() > 0 {
            game.descend(rng.below(game.children()));
            plies += 1;
        }
        assert!((20..5000).contains(&plies), "{plies}");
    }
}
