// SPDX-License-Identifier: MIT OR Apache-2.0
//! Worked trees: small trees given as text, on which an algorithm shows what it searches and what it cuts.
//!
//! The algorithms are the laboratory's own and know nothing of being watched. The tree, a game to them, notes
//! which of its positions were played; values and windows follow from that, because a window is what the
//! earlier siblings of a position and of its ancestors were worth.
//!
//! In the text a leaf is a number, its value for Max; a position is `(`, the positions after its moves, and
//! `)`, with an optional name before it. `#` begins a comment.
#![doc = include_str!("../pages/worked_trees.md")]

#[cfg(test)]
mod tests;

use crate::algorithm::{Algorithm, Found, NodeTally};
use crate::game::{Game, INFINITE, Key};
use core::str::FromStr;
use xiangqi::types::{SplitMix64, Value};

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

/// A tree given as text, searched from its root. Max moves first.
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

/// A position of a tree after a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// The name; empty for leaves and where the text has none.
    pub name: String,
    /// Distance from the root. Max moves at even distances.
    pub ply: usize,
    /// True if it is a leaf.
    pub is_leaf: bool,
    /// True if it is the last move of its position.
    pub is_last: bool,
    /// The result of its search; `None` if it was cut.
    pub searched: Option<Searched>,
}

/// The result at a position that was searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// Alpha and beta for Max.
    pub window: [Value; 2],
    /// The value for Max: the best of what was searched.
    pub value: Value,
    /// The cutoff, if moves of this position were not searched.
    pub cutoff: Option<Cutoff>,
}

/// A cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cutoff {
    /// The bound that the value reached: alpha where Min moves, beta where Max does.
    pub bound: Value,
    /// The ply of the position that has this bound: one ply before in a *shallow* cutoff, three, five or more
    /// in a *deep* one.
    pub ply: usize,
}

/// A bound of the window, for the side to move, and the ply of the position that has it.
type Bound = (Value, usize);

impl WorkedTree {
    /// Returns all positions, each before those after it, as the last [`watch`](Self::watch) left them.
    pub fn seen(&self) -> Vec<Seen> {
        let mut seen = Vec::with_capacity(self.places.len());
        self.visit(0, 0, [(-INFINITE, 0), (INFINITE, 0)], &mut seen);
        seen[0].is_last = true;
        seen
    }

    /// Appends a position and those after it. Returns the value for the side to move if it was searched.
    fn visit(&self, place: usize, ply: usize, window: [Bound; 2], seen: &mut Vec<Seen>) -> Option<Value> {
        let Place { name, children, value } = &self.places[place];
        let index = seen.len();
        let is_leaf = children.is_empty();
        seen.push(Seen { name: name.clone(), ply, is_leaf, is_last: false, searched: None });
        let for_max = if ply.is_multiple_of(2) { 1 } else { -1 };
        let [mut alpha, beta] = window;
        let (mut best, mut is_cut) = (if is_leaf { for_max * value } else { -INFINITE }, false);
        for &child in children {
            let after = seen.len();
            // One's bounds are the other's, negated.
            let bounds = [(-beta.0, beta.1), (-alpha.0, alpha.1)];
            let value = self.visit(child, ply + 1, bounds, seen).map(|value| -value);
            seen[after].is_last = Some(&child) == children.last();
            is_cut |= value.is_none();
            best = best.max(value.unwrap_or(best));
            if best > alpha.0 {
                alpha = (best, ply);
            }
        }
        if !self.is_reached[place] {
            return None;
        }
        let cutoff = is_cut.then_some(Cutoff { bound: for_max * beta.0, ply: beta.1 });
        let [low, high] = window.map(|(bound, _)| for_max * bound);
        let window = [low.min(high), low.max(high)];
        seen[index].searched = Some(Searched { window, value: for_max * best, cutoff });
        Some(best)
    }
}

/// Largest number of plies of a line.
const HIGHEST: usize = 60;
/// Largest number of positions.
const LARGEST: usize = 10_000;
/// Largest absolute value of a leaf.
const LIMIT: Value = 1_000_000;

/// A fault in the text of a tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ParseTreeError {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub fault: TreeFault,
}

