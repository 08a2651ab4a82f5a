// SPDX-License-Identifier: MIT OR Apache-2.0
//! Negamax: minimax in one function, since one player's gain is the other's loss.
#![doc = include_str!("../pages/negamax.md")]

use crate::lab::algorithm::{Algorithm, Found, expand};
use crate::lab::{Game, INFINITE, NodeTally};

/// Negamax.
pub struct Negamax;

impl<G: Game> Algorithm<G> for Negamax {
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        let moves = match expand(game, depth, tally) {
            Ok(moves) => moves,
            Err(found) => return found,
        };
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            game.play(mv);
            let value = -self.search(game, depth - 1, tally).value;
            game.undo();
            if value > best.value {
                best = Found { value, best: Some(mv) };
            }
        }
        best
    }
}
