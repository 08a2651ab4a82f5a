// SPDX-License-Identifier: MIT OR Apache-2.0
//! Alpha-beta with a transposition table and the history table: the table's move first, the others in the
//! order of their history.
#![doc = include_str!("../pages/hash_history.md")]

use crate::lab::algorithm::{Algorithm, Found};
use crate::lab::memory::Memory;
use crate::lab::table::Window;
use crate::lab::{Game, INFINITE, MemorySettings, NodeTally};

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
        let moves = match self.memory.expand(game, depth, window, tally) {
            Ok(moves) => moves,
            Err(found) => return found,
        };
        let (mut alpha, beta) = window;
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            game.play(mv);
            let value = -self.alpha_beta(game, depth - 1, (-beta, -alpha), tally).value;
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
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        self.alpha_beta(game, depth, (-INFINITE, INFINITE), tally)
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}
