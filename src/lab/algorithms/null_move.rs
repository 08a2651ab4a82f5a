// SPDX-License-Identifier: MIT OR Apache-2.0
//! The null move: a side that could pass and stay at or above beta need not search for the move that keeps it
//! there.
#![doc = include_str!("../pages/null_move.md")]

use super::null_move_kind::{NullMoveKind, may_pass};
use super::pvs::null_window;
use crate::lab::algorithm::{Algorithm, Found};
use crate::lab::memory::Memory;
use crate::lab::table::Window;
use crate::lab::{ChessGame, INFINITE, MemorySettings, NodeTally};

/// Principal variation search with the null move.
pub struct NullMove<G: ChessGame> {
    kind: NullMoveKind,
    memory: Memory<G>,
}

/// The parameters of a node.
#[derive(Clone, Copy)]
struct Task {
    depth: u32,
    window: Window,
    /// True if the side to move may pass.
    pass: bool,
    /// True if a fail-high by passing must be verified.
    verify: bool,
}

impl<G: ChessGame> NullMove<G> {
    /// Creates the algorithm with these settings of its memory.
    pub fn new(kind: NullMoveKind, settings: MemorySettings) -> Self {
        Self { kind, memory: Memory::new(settings) }
    }

    fn node(&mut self, game: &mut G, task: Task, tally: &mut NodeTally) -> Found<G::Move> {
        let Task { depth, window, pass, verify } = task;
        let moves = match self.memory.expand(game, depth, window, tally) {
            Ok(moves) => moves,
            Err(found) => return found,
        };
        let beta = window.1;
        if pass && may_pass(game, beta) && !(verify && depth == 1) {
            let reduced = depth.saturating_sub(self.kind.reduction(game, depth) + 1);
            game.pass();
            let passed = Task { depth: reduced, window: (-beta, 1 - beta), pass: false, verify };
            let value = -self.node(game, passed, tally).value;
            game.undo();
            if value >= beta && !verify {
                return Found { value, best: None };
            }
            if value >= beta {
                let found = self.moves(game, &moves, Task { depth: depth - 1, verify: false, ..task }, tally);
                if found.value >= beta {
                    return found;
                }
            }
        }
        self.moves(game, &moves, task, tally)
    }

    fn moves(
        &mut self,
        game: &mut G,
        moves: &[G::Move],
        task: Task,
        tally: &mut NodeTally,
    ) -> Found<G::Move> {
        let (alpha, beta) = task.window;
        let mut best = Found { value: -INFINITE, best: None };
        for &mv in moves {
            let alpha = alpha.max(best.value);
            if alpha >= beta {
                break;
            }
            game.play(mv);
            let value = null_window((alpha, beta), best.best.is_none(), |(alpha, beta)| {
                let task = Task { depth: task.depth - 1, window: (-beta, -alpha), pass: true, ..task };
                -self.node(game, task, tally).value
            });
            game.undo();
            if value > best.value {
                best = Found { value, best: Some(mv) };
            }
        }
        self.memory.remember(game, task.depth, task.window, best);
        best
    }
}

impl<G: ChessGame> Algorithm<G> for NullMove<G> {
    fn search(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        let verify = self.kind == NullMoveKind::Verified;
        self.node(game, Task { depth, window: (-INFINITE, INFINITE), pass: false, verify }, tally)
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}
