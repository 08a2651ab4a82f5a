// SPDX-License-Identifier: MIT OR Apache-2.0
//! The request for one search: a position, the limits of this search, and the settings of all searches.

use super::settings::Settings;
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::types::Move;

/// One search to run.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The position to search, with the moves that led to it (repetitions count).
    pub position: &'a Position,
    /// Limits of this search.
    pub limits: &'a Limits,
    /// Settings of the engine.
    pub settings: &'a Settings,
}

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left.
    pub time: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None`: the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// Limits of one search. The first one reached ends it; without any limit it runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes to search, counted over all threads.
    pub nodes: Option<u64>,
    /// Start no new iteration after this number of nodes.
    pub soft_nodes: Option<u64>,
    /// Fixed time for this move.
    pub movetime: Option<Duration>,
    /// The clock to manage.
    pub clock: Option<Clock>,
    /// Look for a mate in at most this many moves of the side to move. The mate solver proves it, which ends
    /// the search, or refutes it; the move then comes from an ordinary search. To decide, the solver takes
    /// half of the time or nodes given at most, and without such a limit it ends by itself; the line of a
    /// mate that it has proven may take some of the rest.
    pub mate: Option<u32>,
    /// Hold the answer back until the search is stopped, even if there is nothing left to search.
    pub infinite: bool,
    /// Ponder: until the ponder hit the clock does not run and the answer is held back.
    pub ponder: bool,
    /// Search only these root moves (empty: all).
    pub search_moves: Vec<Move>,
    /// Exclude these root moves.
    pub ban_moves: Vec<Move>,
}

impl Limits {
    /// The longest time, seven days; interfaces cut longer ones to it.
    pub const MAX_TIME: Duration = Duration::from_secs(7 * 24 * 3600);

    /// A search to a fixed depth.
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search for a fixed time.
    pub fn movetime(time: Duration) -> Self {
        Self { movetime: Some(time), ..Self::default() }
    }

    /// Returns true if the search ends by itself, without a stop or a ponder hit.
    pub fn is_bounded(&self) -> bool {
        let Self { depth, nodes, soft_nodes, movetime, clock, mate, infinite, ponder, .. } = self;
        let is_limited = depth.is_some() || nodes.is_some() || soft_nodes.is_some() || mate.is_some();
        (is_limited || movetime.is_some() || clock.is_some()) && !infinite && !ponder
    }
}
