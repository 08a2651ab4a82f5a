// SPDX-License-Identifier: MIT OR Apache-2.0
//! Alpha-beta with the history table: moves that were best before come first.
#![doc = include_str!("../pages/history.md")]

use crate::algorithm::{Algorithm, Found, expand, or_return};
use crate::{Game, HistoryLists, INFINITE, NodeTally, Rise};
use xiangqi::types::Value;

/// Alpha-beta with the moves in the order of their history.
pub struct HistoryOrder<G> {
    history: HistoryLists<G>,
}

impl<G: Game> HistoryOrder<G> {
    /// Creates the algorithm with this rule for the history.
    pub fn new(rise: Rise) -> Self {
        Self { history: HistoryLists::new(rise) }
    }

    fn alpha_beta(
        &mut self,
        game: &mut G,
        depth: u32,
        mut alpha: Value,
        beta: Value,
        tally: &mut NodeTally,
    ) -> Found<G::Move> {
        let mut moves = or_return!(expand(game, depth, tally));
        self.history.order(game, &mut moves);
        let first_alpha = alpha;
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            game.play(mv);
            let value = -self.alpha_beta(game, depth - G::cost(mv), -beta, -alpha, tally).value;
            game.undo();
            if value > best.value {
                best = Found { value, best: Some(mv) };
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.history.learn(game, first_alpha, best);
        best
    }
}

impl<G: Game> Algorithm<G> for HistoryOrder<G> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        self.alpha_beta(game, depth, -INFINITE, INFINITE, tally)
    }

    fn forget(&mut self) {
        self.history.clear();
    }
}
