// SPDX-License-Identifier: MIT OR Apache-2.0
//! Alpha-beta with a transposition table and the history table: the table's move first, the others in the
//! order of their history.
#![doc = include_str!("../pages/hash_history.md")]

use crate::algorithm::{Algorithm, Found, expand, or_return};
use crate::game::Window;
use crate::transpositions::to_front;
use crate::{Game, HistoryLists, INFINITE, NodeTally, Rise, Scheme, SchemeTable};

/// The settings of an algorithm: those of its memory, and its effort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySettings {
    /// The replacement scheme of the table.
    pub scheme: Scheme,
    /// The table has 2^`bits` slots.
    pub bits: u32,
    /// The number of nodes a move for algorithms with a dynamic depth.
    pub budget: u64,
}

impl Default for MemorySettings {
    fn default() -> Self {
        // A minute of Bai's machine, at 26.39 microseconds a node.
        Self { scheme: Scheme::default(), bits: 20, budget: 2_270_000 }
    }
}

/// A table and a history that are used together.
pub(crate) struct Memory<G: Game> {
    table: SchemeTable<G::Move>,
    history: HistoryLists<G>,
}

impl<G: Game> Memory<G> {
    pub fn new(settings: MemorySettings) -> Self {
        Self {
            table: SchemeTable::new(settings.scheme, settings.bits),
            history: HistoryLists::new(Rise::Float),
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

/// Alpha-beta with transposition table and history table.
pub struct HashHistory<G: Game> {
    memory: Memory<G>,
}

impl<G: Game> HashHistory<G> {
    /// Creates the algorithm with these settings of its memory.
    pub fn new(settings: MemorySettings) -> Self {
        Self { memory: Memory::new(settings) }
    }

    fn alpha_beta(
        &mut self,
        game: &mut G,
        depth: u32,
        window: Window,
        tally: &mut NodeTally,
    ) -> Found<G::Move> {
        let moves = or_return!(self.memory.expand(game, depth, window, tally));
        let (mut alpha, beta) = window;
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            game.play(mv);
            let value = -self.alpha_beta(game, depth - G::cost(mv), (-beta, -alpha), tally).value;
            game.undo();
            if value > best.value {
                best = Found { value, best: Some(mv) };
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.memory.remember(game, depth, window, best);
        best
    }
}

impl<G: Game> Algorithm<G> for HashHistory<G> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        self.alpha_beta(game, depth, (-INFINITE, INFINITE), tally)
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}
