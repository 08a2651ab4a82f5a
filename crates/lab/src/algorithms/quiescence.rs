// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quiescence search: beyond the horizon, captures and answers to checks are searched until the position is
//! quiet.
#![doc = include_str!("../pages/quiescence.md")]

use super::pvs::null_window;
use crate::algorithm::{Algorithm, Found, or_return};
use crate::algorithms::hash_history::Memory;
use crate::game::{Note, Window};
use crate::{ChessGame, INFINITE, MemorySettings, NodeTally};
use core::cmp::Reverse;
use xiangqi::types::Value;

/// Principal variation search with quiescence at its leaves.
pub struct Quiescence<G: ChessGame> {
    memory: Memory<G>,
}

impl<G: ChessGame> Quiescence<G> {
    /// Creates the algorithm with these settings of its memory.
    pub fn new(settings: MemorySettings) -> Self {
        Self { memory: Memory::new(settings) }
    }

    fn node(&mut self, game: &mut G, depth: u32, window: Window, tally: &mut NodeTally) -> Found<G::Move> {
        if depth == 0 {
            return Found { value: quiesce(game, window, ANSWERS, tally), best: None };
        }
        let moves = or_return!(self.memory.expand(game, depth, window, tally));
        let (alpha, beta) = window;
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            let alpha = alpha.max(best.value);
            if alpha >= beta {
                break;
            }
            game.play(mv);
            let value = null_window((alpha, beta), best.best.is_none(), |(alpha, beta)| {
                -self.node(game, depth - 1, (-beta, -alpha), tally).value
            });
            game.undo();
            if value > best.value {
                best = Found { value, best: Some(mv) };
            }
        }
        self.memory.remember(game, depth, window, best);
        best
    }
}

/// The largest number of checks that a line beyond the horizon answers: two sides could check each other for
/// ever.
pub(crate) const ANSWERS: u32 = 8;

/// Returns the quiescent value of a position, with at most `answers` further checks to answer.
pub(crate) fn quiesce<G: ChessGame>(
    game: &mut G,
    (mut alpha, beta): Window,
    answers: u32,
    tally: &mut NodeTally,
) -> Value {
    game.note(Note::Window((alpha, beta)));
    let mut moves = game.moves();
    let is_forced = answers > 0 && game.is_in_check() && !moves.is_empty();
    let mut best = -INFINITE;
    if is_forced {
        tally.expand(moves.len());
    } else {
        tally.leaf();
        moves.retain(|mv| game.gain(*mv) > 0);
        best = game.evaluate();
        game.note(Note::Static(best));
    }
    game.note(Note::Moves(&moves));
    moves.sort_by_key(|mv| Reverse(game.gain(*mv)));
    for mv in moves {
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
        game.play(mv);
        best = best.max(-quiesce(game, (-beta, -alpha), answers - u32::from(is_forced), tally));
        game.undo();
    }
    best
}

impl<G: ChessGame> Algorithm<G> for Quiescence<G> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        self.node(game, depth, (-INFINITE, INFINITE), tally)
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}
