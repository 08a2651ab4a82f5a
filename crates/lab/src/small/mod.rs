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

mod learner;
pub mod six;
#[cfg(test)]
mod tests;

pub use learner::{Method, StepSize, TableLearner, TableSettings};

use core::cmp::Ordering;
use std::collections::HashMap;

/// Number of squares along a side of the board.
const SIZE: i32 = 4;

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

/// A position: the discs of the side to move and of the other.
type Board = (u16, u16);

impl StateGraph {
    /// The start of every game.
    pub const START: StateNumber = 0;

    /// Finds all positions.
    pub fn new() -> Self {
        // As on the large board: Black, to move, has e4 and d5.
        let start: Board = (bit(2, 1) | bit(1, 2), bit(1, 1) | bit(2, 2));
        let mut boards = vec![start];
        let mut numbers = HashMap::from([(start, Self::START)]);
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
            graph.next.push(successors(board).into_iter().map(&mut number_of).collect());
            let (own, other) = board;
            graph.results.push(match own.count_ones().cmp(&other.count_ones()) {
                Ordering::Greater => 1.0,
                Ordering::Equal => 0.5,
                Ordering::Less => 0.0,
            });
            graph.margins.push(own.count_ones().cast_signed() - other.count_ones().cast_signed());
        }
        graph
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.next.len()
    }

    /// Returns false: there is always the start.
    pub fn is_empty(&self) -> bool {
        self.next.is_empty()
    }

    /// Returns the positions after the moves of a position.
    pub fn next(&self, state: StateNumber) -> &[StateNumber] {
        &self.next[state]
    }

    /// Iterates over the positions that at most `plies` moves from the start lead to.
    pub fn opening(&self, plies: u32) -> impl Iterator<Item = StateNumber> {
        (0..self.len()).filter(move |&state| self.plies[state] <= plies)
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

const fn bit(x: i32, y: i32) -> u16 {
    1 << (y * SIZE + x)
}

/// Returns the positions after all moves, seen by the other side; none if the game is over.
fn successors((own, other): Board) -> Vec<Board> {
    let after = moves(own, other);
    if after.is_empty() && !moves(other, own).is_empty() { vec![(other, own)] } else { after }
}

/// Returns the positions after the moves that put down a disc.
fn moves(own: u16, other: u16) -> Vec<Board> {
    let squares = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| (x, y)));
    let free = squares.filter(|&(x, y)| (own | other) & bit(x, y) == 0);
    let play = |(x, y)| {
        let turned = turned(own, other, x, y);
        (turned != 0).then_some((other & !turned, own | turned | bit(x, y)))
    };
    free.filter_map(play).collect()
}

/// Returns the discs that a disc on this square turns over.
fn turned(own: u16, other: u16, x: i32, y: i32) -> u16 {
    let mut turned = 0;
    for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut line = 0;
        for step in 1..SIZE {
            let (x, y) = (x + step * dx, y + step * dy);
            if !(0..SIZE).contains(&x) || !(0..SIZE).contains(&y) {
                break;
            }
            let here = bit(x, y);
            if own & here != 0 {
                turned |= line;
            }
            if other & here == 0 {
                break;
            }
            line |= here;
        }
    }
    turned
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
        let (values, sweeps) = sweep(graph, (0..graph.len()).map(ends).collect(), |value| 1.0 - value);
        let ends = |state| graph.margin(state).map_or(0.0, f64::from);
        let (margins, _) = sweep(graph, (0..graph.len()).map(ends).collect(), |value| -value);
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
        for state in 0..graph.len() {
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
