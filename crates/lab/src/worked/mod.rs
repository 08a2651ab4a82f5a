// SPDX-License-Identifier: MIT OR Apache-2.0
//! Worked trees: small trees given as text, on which an algorithm shows what it searches and what it cuts.
//!
//! The tree is a game to the algorithms, and its searches are recorded like those of any other game.
#![doc = include_str!("../pages/worked_trees.md")]

#[cfg(test)]
mod tests;
mod text;

pub use text::{ParseTreeError, TreeFault};

use crate::Subject;
use crate::game::{Game, Key};
use crate::ladder::General;
use crate::watch::Record;
use serde::Serialize;
use xiangqi::types::{Bilingual, SplitMix64, Value};

/// Largest number of moves in a position.
pub(crate) const BROADEST: usize = 64;

/// A position of a tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Place {
    pub name: String,
    /// The numbers of the positions after its moves; none after the end of the game.
    pub children: Vec<usize>,
    /// The value of a leaf for Max.
    pub value: Value,
}

/// The trees of the papers and of the page: names and texts.
pub const TREES: [(&str, &str); 6] = [
    ("shallow", include_str!("../../../../positions/trees/shallow.txt")),
    ("deep", include_str!("../../../../positions/trees/deep.txt")),
    ("yue-2a", include_str!("../../../../positions/trees/yue-2a.txt")),
    ("yue-2b", include_str!("../../../../positions/trees/yue-2b.txt")),
    ("yue-3", include_str!("../../../../positions/trees/yue-3.txt")),
    ("bai-4", include_str!("../../../../positions/trees/bai-4.txt")),
];

/// A tree given as text, searched from its root.
///
/// ```
/// use chuhe_lab::{Algorithm, NodeTally, WorkedTree, algorithms::Minimax};
/// let mut tree: WorkedTree = "root( A(6 9) B(4 8) )".parse().unwrap();
/// let (height, mut tally) = (tree.height(), NodeTally::default());
/// assert_eq!(Minimax.search(&mut tree, height, &mut tally).value, 6);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkedTree {
    /// All positions, each before its children; the first is the root.
    pub(crate) places: Vec<Place>,
    is_min_first: bool,
    /// The positions from the root to the current one.
    line: Vec<usize>,
}

impl WorkedTree {
    /// Returns the name of the current position; empty where the text has none.
    pub fn name(&self) -> &str {
        &self.place().name
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
        self.ply().is_multiple_of(2) != self.is_min_first
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.place().children.len()).collect()
    }

    fn play(&mut self, mv: usize) {
        self.line.push(self.place().children[mv]);
    }

    fn undo(&mut self) {
        self.line.pop();
    }

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

impl Subject for WorkedTree {
    type Algorithms = General;

    const NAME: &'static str = "tree";

    fn start() -> Self {
        Self::parse(TREES[0].1).expect("the trees of the program can be read")
    }

    fn parse(text: &str) -> Result<Self, Bilingual> {
        Ok(text.parse::<Self>()?)
    }
}

/// A line of the outline of a tree: one of its positions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outline {
    /// The name; empty where the text has none.
    pub name: String,
    /// Distance from the root.
    pub ply: usize,
    /// True if Max moves there.
    pub is_max: bool,
    /// True if it is a leaf.
    pub is_leaf: bool,
    /// True if it is the last move of its position.
    pub is_last: bool,
    /// The node of the recorded search; `None` if the position was cut.
    pub node: Option<usize>,
}

impl WorkedTree {
    /// Returns all positions, each before those after it, with the nodes of a recorded search.
    pub fn outline(&self, record: &Record) -> Vec<Outline> {
        let mut outline = Vec::with_capacity(self.places.len());
        self.visit(0, (0, true), (record, Some(0)), &mut outline);
        outline
    }

    fn visit(
        &self,
        place: usize,
        (ply, is_last): (usize, bool),
        (record, node): (&Record, Option<usize>),
        outline: &mut Vec<Outline>,
    ) {
        let Place { name, children, .. } = &self.places[place];
        let is_max = ply.is_multiple_of(2) != self.is_min_first;
        outline.push(Outline {
            name: name.clone(),
            ply,
            is_max,
            is_leaf: children.is_empty(),
            is_last,
            node,
        });
        for (mv, &child) in children.iter().enumerate() {
            let word = mv.to_string();
            let is_it = |&node: &usize| record.nodes[node].mv.as_deref() == Some(&*word);
            let after = node.and_then(|node| record.nodes[node].children.iter().copied().find(is_it));
            self.visit(child, (ply + 1, mv + 1 == children.len()), (record, after), outline);
        }
    }
}
