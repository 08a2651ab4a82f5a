// SPDX-License-Identifier: MIT OR Apache-2.0
//! Worked trees: small trees given as text, on which an algorithm shows what it searches and what it cuts.
//!
//! The algorithms are the laboratory's own and know nothing of being watched. The tree, a game to them, notes
//! which of its positions were played; values and windows follow from that, because a window is what the
//! earlier siblings of a position and of its ancestors were worth.
#![doc = include_str!("../pages/worked_trees.md")]

mod parse;
#[cfg(test)]
mod tests;
mod tree;
mod walk;

pub use parse::{ParseTreeError, TreeFault};
pub use tree::WorkedTree;
pub use walk::{Cutoff, Searched, Seen};
