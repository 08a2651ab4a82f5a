// SPDX-License-Identifier: MIT OR Apache-2.0
//! Principal variation search: the first move gets the window, the others only have to be shown worse.
#![doc = include_str!("../pages/pvs.md")]

use super::{Algorithm, Found};
use crate::lab::memory::Memory;
use crate::lab::table::Window;
use crate::lab::{Game, INFINITE, MemorySettings, Tally};
use crate::types::Value;

/// Principal variation search.
pub struct Pvs<G: Game> {
    memory: Memory<G>,
}

impl<G: Game> Pvs<G> {
    /// With a memory like this.
    pub fn new(settings: MemorySettings) -> Self {
        Self { memory: Memory::new(settings) }
    }

    fn pvs(&mut self, game: &mut G, depth: u32, window: Window, tally: &mut Tally) -> Found<G::Move> {
        let moves = match self.memory.expand(game, depth, window, tally) {
            Ok(moves) => moves,
            Err(found) => return found,
        };
        let (alpha, beta) = window;
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            let alpha = alpha.max(best.value);
            if alpha >= beta {
                break;
            }
            game.play(mv);
            let value = null_window((alpha, beta), best.best.is_none(), |(alpha, beta)| {
                -self.pvs(game, depth - 1, (-beta, -alpha), tally).value
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

/// The value of a move, of which `search` tells by a window: at once for the first move, else only if it is not shown to be worse.
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
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut Tally) -> Found<G::Move> {
        self.pvs(game, depth, (-INFINITE, INFINITE), tally)
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}
