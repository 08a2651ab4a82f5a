// SPDX-License-Identifier: MIT OR Apache-2.0
//! Extensions: forced moves are followed further, by fractions of a ply that add up along the line.
//!
//! Depth is counted in twelfths of a ply, so that two thirds and three quarters are whole numbers.
#![doc = include_str!("../pages/extensions.md")]

use super::pvs::null_window;
use crate::algorithm::{Algorithm, Found, or_return};
use crate::algorithms::hash_history::Memory;
use crate::game::Window;
use crate::{ChessGame, INFINITE, MemorySettings, NodeTally};

/// One ply in units of depth.
pub(crate) const PLY: u32 = 12;

/// The extension for a recapture, in twelfths of a ply: the paper has two thirds or three quarters.
pub(crate) const EXCHANGE: u32 = 9;

/// Principal variation search with extensions.
pub struct Extensions<G: ChessGame> {
    memory: Memory<G>,
}

/// The parameters of a node.
#[derive(Clone, Copy)]
struct Task {
    /// Remaining depth in twelfths of a ply.
    depth: u32,
    /// Extensions that are still allowed on this line.
    credit: u32,
    window: Window,
}

impl<G: ChessGame> Extensions<G> {
    /// Creates the algorithm with these settings of its memory.
    pub fn new(settings: MemorySettings) -> Self {
        Self { memory: Memory::new(settings) }
    }

    fn node(&mut self, game: &mut G, task: Task, tally: &mut NodeTally) -> Found<G::Move> {
        let Task { depth, credit, window } = task;
        let depth = if depth < PLY { 0 } else { depth };
        let moves = or_return!(self.memory.expand(game, depth, window, tally));
        let (alpha, beta) = window;
        let is_forced = moves.len() == 1;
        let mut best = Found { value: -INFINITE, best: None };
        for mv in moves {
            let alpha = alpha.max(best.value);
            if alpha >= beta {
                break;
            }
            let is_recapture = game.is_recapture(mv);
            game.play(mv);
            let extension = extension(game, is_forced, is_recapture).min(credit);
            let value = null_window((alpha, beta), best.best.is_none(), |(alpha, beta)| {
                let depth = depth - PLY + extension;
                -self
                    .node(game, Task { depth, credit: credit - extension, window: (-beta, -alpha) }, tally)
                    .value
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

/// Returns the extension of a move that was just played, for its largest reason alone.
pub(crate) fn extension<G: ChessGame>(game: &G, is_forced: bool, is_recapture: bool) -> u32 {
    match () {
        () if is_forced || game.is_in_check() => PLY,
        () if is_recapture => EXCHANGE,
        () => 0,
    }
}

impl<G: ChessGame> Algorithm<G> for Extensions<G> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        self.node(
            game,
            Task { depth: depth * PLY, credit: depth * PLY, window: (-INFINITE, INFINITE) },
            tally,
        )
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}
