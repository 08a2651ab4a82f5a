// SPDX-License-Identifier: MIT OR Apache-2.0
//! All positions of reversi on a small board that can be reached from the start, and the moves between them.
//!
//! A position is seen by the side to move, own discs and the other's, so that colours make no difference. A
//! pass is a move.

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
