// SPDX-License-Identifier: MIT OR Apache-2.0
//! Measurement of an algorithm on a set of positions, and sample positions from play.

use super::algorithm::{Algorithm, Found, NodeTally};
use super::algorithms::Ordered;
use super::game::{Game, Neighbours, is_won_or_lost};
use super::ladder::Subject;
use super::tournament::random_opening;
use std::time::{Duration, Instant};
use xiangqi::types::{SplitMix64, Value};

/// The searches of a set of positions to one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// Depth in plies.
    pub depth: u32,
    /// The sum of the counts of all searches.
    pub tally: NodeTally,
    /// The total time.
    pub time: Duration,
    /// The value that each search found, for the side to move, and the text of its move.
    pub found: Vec<(Value, Option<String>)>,
}

impl Measurement {
    /// Searches each position with an empty memory; `done` receives the number of positions searched so far.
    pub fn new<G: Game>(
        algorithm: &mut dyn Algorithm<G>,
        positions: &mut [G],
        depth: u32,
        mut done: impl FnMut(usize),
    ) -> Self {
        let mut measurement =
            Self { depth, tally: NodeTally::default(), time: Duration::ZERO, found: Vec::new() };
        for game in positions {
            done(measurement.found.len());
            algorithm.forget();
            let start = Instant::now();
            let found = algorithm.search(game, depth, &mut measurement.tally);
            measurement.time += start.elapsed();
            measurement.found.push((found.value, found.best.map(|mv| mv.to_string())));
        }
        measurement
    }

    /// Returns the [`effective_branching_factor`].
    pub fn effective_branching_factor(&self) -> f64 {
        effective_branching_factor(self.tally.nodes as f64 / self.found.len().max(1) as f64, self.depth)
    }

    /// Returns the number of positions in which both found the same value, and the same move.
    pub fn agreement(&self, other: &Self) -> [usize; 2] {
        let pairs = || self.found.iter().zip(&other.found);
        [
            pairs().filter(|(own, other)| own.0 == other.0).count(),
            pairs().filter(|(own, other)| own.1 == other.1).count(),
        ]
    }
}

/// Returns the factor `r` by which a uniform tree of this size grows from ply to ply: nodes = 1 + r + … +
/// r^depth (Bai 2007, who solves it for the 30 searches of a game together). NaN at depth 0.
pub fn effective_branching_factor(nodes: f64, depth: u32) -> f64 {
    if depth == 0 {
        return f64::NAN;
    }
    let sum = |factor: f64| (0..depth).fold(1.0, |sum, _| sum * factor + 1.0);
    let (mut low, mut high) = (0.0, nodes.max(1.0));
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if sum(middle) < nodes { low = middle } else { high = middle }
    }
    low
}

/// Number of random plies at the start of each game.
const OPENING: u32 = 4;
/// Number of plies from there to the last of the positions.
const SPREAD: usize = 36;

/// Returns `count` positions from the opening to the late middlegame: random openings, then the moves with
/// the best static values. None of the positions is won within three plies: from such a position, moves are
/// taken back until it is not.
pub fn sample_positions<G: Subject>(count: usize, seed: u64) -> Vec<G> {
    let mut rng = SplitMix64::new(seed);
    let position = |index: usize| {
        let mut game = G::start();
        for mv in random_opening::<G>(&mut rng, OPENING) {
            game.play(mv);
        }
        for _ in 0..index * SPREAD / count {
            let Some(mv) = best_looking(&mut game, 1).best else { break };
            game.play(mv);
        }
        while game.moves().is_empty() || is_won_or_lost(best_looking(&mut game, 3).value) {
            game.undo();
        }
        game
    };
    (0..count).map(position).collect()
}

/// Searches the moves with the best static values.
fn best_looking<G: Game>(game: &mut G, depth: u32) -> Found<G::Move> {
    Ordered { width: Some((8, Neighbours::Eight)) }.search(game, depth, &mut NodeTally::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use crate::algorithms::Minimax;
    use crate::games::OrderedTree;

    #[test]
    fn a_uniform_tree_grows_by_its_branching_factor() {
        let mut positions = [OrderedTree::start(), OrderedTree::parse("1 2").expect("two moves")];
        let measurement = Measurement::new(&mut Minimax, &mut positions, 5, |_| ());
        assert_eq!(measurement.tally.nodes, 2 * 1365);
        assert!((measurement.effective_branching_factor() - 4.0).abs() < 1e-9);
        assert!((measurement.tally.branching() - 4.0).abs() < 1e-9);
        assert_eq!(measurement.agreement(&measurement), [2, 2]);
    }

    /// Bai's second table from his first: nodes of 30 searches, their depth, and the factor.
    #[test]
    fn the_papers_factors_follow_from_its_counts() {
        for (nodes, depth, factor) in [
            (3_397_402.0, 5, 10.04),
            (9_083_234.0, 8, 4.70),
            (3_757_319.0, 8, 4.19),
            (12_174_733.0, 9, 4.07),
            (14_071_178.0, 10, 3.57),
        ] {
            let ours = effective_branching_factor(nodes / 30.0, depth);
            assert!((ours - factor).abs() < 0.06, "{ours} for {factor}");
        }
    }
}
