// SPDX-License-Identifier: MIT OR Apache-2.0
//! Alpha-beta with a transposition table: a position that is reached again is looked up.
#![doc = include_str!("../pages/hash.md")]

use crate::algorithm::{Algorithm, Found, expand, or_return};
use crate::game::Window;
use crate::transpositions::to_front;
use crate::{Game, INFINITE, NodeTally, SchemeTable};

/// Alpha-beta with a transposition table.
pub struct Hash<G: Game> {
    table: SchemeTable<G::Move>,
}

impl<G: Game> Hash<G> {
    /// Creates the algorithm with this table.
    pub fn new(table: SchemeTable<G::Move>) -> Self {
        Self { table }
    }

    fn alpha_beta(
        &mut self,
        game: &mut G,
        depth: u32,
        window: Window,
        tally: &mut NodeTally,
    ) -> Found<G::Move> {
        let known = or_return!(self.table.recall(game, depth, window, tally));
        let mut moves = or_return!(expand(game, depth, tally));
        to_front(&mut moves, known);
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
        self.table.remember(game, depth, window, best);
        best
    }
}

impl<G: Game> Algorithm<G> for Hash<G> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        self.alpha_beta(game, depth, (-INFINITE, INFINITE), tally)
    }

    fn forget(&mut self) {
        self.table.clear();
    }
}
