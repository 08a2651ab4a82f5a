// SPDX-License-Identifier: MIT OR Apache-2.0
//! The nodes of two trees: xiangqi by the rules, and reversi on 4 x 4 squares, whose tree can be counted.

use super::descent::TreeNode;
use crate::lab::small::{StateGraph, StateNumber};
use crate::position::Position;
use crate::rules::{Game, NATURAL_LIMIT, RuleSet};

/// A game of xiangqi from the start, by the Asian rules of repetition and with the natural limit.
#[derive(Clone)]
pub struct GameNode(Game);

impl GameNode {
    /// Returns the start of the game.
    pub fn start() -> Self {
        Self(Game::new(Position::startpos(), RuleSet::Asian, Some(NATURAL_LIMIT)))
    }
}

impl TreeNode for GameNode {
    fn children(&self) -> usize {
        if self.0.outcome().is_some() { 0 } else { self.0.position().count_legal_moves() as usize }
    }

    fn descend(&mut self, child: usize) {
        let mv = self.0.position().legal_moves()[child];
        self.0.play(mv).expect("the game goes on");
    }
}

/// A game of reversi on 4 x 4 squares.
#[derive(Clone, Copy)]
pub struct SmallNode<'a> {
    graph: &'a StateGraph,
    state: StateNumber,
}

impl<'a> SmallNode<'a> {
    /// Returns the start of the game.
    pub fn start(graph: &'a StateGraph) -> Self {
        Self { graph, state: StateGraph::START }
    }
}

impl TreeNode for SmallNode<'_> {
    fn children(&self) -> usize {
        self.graph.next(self.state).len()
    }

    fn descend(&mut self, child: usize) {
        self.state = self.graph.next(self.state)[child];
    }
}

/// Counts the nodes of the tree of reversi on 4 x 4 squares: positions as often as moves lead to them.
pub fn nodes_of_small_reversi(graph: &StateGraph) -> u64 {
    fn count(graph: &StateGraph, state: StateNumber, known: &mut [u64]) -> u64 {
        if known[state] == 0 {
            known[state] = 1 + graph.next(state).iter().map(|&next| count(graph, next, known)).sum::<u64>();
        }
        known[state]
    }
    count(graph, StateGraph::START, &mut vec![0; graph.len()])
}
