// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tree as a game, which notes the positions that are played.

use crate::lab::algorithm::{Algorithm, Found};
use crate::lab::game::{Game, Key};
use crate::lab::tally::NodeTally;
use crate::types::{SplitMix64, Value};

/// Largest number of moves in a position.
pub const BROADEST: usize = 64;

/// A position of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    pub name: String,
    /// The numbers of the positions after its moves; none after the end of the game.
    pub children: Vec<usize>,
    /// The value of a leaf for Max.
    pub value: Value,
}

/// A tree given as text, searched from its root. Max moves first.
///
/// ```
/// use chuhe::lab::{Algorithm, NodeTally, WorkedTree, algorithms::Minimax};
/// let mut tree: WorkedTree = "root( A(6 9) B(4 8) )".parse().unwrap();
/// let (height, mut tally) = (tree.height(), NodeTally::default());
/// assert_eq!(Minimax.search(&mut tree, height, &mut tally).value, 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkedTree {
    /// All positions, each before its children; the first is the root.
    pub(crate) places: Vec<Place>,
    /// The positions from the root to the current one.
    line: Vec<usize>,
    /// True for each position that was reached since the last [`watch`](Self::watch).
    pub(crate) is_reached: Vec<bool>,
}

impl WorkedTree {
    /// Creates a tree of these positions, each before its children.
    pub(crate) fn new(places: Vec<Place>) -> Self {
        let is_reached = vec![false; places.len()];
        Self { places, line: vec![0], is_reached }
    }

    /// Searches the whole tree and notes which positions are reached.
    pub fn watch(&mut self, algorithm: &mut impl Algorithm<Self>) -> Found<usize> {
        self.is_reached.fill(false);
        self.is_reached[0] = true;
        let height = self.height();
        algorithm.search(self, height, &mut NodeTally::default())
    }

    /// Returns the number of plies of the longest line.
    pub fn height(&self) -> u32 {
        let mut heights = vec![0; self.places.len()];
        for (place, Place { children, .. }) in self.places.iter().enumerate().rev() {
            heights[place] = children.iter().map(|&child| heights[child] + 1).max().unwrap_or(0);
        }
        heights[0]
    }

    fn place(&self) -> &Place {
        &self.places[self.line[self.line.len() - 1]]
    }
}

impl Game for WorkedTree {
    type Move = usize;

    const MOVE_NUMBERS: usize = BROADEST;

    fn is_first_to_move(&self) -> bool {
        self.ply().is_multiple_of(2)
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.place().children.len()).collect()
    }

    fn play(&mut self, mv: usize) {
        let child = self.place().children[mv];
        self.is_reached[child] = true;
        self.line.push(child);
    }

    fn undo(&mut self) {
        self.line.pop();
    }

    #[expect(clippy::cast_possible_truncation, reason = "trees are low")]
    fn ply(&self) -> u32 {
        self.line.len() as u32 - 1
    }

    fn evaluate(&mut self) -> Value {
        let value = self.place().value;
        if self.is_first_to_move() { value } else { -value }
    }

    fn key(&self) -> Key {
        Key::random(&mut SplitMix64::new(self.line[self.line.len() - 1] as u64))
    }

    fn move_number(mv: usize) -> usize {
        mv
    }
}
