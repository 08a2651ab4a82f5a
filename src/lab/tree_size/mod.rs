// SPDX-License-Identifier: MIT OR Apache-2.0
//! The number of nodes of a game tree that is too large to search, estimated by random descents.
#![doc = include_str!("../pages/tree_size.md")]

mod descent;
mod estimate;
mod nodes;
#[cfg(test)]
mod tests;

pub use descent::{TreeNode, descend};
pub use estimate::{Estimate, Interval};
pub use nodes::{GameNode, SmallNode, nodes_of_small_reversi};
