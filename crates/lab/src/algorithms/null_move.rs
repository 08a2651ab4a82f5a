// SPDX-License-Identifier: MIT OR Apache-2.0
//! The null move: a side that could pass and stay at or above beta need not search for the move that keeps it
//! there.
#![doc = include_str!("../pages/null_move.md")]

use super::pvs::null_window;
use crate::algorithm::{Algorithm, Found, or_return};
use crate::algorithms::hash_history::Memory;
use crate::game::Window;
use crate::{ChessGame, INFINITE, MemorySettings, NodeTally};
use xiangqi::types::Value;

/// The three forms that Yue and Feng (2009) describe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NullMoveKind {
    /// R = 2 everywhere.
    Plain,
    /// Heinz (1999): R = 2 to depth 6, R = 3 above depth 8; at 7 and 8, R = 3 if each side has three major
    /// pieces, else R = 2.
    Adaptive,
    /// Tabibi and Netanyahu (2002): R = 3, but a fail-high is believed only if a search one ply shallower,
    /// below which the null move goes unverified, fails high too. If it does not, the position is searched to
    /// its full depth.
    Verified,
}

impl NullMoveKind {
    /// Returns R for a position with `depth` plies to search.
    pub fn reduction<G: ChessGame>(self, game: &G, depth: u32) -> u32 {
        match (self, depth) {
            (Self::Verified, _) | (Self::Adaptive, 9..) => 3,
            (Self::Adaptive, 7 | 8) if game.majors().into_iter().all(|count| count >= 3) => 3,
            _ => 2,
        }
    }
}

/// Returns true if a pass may be tried. In check it would lose the king, without a major piece it may be the
/// best move (zugzwang), and nothing reaches an infinite beta.
pub fn may_pass<G: ChessGame>(game: &G, beta: Value) -> bool {
    beta < INFINITE && !game.is_in_check() && game.majors()[0] > 0
}

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
        let moves = or_return!(self.memory.expand(game, depth, window, tally));
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
    fn explore(&mut self, game: &mut G, depth: u32, tally: &mut NodeTally) -> Found<G::Move> {
        let verify = self.kind == NullMoveKind::Verified;
        self.node(game, Task { depth, window: (-INFINITE, INFINITE), pass: false, verify }, tally)
    }

    fn forget(&mut self) {
        self.memory.forget();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Subject;
    use crate::games::Xiangqi;

    #[test]
    fn the_reduction_adapts_as_heinz_has_it() {
        let full = Xiangqi::start();
        // Two major pieces on each side.
        let thin = Xiangqi::parse("3ak1b2/4a4/4b4/9/2n6/6R2/9/3A1C3/4A4/2B1K1Br1 w").unwrap();
        let reductions =
            |kind: NullMoveKind, game: &Xiangqi| [1, 6, 7, 8, 9, 12].map(|depth| kind.reduction(game, depth));
        assert_eq!(reductions(NullMoveKind::Plain, &full), [2; 6]);
        assert_eq!(reductions(NullMoveKind::Verified, &full), [3; 6]);
        assert_eq!(reductions(NullMoveKind::Adaptive, &full), [2, 2, 3, 3, 3, 3]);
        assert_eq!(reductions(NullMoveKind::Adaptive, &thin), [2, 2, 2, 2, 3, 3]);
    }
}
