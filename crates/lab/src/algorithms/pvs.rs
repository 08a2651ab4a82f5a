// SPDX-License-Identifier: MIT OR Apache-2.0
//! Principal variation search: the first move gets the full window, the others only have to be shown worse.
//! With iterative deepening, searches of one ply, two, three prepare the table and the history for each
//! other.
#![doc = include_str!("../pages/pvs.md")]

use crate::algorithm::{Algorithm, Found, or_return};
use crate::algorithms::hash_history::Memory;
use crate::game::Window;
use crate::{Game, INFINITE, MemorySettings, NodeTally};
use xiangqi::types::Value;

/// Principal variation search.
pub struct Pvs<G: Game> {
    memory: Memory<G>,
}

impl<G: Game> Pvs<G> {
    /// Creates the algorithm with these settings of its memory.
    pub fn new(settings: MemorySettings) -> Self {
        Self { memory: Memory::new(settings) }
    }

    fn pvs(&mut self, game: &mut G, depth: u32, window: Window, tally: &mut NodeTally) -> Found<G::Move> {
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
                -self.pvs(game, depth - G::cost(mv), (-beta, -alpha), tally).value
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

/// Returns the value of a move by `search`: with the full window for the first move, otherwise with a null
/// window, and with the full window only if that does not show the move to be worse.
pub(crate) fn null_window(
    (alpha, beta): Window,
    is_first: bool,
    mut search: impl FnMut(Window) -> Value,
) -> Value {
    if !is_first {
        let value = search((alpha, alpha + 1));
        if value <= alpha || value >= beta {
            return value;
        }
    }
    search((alpha, beta))
}

impl<G: Game> Algorithm<G> for Pvs<G> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        self.pvs(game, depth, (-INFINITE, INFINITE), tally)
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}

/// Another algorithm under iterative deepening.
#[doc = include_str!("../pages/deepening.md")]
pub struct Deepening<A>(pub A);

impl<G: Game, A: Algorithm<G>> Algorithm<G> for Deepening<A> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        let mut found = self.0.search(game, depth.min(1), tally);
        for depth in 2..=depth {
            found = self.0.search(game, depth, tally);
        }
        found
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
