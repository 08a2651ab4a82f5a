// SPDX-License-Identifier: MIT OR Apache-2.0
//! The root node: its moves keep their values, lines and node counts from iteration to iteration, and every
//! one of them is searched; nothing is pruned here.

use super::control::Stopped;
use super::node::{Child, NodeResult};
use super::order::history_bonus;
use super::steps::{ExtensionReasons, ReductionReasons};
use super::worker::Worker;
use crate::tt::Bound;
use crate::types::value::{INFINITE, is_by_rule, is_decisive};
use crate::types::{Depth, Value};

/// The context of the root node.
struct RootContext {
    depth: Depth,
    in_check: bool,
    /// The only legal move answers a check.
    single_reply: bool,
}

impl Worker<'_> {
    /// Searches the root moves from the current line on and returns the best value.
    pub fn search_root(&mut self, mut alpha: Value, beta: Value, depth: Depth) -> Result<Value, Stopped> {
        self.count_node()?;
        let in_check = self.position.in_check();
        let eval = if in_check { None } else { Some(self.raw_eval(None)) };
        self.stack.at_mut(0).eval = eval.map(|eval| self.corrected(eval, self.stack.continuation_keys(0)));
        self.stack.at_mut(1).cutoffs = 0;
        self.stack.enter_node(0);
        self.pv.clear(0);
        let single_reply = in_check && self.position.count_legal_moves() == 1;
        let root = RootContext { depth, in_check, single_reply };
        let mut best_value = -INFINITE;

        for index in self.line..self.end_of_candidates() {
            let number = index - self.line + 1;
            self.report_current_move(self.root_moves[index].mv, index + 1);
            let nodes_before = self.nodes;
            self.seldepth = 0;
            let value = self.search_root_move(index, &root, (alpha, beta), best_value)?;
            let is_best = number == 1 || value > alpha;
            self.update_root_move(index, is_best.then_some(value), self.nodes - nodes_before);
            if value > best_value {
                best_value = value;
                if value >= beta {
                    self.learn_at_root(index, depth);
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        Ok(best_value)
    }

    /// Returns the end of the root moves that the current line may begin with: all of them, unless every move
    /// is to have its line. Then each is searched for its own, and not once for each line before.
    fn end_of_candidates(&self) -> usize {
        let moves = self.root_moves.len();
        if moves > 1 && self.settings.multi_pv >= moves { self.line + 1 } else { moves }
    }

    /// Gives a quiet move other than the first that failed high a bonus.
    fn learn_at_root(&mut self, index: usize, depth: Depth) {
        let mv = self.root_moves[index].mv;
        if index > self.line && !self.position.is_capture(mv) {
            let keys = self.stack.continuation_keys(0);
            self.histories.update_quiet(&self.position, mv, keys, history_bonus(depth));
        }
    }

    /// Searches one root move. Noise varies the choice among ordinary values; a decisive value or bound stays
    /// what it is.
    fn search_root_move(
        &mut self,
        index: usize,
        root: &RootContext,
        (alpha, beta): (Value, Value),
        best_value: Value,
    ) -> Result<Value, Stopped> {
        let (mv, noise) = (self.root_moves[index].mv, self.root_moves[index].noise);
        let number = index - self.line + 1;
        let gives_check = self.position.gives_check(mv);
        let is_capture = self.position.is_capture(mv);
        let extension_reasons = ExtensionReasons {
            gives_check,
            on_pv: true,
            single_reply: root.single_reply,
            mate_threat: false,
            singular: 0,
        };
        let extension = self.extension(mv, 0, &extension_reasons);
        self.stack.at_mut(0).extended = extension;
        let reduction_reasons = ReductionReasons {
            depth: root.depth,
            move_number: number,
            on_pv: true,
            was_on_pv: true,
            cut_node: false,
            no_tt_move: false,
            tt_raises: false,
            improving: true,
            gives_check,
            is_refutation: false,
            is_capture,
            history: self.history_of(mv, is_capture, self.stack.continuation_keys(0)),
            many_cutoffs: false,
        };
        let may_reduce =
            self.pruning.reductions && number > 2 && root.depth >= Depth::plies(3) && !root.in_check;
        let child = Child {
            ply: 0,
            is_first: number == 1,
            cut_node: false,
            depth: root.depth - Depth::ONE_PLY + extension,
            reduction: may_reduce.then(|| reduction_reasons.reduction()),
        };
        let shifted = |bound: Value| if is_decisive(bound) { bound } else { bound - noise };
        let (window, best_value) = ((shifted(alpha), shifted(beta)), shifted(best_value));
        let search = |worker: &mut Self| {
            worker.after_move(mv, 0, |worker| worker.search_child::<true>(window, best_value, &child))
        };
        let mut value = search(self)?;
        if is_by_rule(value) {
            self.is_strict = true;
            let proven = search(self);
            self.is_strict = false;
            value = proven?;
        }
        Ok(if is_decisive(value) { value } else { value + noise })
    }

    /// Records the result of a root move: its value and line if it is the best so far.
    fn update_root_move(&mut self, index: usize, value: Option<Value>, nodes: u64) {
        let root_move = &mut self.root_moves[index];
        root_move.nodes += nodes;
        root_move.value = value.unwrap_or(-INFINITE);
        if value.is_some() {
            root_move.seldepth = self.seldepth + 1;
            root_move.pv.clear();
            root_move.pv.push(root_move.mv);
            root_move.pv.extend_from_slice(self.pv.line(1));
        }
    }

    /// Stores the root in the table if its value is that of the position: all moves searched, and no noise
    /// added.
    pub fn store_root(&mut self, value: Value, depth: Depth) {
        let is_complete = self.root_moves.len() == self.position.legal_moves().len();
        if self.line > 0 || !is_complete || self.settings.noise > 0 {
            return;
        }
        let eval = if self.position.in_check() { None } else { Some(self.raw_eval(None)) };
        let best = Some(self.root_moves[0].mv);
        self.store(0, &NodeResult { best, value, bound: Bound::Exact, eval, depth: depth.into(), pv: true });
    }
}
