// SPDX-License-Identifier: MIT OR Apache-2.0
//! Iterative deepening: one ply deeper each iteration. The table and the histories of one iteration order the
//! moves of the next, so that all together cost little more than the last one, and an answer is ready at any
//! time.

use super::control::Stopped;
use super::report::ScoreBound;
use super::root_move::RootMove;
use super::worker::Worker;
use crate::types::Depth;
use crate::types::value::{INFINITE, MATE, is_decisive, is_mate};

impl Worker<'_> {
    /// Runs one iteration after the other until a limit is reached. Returns the depth of the last one
    /// completed.
    pub fn deepen(&mut self) -> u32 {
        let max_depth = self.max_depth();
        let lines = self.settings.multi_pv.clamp(1, self.root_moves.len());
        let mut completed = 0;
        // Every other helper thread begins a ply deeper, so that the threads differ.
        let first = if self.index % 2 == 1 { 2.min(max_depth) } else { 1 };
        for depth in first..=max_depth {
            self.root_depth = Depth::plies(i32::try_from(depth).expect("at most a hundred"));
            let last_best = self.root_moves[0].clone();
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.value;
                root_move.value = -INFINITE;
            }
            if self.search_lines(lines) == Err(Stopped) {
                self.keep_the_better(last_best);
                break;
            }
            completed = depth;
            if self.is_main() && self.wants_shortest_mate() {
                self.shorten_mate();
            }
            for line in 0..lines {
                self.report(depth, line, ScoreBound::Exact);
            }
            if self.is_main() && self.is_enough(depth, last_best.mv == self.root_moves[0].mv) {
                break;
            }
        }
        if self.is_main() {
            self.restore_mate();
            self.finish();
        }
        completed
    }

    /// Returns true if the time that a mate leaves over is for a shorter one: if it is fixed or has no end.
    /// On a clock it is better saved.
    fn wants_shortest_mate(&self) -> bool {
        self.time.is_fixed() || self.limits.infinite
    }

    /// Runs one iteration: each of the `lines` best lines in turn (`MultiPV`).
    fn search_lines(&mut self, lines: usize) -> Result<(), Stopped> {
        for line in 0..lines {
            self.line = line;
            self.search_window(self.root_depth)?;
            self.root_moves[..=line].sort_by_key(|root_move| -root_move.value);
        }
        Ok(())
    }

    /// Returns true if the answer is awaited: not while pondering.
    pub fn is_answer_due(&self) -> bool {
        !self.shared.control.is_pondering()
    }

    fn max_depth(&self) -> u32 {
        let deepest = Depth::MAX.whole().unsigned_abs();
        self.limits.depth.map_or(deepest, |depth| depth.clamp(1, deepest))
    }

    /// Chooses between a stopped iteration and the last complete one: the best move of the stopped iteration
    /// counts, unless none was searched or its value is a loss that was not searched to the end.
    fn keep_the_better(&mut self, last_best: RootMove) {
        let line = self.line;
        self.root_moves[line..].sort_by_key(|root_move| -root_move.value);
        let value = self.root_moves[0].value;
        let unproven_loss = is_decisive(value) && value < 0 && value < last_best.value;
        if last_best.value == -INFINITE {
            // Stopped in the very first iteration.
            if value == -INFINITE {
                self.root_moves[0].value = self.evaluate();
            }
        } else if value == -INFINITE || line == 0 && unproven_loss {
            let index = self.root_moves.iter().position(|root_move| root_move.mv == last_best.mv);
            let index = index.expect("the root moves stay the same");
            self.root_moves[index] = last_best;
            self.root_moves[..=index].rotate_right(1);
        }
    }

    /// Returns true if the search should end after the iteration of this depth.
    fn is_enough(&mut self, depth: u32, same_move: bool) -> bool {
        let best = &self.root_moves[0];
        let value = best.value;
        let wins = is_mate(value) && value > 0;
        if self.limits.mate.is_some_and(|moves| wins && i64::from(MATE - value) <= 2 * i64::from(moves)) {
            return true;
        }
        if self.limits.soft_nodes.is_some_and(|limit| self.shared.nodes() >= limit) {
            return true;
        }
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        self.time.iteration_done(same_move, value, share);
        let plies_to_mate = MATE - value.abs();
        let mate_proven = if wins && self.wants_shortest_mate() {
            self.shortest.is_proven()
        } else {
            is_mate(value) && i64::from(plies_to_mate) < i64::from(depth)
        };
        // Only on a clock is the time saved worth anything: elsewhere an only move is searched for its value.
        let is_forced = self.limits.clock.is_some() && self.root_moves.len() == 1;
        self.settled = is_forced || mate_proven && self.time.is_timed();
        self.is_answer_due() && (self.settled || self.time.is_target_passed(self.shared.start.elapsed()))
    }
}
