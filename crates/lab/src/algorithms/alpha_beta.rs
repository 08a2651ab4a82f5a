// SPDX-License-Identifier: MIT OR Apache-2.0
//! Alpha-beta: lines that one of the sides would not allow need not be searched.
#![doc = include_str!("../pages/alpha_beta.md")]

use crate::algorithm::{Algorithm, Found, expand, or_return};
use crate::{Game, INFINITE, NodeTally};
use xiangqi::types::Value;

/// Alpha-beta with the moves in the game's natural order.
pub struct AlphaBeta;

impl<G: Game> Algorithm<G> for AlphaBeta {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        alpha_beta(game, depth, -INFINITE, INFINITE, tally)
    }
}

fn alpha_beta<G: Game>(
    game: &mut G,
    depth: u32,
    mut alpha: Value,
    beta: Value,
    tally: &mut NodeTally,
) -> Found<G::Move> {
    let moves = or_return!(expand(game, depth, tally));
    let mut best = Found { value: -INFINITE, best: None };
    for mv in moves {
        game.play(mv);
        let value = -alpha_beta(game, depth - G::cost(mv), -beta, -alpha, tally).value;
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

/// Returns the number of leaves that any algorithm must evaluate to know the value of a uniform tree, with
/// `branching` moves in each position (Knuth and Moore). Without a whole number of moves it is an estimate.
pub fn minimum_leaves(branching: f64, depth: u32) -> f64 {
    let half = (depth / 2).cast_signed();
    branching.powi(half) + branching.powi(half + (depth % 2).cast_signed()) - 1.0
}
