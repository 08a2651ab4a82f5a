// SPDX-License-Identifier: MIT OR Apache-2.0
//! Alpha-beta with the children in the order of their static values, all of them or only the best few.
#![doc = include_str!("../pages/ordered.md")]

use crate::algorithm::{Algorithm, Found, expand, or_return};
use crate::{Game, INFINITE, Neighbours, NodeTally};
use core::cmp::Reverse;
use xiangqi::types::Value;

/// Alpha-beta with the children ordered.
pub struct Ordered {
    /// Number of [local](Game::is_local) moves to search, and what is local; `None`: all moves.
    pub width: Option<(usize, Neighbours)>,
}

impl<G: Game> Algorithm<G> for Ordered {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        self.alpha_beta(game, depth, -INFINITE, INFINITE, tally)
    }
}

impl Ordered {
    fn alpha_beta<G: Game>(
        &self,
        game: &mut G,
        depth: u32,
        mut alpha: Value,
        beta: Value,
        tally: &mut NodeTally,
    ) -> Found<G::Move> {
        let moves = or_return!(expand(game, depth, tally));
        let mut best = Found { value: -INFINITE, best: None };
        for mv in self.order(game, moves) {
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
        best
    }

    /// Returns the moves to search, by static value, best first.
    fn order<G: Game>(&self, game: &mut G, mut moves: Vec<G::Move>) -> Vec<G::Move> {
        if let Some((_, neighbours)) = self.width {
            moves.retain(|mv| game.is_local(*mv, neighbours));
        }
        let mut value_after = |mv: &G::Move| {
            game.play(*mv);
            let value = -game.evaluate();
            game.undo();
            value
        };
        moves.sort_by_cached_key(|mv| Reverse(value_after(mv)));
        moves.truncate(self.width.map_or(usize::MAX, |(width, _)| width));
        moves
    }
}
