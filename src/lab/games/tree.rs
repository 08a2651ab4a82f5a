// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees without a game: what is true of an algorithm on all trees shows best where the tree is all there is.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "paths are short, values small"
)]

use crate::lab::{Game, Key, Subject};
use crate::types::{SplitMix64, Value};

/// Moves at each position of a tree.
const BRANCHING: usize = 4;

/// A position of a tree: the numbers of the moves that lead to it.
pub struct Tree<const ORDERED: bool> {
    path: Vec<usize>,
}

/// Positions have random values, small ones, so that many are equal; one in sixteen is an end.
pub type RandomTree = Tree<false>;

/// The first move is best everywhere, and no two values are equal that have to be compared: no algorithm can do with fewer leaves
/// than Knuth and Moore's minimum here, and alpha-beta reaches it.
pub type OrderedTree = Tree<true>;

impl<const ORDERED: bool> Tree<ORDERED> {
    /// A random number of this position.
    fn random(&self, salt: u64) -> u64 {
        let number = self.path.iter().fold(1, |number, mv| number * BRANCHING as u64 + *mv as u64);
        SplitMix64::new(number ^ salt << 48).next_u64()
    }

    /// What moves have cost a player, whose first move is the `first` of the path: each its number.
    fn lost(&self, first: usize) -> Value {
        self.path.iter().skip(first).step_by(2).map(|mv| *mv as Value).sum()
    }
}

impl<const ORDERED: bool> Game for Tree<ORDERED> {
    type Move = usize;

    const MOVE_NUMBERS: usize = BRANCHING;

    fn is_first_to_move(&self) -> bool {
        self.path.len().is_multiple_of(2)
    }

    fn moves(&self) -> Vec<usize> {
        let is_end = !ORDERED && !self.path.is_empty() && self.random(1).is_multiple_of(16);
        if is_end { Vec::new() } else { (0..BRANCHING).collect() }
    }

    fn play(&mut self, mv: usize) {
        self.path.push(mv);
    }

    fn undo(&mut self) {
        self.path.pop();
    }

    fn ply(&self) -> u32 {
        self.path.len() as u32
    }

    fn evaluate(&mut self) -> Value {
        if ORDERED {
            let own = self.path.len() % 2;
            self.lost(1 - own) - self.lost(own)
        } else {
            (self.random(2) % 21) as Value - 10
        }
    }

    fn key(&self) -> Key {
        Key::random(&mut SplitMix64::new(self.random(3)))
    }

    fn move_number(mv: usize) -> usize {
        mv
    }
}

impl<const ORDERED: bool> Subject for Tree<ORDERED> {
    const NAME: &'static str = "tree";

    fn start() -> Self {
        Self { path: Vec::new() }
    }

    /// The numbers of moves.
    fn parse(text: &str) -> Result<Self, String> {
        let mv =
            |word: &str| word.parse().ok().filter(|mv| *mv < BRANCHING).ok_or(format!("'{word}' is no move"));
        Ok(Self { path: text.split_whitespace().map(mv).collect::<Result<_, _>>()? })
    }
}
