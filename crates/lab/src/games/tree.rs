// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trees without a game, on which properties of an algorithm that hold for all trees are tested.

use crate::ladder::General;
use crate::{Game, Key, Subject};
use xiangqi::types::{Bilingual, SplitMix64, Value, bilingual};

/// Number of moves at each position of a tree.
const BRANCHING: usize = 4;

/// A position of a tree: the numbers of the moves that lead to it.
pub struct Tree<const ORDERED: bool> {
    path: Vec<usize>,
}

/// A tree whose positions have small random values, so that many are equal; one position in sixteen is an
/// end.
pub type RandomTree = Tree<false>;

/// A tree in which the first move is best everywhere, and no two values that must be compared are equal: no
/// algorithm needs fewer leaves than Knuth and Moore's minimum here, and alpha-beta reaches it.
pub type OrderedTree = Tree<true>;

impl<const ORDERED: bool> Tree<ORDERED> {
    /// Returns a random number for this position.
    fn random(&self, salt: u64) -> u64 {
        let number = self.path.iter().fold(1, |number, mv| number * BRANCHING as u64 + *mv as u64);
        SplitMix64::new(number ^ salt << 48).next_u64()
    }

    /// Returns the total cost of the moves of the player whose first move is number `first` of the path: each
    /// costs its number.
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
    type Algorithms = General;

    const NAME: &'static str = "tree";

    fn start() -> Self {
        Self { path: Vec::new() }
    }

    /// Reads the numbers of moves.
    fn parse(text: &str) -> Result<Self, Bilingual> {
        let mv = |word: &str| {
            let error = bilingual!("'{word}' is not a move", "“{word}”不是着法");
            word.parse().ok().filter(|mv| *mv < BRANCHING).ok_or(error)
        };
        Ok(Self { path: text.split_whitespace().map(mv).collect::<Result<_, _>>()? })
    }
}