/// The kinds of faults in the text of a tree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TreeFault {
    /// A number is missing or too large, or a name has no position.
    #[error(
        "'{0}' is neither a value from -{LIMIT} to {LIMIT} nor the name of a position: a name is followed by '('"
    )]
    Word(String),
    /// A position without moves.
    #[error("a position without moves: '()'; a leaf is a number")]
    Empty,
    /// A bracket that closes nothing.
    #[error("')' closes no position")]
    Unopened,
    /// The text ends inside a position.
    #[error("the tree ends before {0} of its positions are closed by ')'")]
    Unclosed(usize),
    /// A second tree.
    #[error("'{0}' follows the end of the tree")]
    Trailing(String),
    /// No tree.
    #[error("the file contains no tree, such as 'root( A(6 9) B(4 8) )'")]
    Missing,
    /// The tree is too large.
    #[error(
        "the tree is too large: at most {HIGHEST} plies, {BROADEST} moves in a position, {LARGEST} positions"
    )]
    TooLarge,
}

impl FromStr for WorkedTree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Self, ParseTreeError> {
        let mut places: Vec<Place> = Vec::new();
        // The positions that are not closed yet, and a name that waits for its position.
        let (mut open, mut name): (Vec<usize>, Option<String>) = (Vec::new(), None);
        let mut last_line = 1;
        for (line, word) in words(text) {
            last_line = line;
            let fault = |fault| ParseTreeError { line, fault };
            if let Some(name) = name.as_ref().filter(|_| word != "(") {
                return Err(fault(TreeFault::Word(name.clone())));
            }
            if word == ")" {
                let closed = open.pop().ok_or(fault(TreeFault::Unopened))?;
                if places[closed].children.is_empty() {
                    return Err(fault(TreeFault::Empty));
                }
                continue;
            }
            if open.is_empty() && !places.is_empty() {
                return Err(fault(TreeFault::Trailing(word.to_owned())));
            }
            let value = word.parse::<Value>();
            if word != "(" && value.is_err() && is_name(word) {
                name = Some(word.to_owned());
                continue;
            }
            if word != "(" && !value.as_ref().is_ok_and(|value| value.abs() <= LIMIT) {
                return Err(fault(TreeFault::Word(word.to_owned())));
            }
            let number = places.len();
            if let Some(&parent) = open.last() {
                places[parent].children.push(number);
                if places[parent].children.len() > BROADEST {
                    return Err(fault(TreeFault::TooLarge));
                }
            }
            let is_leaf = word != "(";
            let name = name.take().unwrap_or_default();
            places.push(Place { name, children: Vec::new(), value: value.unwrap_or_default() });
            if !is_leaf {
                open.push(number);
            }
            if places.len() > LARGEST || open.len() > HIGHEST {
                return Err(fault(TreeFault::TooLarge));
            }
        }
        let fault = |fault| ParseTreeError { line: last_line, fault };
        match (name, open.len(), places.len()) {
            (Some(name), ..) => Err(fault(TreeFault::Word(name))),
            (None, 0, 0) => Err(fault(TreeFault::Missing)),
            (None, 0, _) => Ok(Self::new(places)),
            (None, unclosed, _) => Err(fault(TreeFault::Unclosed(unclosed))),
        }
    }
}

/// Returns the words of a text with their lines; a bracket is a word of its own.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let without_comment = |line: &'_ str| line.find('#').unwrap_or(line.len());
    text.lines().enumerate().flat_map(move |(index, line)| {
        let line = &line[..without_comment(line)];
        line.split_inclusive(['(', ')'])
            .flat_map(|part| {
                let (before, bracket) = part.split_at(part.trim_end_matches(['(', ')']).len());
                before.split_whitespace().chain((!bracket.is_empty()).then_some(bracket))
            })
            .map(move |word| (index + 1, word))
    })
}

/// Returns true if a word may name a position: short, and not easily taken for a number.
fn is_name(word: &str) -> bool {
    let first = word.chars().next();
    first.is_some_and(char::is_alphabetic)
        && word.chars().count() <= 20
        && !word.chars().any(char::is_control)
}
