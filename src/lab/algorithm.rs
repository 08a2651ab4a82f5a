// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interface of an algorithm.

use super::game::Game;
use super::tally::NodeTally;
use crate::types::Value;

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The value for the side to move.
    pub value: Value,
    /// A move that leads to it; none if the game is over or nothing was searched.
    pub best: Option<M>,
}

/// A way to search a game tree.
pub trait Algorithm<G: Game>: Send {
    /// Returns the value of the position, looking `depth` plies ahead. The game is left as it was; `tally`
    /// counts the nodes. Some algorithms keep a table or a history from one search to the next.
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move>;

    /// Clears everything that is kept between searches.
    fn forget(&mut self) {}
}

/// Returns the moves to search. At the horizon, and where the game is over, the `Err` is the static value of
/// the position.
pub(crate) fn expand<G: Game>(
    game: &mut G,
    depth: u32,
    tally: &mut NodeTally,
) -> Result<Vec<G::Move>, Found<G::Move>> {
    let moves = if depth == 0 { Vec::new() } else { game.moves() };
    if moves.is_empty() {
        tally.leaf();
        Err(Found { value: game.evaluate(), best: None })
    } else {
        tally.expand(moves.len());
        Ok(moves)
    }
}
