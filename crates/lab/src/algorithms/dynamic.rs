// SPDX-License-Identifier: MIT OR Apache-2.0
//! A dynamic search depth, after Bai (2007), whose strongest program searched as deep as its minute allowed.
//!
//! His table forbids iterative deepening: its entries have no depth, so a deeper search would find the value
//! of the shallower one at its root. The depth follows from the last move of the game instead: a ply less if
//! that search took more nodes than the budget, a ply more if one more is likely to stay within it. A search
//! that the table answered says nothing about the effort. A budget of nodes, not of time, makes games
//! repeatable.

use crate::algorithm::{Algorithm, Found};
use crate::{Game, NodeTally};

/// Another algorithm at a dynamic depth.
pub struct Dynamic<A> {
    algorithm: A,
    /// The number of nodes that a search should not exceed.
    budget: u64,
    /// The depth of the next search, once there was one in this game.
    depth: Option<u32>,
}

/// The largest depth: there are no longer games of reversi.
const DEEPEST: u32 = 60;

/// A search is answered by the table if one node in this many is an exact match; usually two to four in a
/// hundred are.
const ANSWERED: u64 = 8;

impl<A> Dynamic<A> {
    /// Lets an algorithm search about `budget` nodes a move.
    pub fn new(algorithm: A, budget: u64) -> Self {
        Self { algorithm, budget, depth: None }
    }
}

impl<G: Game, A: Algorithm<G>> Algorithm<G> for Dynamic<A> {
    /// Searches `depth` plies deep in the first search of a game.
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        let depth = self.depth.unwrap_or(depth);
        let mut own = NodeTally::default();
        let found = self.algorithm.explore(game, depth, &mut own);
        *tally += own;
        let growth = (own.nodes as f64).powf(1.0 / f64::from(depth.max(1)));
        let is_answered = own.exact_hits * ANSWERED > own.nodes;
        self.depth = Some(if is_answered {
            depth
        } else if own.nodes > self.budget {
            depth.saturating_sub(1).max(1)
        } else if own.nodes as f64 * growth <= self.budget as f64 {
            (depth + 1).min(DEEPEST)
        } else {
            depth
        });
        found
    }

    fn forget(&mut self) {
        self.depth = None;
        self.algorithm.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use crate::algorithms::{Bai, Minimax};
    use crate::games::{OrderedTree, Reversi};
    use crate::transpositions::PositionTable;

    #[test]
    fn the_depth_follows_from_the_nodes_of_the_last_search() {
        // Trees of 5, 21, 85, 341 nodes.
        let depths = |budget, first| {
            let mut dynamic = Dynamic::new(Minimax, budget);
            let mut search = || {
                let mut tally = NodeTally::default();
                dynamic.search(&mut OrderedTree::start(), first, &mut tally);
                tally.nodes
            };
            [search(), search(), search(), search()]
        };
        assert_eq!(depths(350, 1), [5, 21, 85, 85]);
        assert_eq!(depths(100, 4), [341, 85, 85, 85]);
        assert_eq!(depths(1, 2), [21, 5, 5, 5], "never less than a ply");
        let mut dynamic = Dynamic::new(Minimax, 400);
        let search = |dynamic: &mut Dynamic<Minimax>| {
            let mut tally = NodeTally::default();
            dynamic.search(&mut OrderedTree::start(), 1, &mut tally);
            tally.nodes
        };
        assert_eq!((search(&mut dynamic), search(&mut dynamic)), (5, 21));
        Algorithm::<OrderedTree>::forget(&mut dynamic);
        assert_eq!(search(&mut dynamic), 5, "another game");
    }

    #[test]
    fn a_search_that_the_table_answers_leaves_the_depth() {
        let mut game = Reversi::parse("f5").expect("a move");
        let mut dynamic = Dynamic::new(Bai::new(Some(PositionTable::new(12)), None), 1_000_000);
        let mut search = |game: &mut Reversi| dynamic.search(game, 3, &mut NodeTally::default());
        search(&mut game);
        search(&mut game);
        assert_eq!(dynamic.depth, Some(4), "once, for the first search");
    }
}
