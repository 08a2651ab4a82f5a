// SPDX-License-Identifier: MIT OR Apache-2.0
//! Minimax, in two functions that call each other, and negamax, in one. They prune nothing.
#![doc = include_str!("../pages/minimax.md")]

use crate::algorithm::{Algorithm, Found, expand, or_return};
use crate::{Game, INFINITE, NodeTally};

/// Minimax.
pub struct Minimax;

impl<G: Game> Algorithm<G> for Minimax {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        if game.is_first_to_move() {
            max(game, depth, tally)
        } else {
            let Found { value, best } = min(game, depth, tally);
            Found { value: -value, best }
        }
    }
}

/// Returns the value of a position with Max to move.
fn max<G: Game>(game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
    let moves = or_return!(expand(game, depth, tally));
    let mut best = Found { value: -INFINITE, best: None };
    for mv in moves {
        game.play(mv);
        let value = min(game, depth - G::cost(mv), tally).value;
        game.undo();
        if value > best.value {
            best = Found { value, best: Some(mv) };
        }
    }
    best
}

/// Returns the value, still from Max's perspective, of a position with Min to move.
fn min<G: Game>(game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
    let moves = match expand(game, depth, tally) {
        Ok(moves) => moves,
        Err(Found { value, best }) => return Found { value: -value, best },
    };
    let mut best = Found { value: INFINITE, best: None };
    for mv in moves {
        game.play(mv);
        let value = max(game, depth - G::cost(mv), tally).value;
        game.undo();
        if value < best.value {
            best = Found { value, best: Some(mv) };
        }
    }
    best
}

/// Negamax: minimax in one function, since one player's gain is the other's loss.
#[doc = include_str!("../pages/negamax.md")]
pub struct Negamax;

impl<G: Game> Algorithm<G> for Negamax {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        let moves = or_return!(expand(game, depth, tally));
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            game.play(mv);
            let value = -self.explore(game, depth - G::cost(mv), tally).value;
            game.undo();
            if value > best.value {
                best = Found { value, best: Some(mv) };
            }
        }
        best
    }
}
