// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface of an algorithm, and what its searches count.

use super::game::{Game, Note};
use core::ops::AddAssign;
use std::time::Duration;
use xiangqi::types::Value;

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The value for the side to move.
    pub value: Value,
    /// A move that leads to it; none if the game is over or nothing was searched.
    pub best: Option<M>,
}

/// A way to search a game tree.
pub trait Algorithm<G: Game>: Send {
    /// Returns the value of the position, looking `depth` plies ahead. The game is left as it was; `tally`
    /// counts the nodes. Some algorithms keep a table or a history from one search to the next.
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        game.begin_search();
        self.explore(game, depth, tally)
    }

    /// The algorithm proper: [`search`](Self::search) in a game that knows where the search begins.
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move>;

    /// Clears everything that is kept between searches.
    fn forget(&mut self) {}
}

/// Takes what a search goes on with, or returns what is found without searching.
macro_rules! or_return {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(found) => return found,
        }
    };
}
pub(crate) use or_return;

/// Returns the moves to search. At the horizon, and where the game is over, the `Err` is the static value of
/// the position.
pub(crate) fn expand<G: Game>(
    game: &mut G,
    depth: u32,
    tally: &mut NodeTally,
) -> Result<Vec<G::Move>, Found<G::Move>> {
    let moves = if depth == 0 { Vec::new() } else { game.moves() };
    if moves.is_empty() {
        tally.leaf();
        let value = game.evaluate();
        game.note(Note::Static(value));
        Err(Found { value, best: None })
    } else {
        tally.expand(moves.len());
        game.note(Note::Moves(&moves));
        Ok(moves)
    }
}

/// The counts of one search or of several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeTally {
    /// Nodes: positions visited, including the root.
    pub nodes: u64,
    /// Leaves: nodes evaluated statically, at the horizon or because the game was over.
    pub leaves: u64,
    /// Nodes whose moves were generated.
    pub expanded: u64,
    /// The moves of these nodes, searched or not.
    pub children: u64,
    /// Nodes whose value came from the table.
    pub exact_hits: u64,
    /// Nodes for which the table supplied only a move.
    pub partial_hits: u64,
}

impl NodeTally {
    /// Counts a leaf.
    #[inline]
    pub fn leaf(&mut self) {
        self.nodes += 1;
        self.leaves += 1;
    }

    /// Counts a node whose moves are going to be searched.
    #[inline]
    pub fn expand(&mut self, moves: usize) {
        self.nodes += 1;
        self.expanded += 1;
        self.children += moves as u64;
    }

    /// Returns the share of `count` in all nodes.
    pub fn share(&self, count: u64) -> f64 {
        count as f64 / self.nodes.max(1) as f64
    }

    /// Returns the time per node in nanoseconds, given the total time.
    pub fn nanoseconds_a_node(&self, time: Duration) -> f64 {
        time.as_nanos() as f64 / self.nodes.max(1) as f64
    }

    /// Returns the mean number of moves per expanded node.
    pub fn branching(&self) -> f64 {
        self.children as f64 / self.expanded.max(1) as f64
    }
}

impl AddAssign for NodeTally {
    fn add_assign(&mut self, other: Self) {
        let Self { nodes, leaves, expanded, children, exact_hits, partial_hits } = other;
        self.nodes += nodes;
        self.leaves += leaves;
        self.expanded += expanded;
        self.children += children;
        self.exact_hits += exact_hits;
        self.partial_hits += partial_hits;
    }
}
