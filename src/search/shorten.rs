// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shortening a mate. The iterations find *a* mate; pruning may hide a shorter one from them at any depth.
//! The [mate solver](super::mate) finds it, or proves that there is none.

use super::mate::Solver;
use super::mate_search::proof_table;
use super::worker::Worker;
use crate::types::value::{MATE, is_mate, mate_in};
use std::time::Duration;

/// Most nodes of the solver for one mate to shorten: a few seconds.
const MOST_NODES: u64 = 1 << 22;

impl Worker<'_> {
    /// Replaces the mate that the iteration found by the shortest one. The solver is asked once for each
    /// number of moves, and takes half of the time that is left.
    pub fn shorten_mate(&mut self) {
        let value = self.root_moves[0].value;
        if is_mate(value) && value > 0 && !self.shortest.is_proven() {
            let moves = u32::try_from(MATE - value).expect("no mate is worth more").div_ceil(2);
            if self.shortest.asked.is_none_or(|asked| moves < asked) {
                self.shortest.asked = Some(moves);
                self.look_for_mate(moves);
            }
        }
        self.restore_mate();
    }

    /// Gives the root move of the proven mate its value and line, if the iteration found nothing better.
    pub fn restore_mate(&mut self) {
        let Some(mate) = &self.shortest.mate else { return };
        let value = mate_in(2 * mate.moves as usize - 1);
        if value <= self.root_moves[0].value {
            return;
        }
        let index = self.root_moves.iter().position(|root_move| root_move.mv == mate.line[0]);
        let index = index.expect("the root moves stay the same");
        self.root_moves[index].value = value;
        self.root_moves[index].pv.clone_from(&mate.line);
        self.root_moves[..=index].rotate_right(1);
    }

    fn look_for_mate(&mut self, most: u32) {
        let (shared, limits) = (self.shared, self.limits);
        // A search that ponders has all its time before it.
        let begin = if self.is_answer_due() { self.elapsed() } else { Duration::ZERO };
        let end = begin + self.time.left(begin) / 2;
        let mut must_stop = || shared.must_stop() || self.is_answer_due() && self.elapsed() >= end;
        let moves = self.root_moves.iter().map(|root_move| root_move.mv).collect();
        let table = proof_table(shared.tt);
        let mut solver = Solver::new(&self.position, moves, self.settings.draw_plies, table, &mut must_stop);
        let nodes_left = limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(shared.nodes()));
        solver.most_nodes = MOST_NODES.min(nodes_left / 2);
        let answer = solver.solve(most);
        self.nodes += solver.nodes;
        let shortest = &mut self.shortest;
        shortest.refuted = shortest.refuted.max(answer.refuted);
        if let Some(mate) = answer.mate {
            // Only a shorter one is of interest from here.
            shortest.asked = Some(mate.moves);
            shortest.mate = Some(mate);
        }
    }
}
