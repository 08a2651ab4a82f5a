// SPDX-License-Identifier: MIT OR Apache-2.0
//! The root: its moves keep their values, lines and node counts from iteration to iteration, and every one of them is
//! searched; nothing is pruned here.

use super::control::Stopped;
use super::node::{Child, NodeResult};
use super::steps::{ExtensionReasons, ReductionReasons};
use super::worker::Worker;
use crate::tt::Bound;
use crate::types::value::{INFINITE, is_decisive};
use crate::types::{Depth, Value};

impl Worker<'_> {
    /// Searches the root moves from the present line on; the best value.
    pub fn search_root(&mut self, mut alpha: Value, beta: Value, depth: Depth) -> Result<Value, Stopped> {
        self.count_node()?;
        let in_check = self.position.in_check();
        let eval = if in_check { None } else { Some(self.raw_eval(None)) };
        let eval = eval.map(|eval| self.corrected(eval));
        let frame = self.stack.at_mut(0);
        frame.eval = eval;
        self.stack.at_mut(1).killers = [None; 2];
        self.stack.at_mut(1).cutoffs = 0;
        self.stack.at_mut(2).cutoffs = 0;
        self.pv.clear(0);
        let enemy_lines = self.position.enemy_king_lines();
        let single_reply = in_check && self.position.count_legal_moves() == 1;
        let mut best_value = -INFINITE;

        for index in self.line..self.root_moves.len() {
            let (mv, noise) = (self.root_moves[index].mv, self.root_moves[index].noise);
            let number = index - self.line + 1;
            self.report_current_move(mv, index + 1);
            let nodes_before = self.nodes;
            self.seldepth = 0;
            let gives_check = self.position.gives_check_with(mv, &enemy_lines);
            let is_capture = self.position.is_capture(mv);
            let reasons =
                ExtensionReasons { gives_check, on_pv: true, single_reply, mate_threat: false, singular: 0 };
            let extension = self.extension(mv, 0, &reasons);
            self.stack.at_mut(0).extended = extension;
            let full = depth - Depth::ONE_PLY + extension;
            let reduction = Self::reduction(&ReductionReasons {
                depth,
                move_number: number,
                on_pv: true,
                was_on_pv: true,
                cut_node: false,
                improving: true,
                gives_check,
                is_refutation: false,
                is_capture,
                history: 0,
                many_cutoffs: false,
            });

            // Noise varies the choice among ordinary values; a bound that is decisive stays what it is.
            let shifted = |bound: Value| if is_decisive(bound) { bound } else { bound - noise };
            let (low, high) = (shifted(alpha), shifted(beta));
            let may_reduce = self.pruning.reductions && number > 2 && depth >= Depth::plies(3) && !in_check;
            let child = Child {
                ply: 0,
                is_first: number == 1,
                cut_node: false,
                depth: full,
                reduction: may_reduce.then_some(reduction),
            };
            let best_shifted = shifted(best_value);
            let mut value = self
                .after_move(mv, 0, |worker| worker.search_child::<true>((low, high), best_shifted, &child))?;

            if !is_decisive(value) {
                value += noise;
            }
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes_before;
            if number == 1 || value > alpha {
                root_move.value = value;
                root_move.seldepth = self.seldepth + 1;
                root_move.pv.clear();
                root_move.pv.push(mv);
                root_move.pv.extend_from_slice(self.pv.line(1));
            } else {
                root_move.value = -INFINITE;
            }
            if value > best_value {
                best_value = value;
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        Ok(best_value)
    }

    /// Remembers the root, if its value is that of the position: all moves considered, and nothing added to them.
    pub fn store_root(&mut self, value: Value, depth: Depth) {
        let considered = self.root_moves.len() == self.position.legal_moves().len();
        if self.line > 0 || !considered || self.settings.noise > 0 {
            return;
        }
        let eval = if self.position.in_check() { None } else { Some(self.raw_eval(None)) };
        let best = Some(self.root_moves[0].mv);
        self.store(0, &NodeResult { best, value, bound: Bound::Exact, eval, depth: depth.into(), pv: true });
    }
}
