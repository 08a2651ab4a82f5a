// SPDX-License-Identifier: MIT OR Apache-2.0
//! The algorithms, one a file, each as plain as its paper has it.

use super::Tally;
use super::game::Game;
use crate::types::Value;

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// For the side to move.
    pub value: Value,
    /// A move that leads to it; none if the game is over or nothing was searched.
    pub best: Option<M>,
}

/// A way to search a game tree.
pub trait Algorithm<G: Game>: Send {
    /// The value of the position, looking `depth` plies ahead. The game is left as it was; what was looked at is counted in `tally`.
    /// Some algorithms remember things from one search to the next.
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut Tally) -> Found<G::Move>;

    /// Forgets all that is remembered.
    fn forget(&mut self) {}
}
