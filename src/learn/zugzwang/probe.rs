// SPDX-License-Identifier: MIT OR Apache-2.0
//! One position: what a null move says of it, and what the search without null moves says.
//!
//! A null move is tried where the static value is at least beta. It *cuts* if the reduced search after
//! passing stays at beta or above. The cut *fails* if the search of the moves, to the full depth and without
//! pruning, is below beta. A failure is *zugzwang* if passing holds beta even when it is searched as deeply
//! as the moves: then the obligation to move is to blame, otherwise the reduced depth.

use crate::position::Position;
use crate::search::{Amount, Limits, Request, Searcher, Settings};
use crate::types::Value;
use crate::types::value::is_decisive;
use std::time::Instant;

/// Size of the transposition table in MiB.
const HASH_MB: usize = 16;

/// A null move that cut where the full search would not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Distance of the full search's value below beta.
    pub shortfall: Value,
    /// Passing holds beta at equal depth too.
    pub is_zugzwang: bool,
    /// The full search finds a forced loss.
    pub is_lost: bool,
}

/// The result of probing a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    /// The null move cuts.
    pub cuts: bool,
    /// The cut is wrong.
    pub failure: Option<Failure>,
}

/// Probes positions with the engine's search.
pub struct Prober {
    searcher: Searcher,
    settings: Settings,
    depth: u32,
    reduction: u32,
}

impl Prober {
    /// Creates a prober that searches moves to `depth` plies, and after passing to `depth - reduction - 1`.
    ///
    /// # Panics
    /// If no depth remains after passing.
    pub fn new(depth: u32, reduction: u32) -> Self {
        assert!(depth > reduction + 1, "no depth remains after passing");
        Self {
            searcher: Searcher::new(HASH_MB),
            settings: Settings { pruning: Amount::None, ..Settings::default() },
            depth,
            reduction,
        }
    }

    /// Returns the static value of a position for the side to move.
    pub fn static_value(&self, position: &Position) -> Value {
        self.settings.evaluate(position)
    }

    /// Probes a position, in which the side to move has a move and is not in check.
    ///
    /// # Panics
    /// If the side to move is in check.
    pub fn probe(&mut self, position: &Position, beta: Value) -> Probe {
        let passed = passed(position).expect("not in check");
        let value = -self.search(&passed, self.depth - self.reduction - 1);
        if value < beta {
            return Probe { cuts: false, failure: None };
        }
        let full = self.search(position, self.depth);
        let failure = (full < beta).then(|| Failure {
            shortfall: beta - full,
            is_zugzwang: -self.search(&passed, self.depth - 1) >= beta,
            is_lost: is_decisive(full) && full < 0,
        });
        Probe { cuts: true, failure }
    }

    /// Returns the value of a search to this depth without any pruning, from a clear table.
    fn search(&mut self, position: &Position, depth: u32) -> Value {
        self.searcher.clear(1);
        self.searcher.begin(false, Instant::now());
        let limits = Limits::depth(depth);
        self.searcher.search(Request { position, limits: &limits, settings: &self.settings }, &mut ()).value
    }
}

/// Returns the position with the other side to move; `None` if it would take the king.
fn passed(position: &Position) -> Option<Position> {
    let mut setup = position.setup();
    setup.side = !setup.side;
    setup.into_position(true).ok()
}
