// SPDX-License-Identifier: MIT OR Apache-2.0
//! Extensions: what is forced is followed further, by fractions of a ply that add up along the line.
//!
//! Depth is counted in twelfths of a ply, in which two thirds and three quarters are whole numbers.
#![doc = include_str!("../pages/extensions.md")]

use super::pvs::null_window;
use super::{Algorithm, Found};
use crate::lab::memory::Memory;
use crate::lab::table::Window;
use crate::lab::{ChessGame, INFINITE, MemorySettings, Tally};

/// A ply in the unit of depth.
pub(crate) const PLY: u32 = 12;

/// How far beyond the horizon an exchange is followed, in twelfths of a ply: the paper has two thirds or three quarters.
pub(crate) const EXCHANGE: u32 = 9;

/// Principal variation search with extensions.
pub struct Extensions<G: ChessGame> {
    memory: Memory<G>,
}

/// What is asked of a position.
#[derive(Clone, Copy)]
struct Task {
    /// In twelfths of a ply.
    depth: u32,
    /// What the line may still gain.
    credit: u32,
    window: Window,
}

impl<G: ChessGame> Extensions<G> {
    /// With a memory like this.
    pub fn new(settings: MemorySettings) -> Self {
        Self { memory: Memory::new(settings) }
    }

    fn node(&mut self, game: &mut G, task: Task, tally: &mut Tally) -> Found<G::Move> {
        let Task { depth, credit, window } = task;
        let depth = if depth < PLY { 0 } else { depth };
        let moves = match self.memory.expand(game, depth, window, tally) {
            Ok(moves) => moves,
            Err(found) => return found,
        };
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

/// How far a move that was just played is extended: for its largest reason alone.
pub(crate) fn extension<G: ChessGame>(game: &G, is_forced: bool, is_recapture: bool) -> u32 {
    match () {
        () if is_forced || game.is_in_check() => PLY,
        () if is_recapture => EXCHANGE,
        () => 0,
    }
}

impl<G: ChessGame> Algorithm<G> for Extensions<G> {
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut Tally) -> Found<G::Move> {
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
