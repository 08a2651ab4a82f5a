// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reversi on 4 x 4 squares: small enough to know the truth, against which learning is measured.
//!
//! [`StateGraph`] has all positions that can be reached from the start, and the moves between them. A
//! position is seen by the side to move, own discs and the other's, so that colours make no difference. A
//! pass is a move.
//!
//! [`Truth`] is found by value iteration (Bai's equation 13): V(s) becomes the maximum over the moves of
//! r + γ V(s'), swept over all positions until nothing changes. The reward is the result at the end and γ is
//! 1. The value of the next position is the other side's, so it counts as 1 less it.
//!
//! [`TableLearner`] learns the values of positions from games, a number for each, by Bai's algorithms 7 to 9:
//! the greedy one, Monte Carlo, and TD(λ).
#![doc = include_str!("../pages/small.md")]

mod board;
mod learner;
pub mod six;
#[cfg(test)]
mod tests;

pub use learner::{Method, StepSize, TableLearner, TableSettings};

use core::cmp::Ordering;
use std::collections::HashMap;

/// The number of a position.
pub type StateNumber = usize;

/// The positions and moves of a game.
pub struct StateGraph {
    /// The positions that the moves of each position lead to; none if the game is over.
    next: Vec<Vec<StateNumber>>,
    /// The result for the side to move where the game is over: 1, 0.5 or 0.
    results: Vec<f64>,
    /// Discs of the side to move, less the other's.
    margins: Vec<i32>,
    /// The least number of plies from the start.
    plies: Vec<u32>,
}

type Board = board::Board<4>;

impl StateGraph {
    /// The start of every game.
    pub const START: StateNumber = 0;

    /// Finds all positions.
    pub fn new() -> Self {
        let mut boards = vec![Board::start()];
        let mut numbers = HashMap::from([(Board::start(), Self::START)]);
        let mut graph = Self { next: Vec::new(), results: Vec::new(), margins: Vec::new(), plies: vec![0] };
        while let Some(&board) = boards.get(graph.next.len()) {
            let ply = graph.plies[graph.next.len()] + 1;
            let mut number_of = |board: Board| {
                *numbers.entry(board).or_insert_with(|| {
                    boards.push(board);
                    graph.plies.push(ply);
                    boards.len() - 1
                })
            };
            let mut after = board.next();
            if after.is_empty() && board.pass().moves() != 0 {
                after.push(board.pass());
            }
            graph.next.push(after.into_iter().map(&mut number_of).collect());
            graph.results.push(match board.margin().cmp(&0) {
                Ordering::Greater => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.0,
            });
            graph.margins.push(board.margin());
        }
        graph
    }

    /// Returns the number of positions.
    pub fn count(&self) -> usize {
        self.next.len()
    }

    /// Returns the positions after the moves of a position.
    pub fn next(&self, state: StateNumber) -> &[StateNumber] {
        &self.next[state]
    }

    /// Iterates over the positions that at most `plies` moves from the start lead to.
    pub fn opening(&self, plies: u32) -> impl Iterator<Item = StateNumber> {
        (0..self.count()).filter(move |&state| self.plies[state] <= plies)
    }

    /// Returns the result for the side to move, 1, 0.5 or 0, if the game is over.
    pub fn result(&self, state: StateNumber) -> Option<f64> {
        self.next[state].is_empty().then_some(self.results[state])
    }

    /// Returns the margin in discs for the side to move, if the game is over.
    pub fn margin(&self, state: StateNumber) -> Option<i32> {
        self.next[state].is_empty().then_some(self.margins[state])
    }
}

impl Default for StateGraph {
    fn default() -> Self {
        Self::new()
    }
}

/// The values of all positions with perfect play.
pub struct Truth {
    /// For each position the value for the side to move: 1 if it is won, 0.5 if drawn, 0 if lost.
    pub values: Vec<f64>,
    /// For each position the margin in discs for the side to move, if both sides play for discs.
    pub margins: Vec<i32>,
    /// Number of sweeps until nothing changed, the last one included.
    pub sweeps: u32,
}

impl Truth {
    /// Solves the game.
    pub fn new(graph: &StateGraph) -> Self {
        let ends = |state| graph.result(state).unwrap_or(0.0);
        let (values, sweeps) = sweep(graph, (0..graph.count()).map(ends).collect(), |value| 1.0 - value);
        let ends = |state| graph.margin(state).map_or(0.0, f64::from);
        let (margins, _) = sweep(graph, (0..graph.count()).map(ends).collect(), |value| -value);
        let margins = margins.into_iter().map(|margin| margin as i32).collect();
        Self { values, margins, sweeps }
    }

    /// Returns the root of the mean squared error of estimates for these positions.
    pub fn error(&self, estimates: &[f64], states: impl Iterator<Item = StateNumber>) -> f64 {
        let squares = states.map(|state| (self.values[state] - estimates[state]).powi(2));
        let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0));
        f64::sqrt(sum / f64::max(count, 1.0))
    }
}

/// Sweeps until nothing changes. `other` turns the value for the other side into one's own.
fn sweep(graph: &StateGraph, mut values: Vec<f64>, other: impl Fn(f64) -> f64) -> (Vec<f64>, u32) {
    let mut sweeps = 0;
    loop {
        sweeps += 1;
        let mut is_changed = false;
        for state in 0..graph.count() {
            let best =
                graph.next(state).iter().map(|&next: &StateNumber| other(values[next])).reduce(f64::max);
            let value = best.unwrap_or(values[state]);
            is_changed |= value.to_bits() != values[state].to_bits();
            values[state] = value;
        }
        if !is_changed {
            return (values, sweeps);
        }
    }
}
