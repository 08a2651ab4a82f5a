// SPDX-License-Identifier: MIT OR Apache-2.0
//! What algorithms remember: positions in a table, moves in the history.

use super::algorithms::expand;
use super::game::Game;
use super::history::{History, Rise};
use super::table::{Scheme, Table, Window, to_front};
use super::{Found, Tally};

/// What the memory of an algorithm is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySettings {
    /// What the table keeps.
    pub scheme: Scheme,
    /// The table has two to this power of slots.
    pub bits: u32,
    /// How moves rise in the history.
    pub rise: Rise,
}

impl Default for MemorySettings {
    fn default() -> Self {
        Self { scheme: Scheme::default(), bits: 20, rise: Rise::default() }
    }
}

/// A table and a history that work together.
pub struct Memory<G: Game> {
    table: Table<G::Move>,
    history: History<G>,
}

impl<G: Game> Memory<G> {
    pub fn new(settings: MemorySettings) -> Self {
        Self { table: Table::new(settings.scheme, settings.bits), history: History::new(settings.rise) }
    }

    /// The moves to look at, the table's first and the others in the order of their history; `Err` with the value if the table has it
    /// or there is nothing to look at.
    pub fn expand(
        &mut self,
        game: &mut G,
        depth: u32,
        window: Window,
        tally: &mut Tally,
    ) -> Result<Vec<G::Move>, Found<G::Move>> {
        let known = self.table.recall(game, depth, window, tally)?;
        let mut moves = expand(game, depth, tally)?;
        self.history.order(game, &mut moves);
        to_front(&mut moves, known);
        Ok(moves)
    }

    /// Remembers what was found.
    pub fn remember(&mut self, game: &G, depth: u32, window: Window, found: Found<G::Move>) {
        self.history.learn(game, window.0, found);
        self.table.remember(game, depth, window, found);
    }

    pub fn forget(&mut self) {
        self.table.clear();
        self.history.clear();
    }
}
