// SPDX-License-Identifier: MIT OR Apache-2.0
//! The framework of Yue and Feng: all techniques together, in the order of their figure.
#![doc = include_str!("../pages/framework.md")]

use super::extensions::{PLY, extension};
use super::null_move::{NullMoveKind, may_pass};
use super::pvs::null_window;
use super::quiescence::{ANSWERS, quiesce};
use crate::algorithm::{Algorithm, Found, or_return};
use crate::algorithms::hash_history::Memory;
use crate::game::{Note, Window};
use crate::{ChessGame, INFINITE, Key, MemorySettings, NodeTally, is_won_or_lost};

/// The search function, which [`Deepening`](super::Deepening) calls with rising depth.
pub struct Framework<G: ChessGame> {
    memory: Memory<G>,
    /// The positions on the path from the root.
    line: Vec<Key>,
}

/// The parameters of a node: depths are in units of [`PLY`], `credit` limits the extensions that are still
/// allowed on this line.
#[derive(Clone, Copy)]
struct Task {
    depth: u32,
    credit: u32,
    window: Window,
    pass: bool,
}

impl<G: ChessGame> Framework<G> {
    /// Creates the algorithm with these settings of its memory.
    pub fn new(settings: MemorySettings) -> Self {
        Self { memory: Memory::new(settings), line: Vec::new() }
    }

    fn node(&mut self, game: &mut G, task: Task, tally: &mut NodeTally) -> Found<G::Move> {
        let Task { depth, credit, window: (alpha, beta), pass } = task;
        let key = game.key();
        if self.line.contains(&key) {
            tally.leaf();
            game.note(Note::Static(0));
            return Found { value: 0, best: None };
        }
        if depth < PLY {
            return Found { value: quiesce(game, task.window, ANSWERS, tally), best: None };
        }
        let moves = or_return!(self.memory.expand(game, depth, task.window, tally));
        let mut is_forced = moves.len() == 1;
        if pass && may_pass(game, beta) {
            let reduction = (NullMoveKind::Adaptive.reduction(game, depth / PLY) + 1) * PLY;
            game.pass();
            let depth = depth.saturating_sub(reduction);
            let value =
                -self.node(game, Task { depth, credit, window: (-beta, 1 - beta), pass: false }, tally).value;
            game.undo();
            if value >= beta {
                return Found { value, best: None };
            }
            is_forced |= value < 0 && is_won_or_lost(value);
        }
        self.line.push(key);
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
                let (depth, credit) = (depth - PLY + extension, credit - extension);
                -self.node(game, Task { depth, credit, window: (-beta, -alpha), pass: true }, tally).value
            });
            game.undo();
            if value > best.value {
                best = Found { value, best: Some(mv) };
            }
        }
        self.line.pop();
        self.memory.remember(game, depth, task.window, best);
        best
    }
}

impl<G: ChessGame> Algorithm<G> for Framework<G> {
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        let depth = depth * PLY;
        self.node(game, Task { depth, credit: depth, window: (-INFINITE, INFINITE), pass: false }, tally)
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}
