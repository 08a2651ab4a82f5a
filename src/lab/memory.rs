// SPDX-License-Identifier: MIT OR Apache-2.0
//! The memory of an algorithm: a transposition table for positions and a history table for moves.

use super::algorithm::{Found, expand};
use super::game::Game;
use super::history::{HistoryLists, Rise};
use super::table::{Scheme, SchemeTable, Window, to_front};
use super::tally::NodeTally;

/// The settings of an algorithm's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySettings {
    /// The replacement scheme of the table.
    pub scheme: Scheme,
    /// The table has 2^`bits` slots.
    pub bits: u32,
    /// The rule by which moves rise in the history.
    pub rise: Rise,
}

impl Default for MemorySettings {
    fn default() -> Self {
        Self { scheme: Scheme::default(), bits: 20, rise: Rise::default() }
    }
}

/// A table and a history that are used together.
pub struct Memory<G: Game> {
    table: SchemeTable<G::Move>,
    history: HistoryLists<G>,
}

impl<G: Game> Memory<G> {
    pub fn new(settings: MemorySettings) -> Self {
        Self {
            table: SchemeTable::new(settings.scheme, settings.bits),
            history: HistoryLists::new(settings.rise),
        }
    }

    /// Returns the moves to search, the table's move first and the others in the order of their history. The
    /// `Err` is the value, if the table has it or there is nothing to search.
    pub fn expand(
        &mut self,
        game: &mut G,
        depth: u32,
        window: Window,
        tally: &mut NodeTally,
    ) -> Result<Vec<G::Move>, Found<G::Move>> {
        let known = self.table.recall(game, depth, window, tally)?;
        let mut moves = expand(game, depth, tally)?;
        self.history.order(game, &mut moves);
        to_front(&mut moves, known);
        Ok(moves)
    }

    /// Stores the result of a search.
    pub fn remember(&mut self, game: &G, depth: u32, window: Window, found: Found<G::Move>) {
        self.history.learn(game, window.0, found);
        self.table.remember(game, depth, window, found);
    }

    pub fn forget(&mut self) {
        self.table.clear();
        self.history.clear();
    }
}
