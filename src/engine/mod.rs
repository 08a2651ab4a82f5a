// SPDX-License-Identifier: MIT OR Apache-2.0
//! The facade that other programs use: an engine with a table, settings and a search in the background.

mod options;

pub use options::{OPTIONS, OptionKind, OptionSpec, Options, Outcome, leading_integer};

use crate::position::Position;
use crate::search::{Limits, Listener, SearchResult, Settings};
use crate::types::{Move, Value};

/// What the transposition table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableEntry {
    /// Best move.
    pub best_move: Option<Move>,
    /// At least this value, to this depth in plies.
    pub lower: Option<(Value, u32)>,
    /// At most this value, to this depth in plies.
    pub upper: Option<(Value, u32)>,
}

/// A playing engine. Dropping it stops its search.
#[derive(Default)]
pub struct Engine {
    settings: Settings,
}

impl Engine {
    /// An engine with a table of `hash_mb` MiB and default settings.
    pub fn new(hash_mb: usize) -> Self {
        let _ = hash_mb;
        Self::default()
    }

    /// The present settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes settings; waits for a running search to end first.
    pub fn set_settings(&mut self, settings: Settings) {
        self.wait();
        self.settings = settings;
    }

    /// Gives the table a new size in MiB (and empties it), waiting for a running search first. Returns the size got, which is
    /// smaller if memory does not suffice.
    pub fn resize_hash(&mut self, megabytes: usize) -> usize {
        self.wait();
        megabytes
    }

    /// Forgets everything learned: table and histories. Waits for a running search first.
    pub fn new_game(&mut self) {
        self.wait();
    }

    /// Searches and returns the answer.
    pub fn search(&mut self, position: &Position, limits: &Limits) -> SearchResult {
        self.search_with(position, limits, &mut ())
    }

    /// Searches, telling `listener`, and returns the answer (`on_result` is not called).
    pub fn search_with(
        &mut self,
        position: &Position,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let _ = (position, limits, listener);
        todo!()
    }

    /// Searches in the background; `listener.on_result` gets the answer exactly once. A search with `limits.ponder`
    /// or `limits.infinite` holds its answer until [`ponder_hit`](Self::ponder_hit) or [`stop`](Self::stop).
    /// Waits for an earlier search first.
    pub fn start(&mut self, position: &Position, limits: Limits, listener: Box<dyn Listener>) {
        let _ = (position, limits, listener);
        self.wait();
    }

    /// Is a search under way, or its answer held back?
    pub fn is_searching(&self) -> bool {
        false
    }

    /// Ends the search as soon as possible and waits until its answer was given.
    pub fn stop(&mut self) {}

    /// The opponent played the expected move: the clock runs from now.
    pub fn ponder_hit(&mut self) {}

    /// Waits until the search has ended and its answer was given. (Never ends for an endless search.)
    pub fn wait(&mut self) {}

    /// What the table knows of `position`.
    pub fn probe(&self, position: &Position) -> Option<TableEntry> {
        let _ = position;
        None
    }
}
