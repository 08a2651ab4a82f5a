// SPDX-License-Identifier: MIT OR Apache-2.0
//! The algorithms, one a file, each as plain as its paper has it. Each has a page here that says how it works, what it needs for the same
//! positions as others, and what has become of it in the engine.

pub mod alpha_beta;
pub mod deepening;
pub mod extensions;
pub mod framework;
pub mod hash;
pub mod hash_history;
pub mod history;
pub mod minimax;
pub mod negamax;
pub mod null_move;
mod null_move_kind;
pub mod ordered;
pub mod pvs;
pub mod quiescence;

pub use alpha_beta::{AlphaBeta, minimum_leaves};
pub use deepening::Deepening;
pub use extensions::Extensions;
pub use framework::Framework;
pub use hash::Hash;
pub use hash_history::HashHistory;
pub use history::HistoryOrder;
pub use minimax::Minimax;
pub use negamax::Negamax;
pub use null_move::NullMove;
pub use null_move_kind::NullMoveKind;
pub use ordered::Ordered;
pub use pvs::Pvs;
pub use quiescence::Quiescence;

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

/// The moves to look at; or, at the horizon and where the game is over, what the position is worth as it stands.
pub(crate) fn expand<G: Game>(
    game: &mut G,
    depth: u32,
    tally: &mut Tally,
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
