// SPDX-License-Identifier: MIT OR Apache-2.0
//! The main search: principal variation search (Marsland 1983), a page that calls the steps.
//!
//! The first move of a node is expected to be best and gets the full window; the others only have to be shown worse,
//! which a window of width one does cheaply. A move that surprises is searched again: deeper if it had been reduced,
//! with the open window if it lands inside. Values are fail-soft: bounds may be tighter than the window.
//!
//! `PV` nodes have an open window; in the others `cut_node` says that a cutoff is expected.

use super::control::Stopped;
use super::node::{Best, Child, NodeContext, NodeResult};
use super::order::MovePicker;
use super::params;
use super::steps::{ExtensionReasons, MoveFacts, NullMove, ReductionReasons, Singular, mate_distance};
use super::worker::Worker;
use crate::position::KingLines;
use crate::tt::Bound;
use crate::types::value::{INFINITE, RULE_BAND, mated_in};
use crate::types::{Depth, MAX_PLY, Move, Value};
use arrayvec::ArrayVec;

/// Moves tried before the one that cut, for the history; later ones do not matter.
type Tried = ArrayVec<Move, 48>;

impl Worker<'_> {
    /// The value of the position at `ply`, searched to `depth` within (`alpha`, `beta`).
    pub fn search<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Result<Value, Stopped> {
        debug_assert!(alpha < beta && (PV || alpha + 1 == beta));
        if depth < Depth::ONE_PLY {
            return self.quiesce::<PV>(alpha, beta, ply, 0);
        }
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node()?;
        if let Some(value) = self.game_over(ply) {
            return Ok(value);
        }
        if ply >= MAX_PLY {
            return Ok(if self.position.in_check() { self.draw_value() } else { self.evaluate() });
        }
        let (alpha, beta) = match mate_distance(alpha, beta, ply) {
            Ok(window) => window,
            Err(value) => return Ok(value),
        };

        let entry = self.probe(ply);
        let excluded = self.stack.at(ply).excluded;
        // A null move is verified here: what it has to show must come from a move.
        let verifying = self.verification.is_some_and(|verification| verification.at == ply);
        // The node is searched for its own sake, not to answer a question about it.
        let is_proper = excluded.is_none() && !verifying;
        if !PV
            && is_proper
            && let Some(value) = entry.and_then(|e| self.table_cutoff(&e, beta, depth.into()))
        {
            if value >= beta {
                self.add_table_bonus(entry, depth, ply);
            }
            return Ok(value);
        }

        let mut node = self.context::<PV>((depth, ply, cut_node), entry, excluded);
        self.stack.at_mut(ply + 1).killers = [None; 2];
        self.stack.at_mut(ply + 2).cutoffs = 0;
        if is_proper {
            node.depth = self.hindsight(&node);
        }
        let may_cut = !PV && is_proper;
        if may_cut && let Some(value) = self.cut_before_moves(&mut node, alpha, beta)? {
            return Ok(value);
        }
        let lines = self.position.king_lines();
        self.add_moves(&mut node, &lines);
        if may_cut && let Some(value) = self.probcut(&node, beta, &lines)? {
            return Ok(value);
        }
        if excluded.is_none() {
            node.depth = self.internal_reduction::<PV>(&node);
            match self.singular::<PV>(&node, beta)? {
                Singular::Extend(fraction) => node.singular = fraction,
                Singular::Cutoff(value) => return Ok(value),
            }
        }

        let best = self.search_moves::<PV>(&node, alpha, beta, &lines)?;
        if excluded.is_some() {
            return Ok(best.value);
        }
        let bound = Bound::of(best.value, beta, PV && best.mv.is_some());
        if is_proper {
            self.update_corrections(&node, &best, bound);
            if best.mv.is_none() {
                self.add_previous_bonus(&node);
            }
        }
        let result = NodeResult {
            best: best.mv,
            value: best.value,
            bound,
            eval: node.raw_eval,
            depth: node.depth.into(),
            pv: node.was_on_pv,
        };
        self.store(ply, &result);
        Ok(best.value)
    }

    /// The value of a node with a zero window that can be told without a look at its moves.
    #[inline]
    fn cut_before_moves(
        &mut self,
        node: &mut NodeContext,
        alpha: Value,
        beta: Value,
    ) -> Result<Option<Value>, Stopped> {
        let Some(eval) = node.eval else { return Ok(None) };
        if let Some(value) = self.razoring(eval, alpha, node)? {
            return Ok(Some(value));
        }
        if let Some(value) = self.reverse_futility(eval, beta, node) {
            return Ok(Some(value));
        }
        match self.null_move(node, beta)? {
            NullMove::Cutoff(value) => return Ok(Some(value)),
            NullMove::MateThreat => node.mate_threat = true,
            NullMove::Nothing => {}
        }
        Ok(None)
    }

    /// Searches the moves of a node.
    #[inline]
    fn search_moves<const PV: bool>(
        &mut self,
        node: &NodeContext,
        alpha: Value,
        beta: Value,
        lines: &KingLines,
    ) -> Result<Best, Stopped> {
        let ply = node.ply;
        let side = self.position.side_to_move();
        let enemy_lines = self.position.enemy_king_lines();
        let may_skip = self.pruning.static_cuts && self.position.has_major(side);
        let [first, second] = self.stack.at(ply).killers;
        let refutations = [first, second, self.histories.counter_move(node.keys[0])];
        let mut picker = MovePicker::main(&self.position, lines, node.table_move, refutations, node.keys);
        let mut best = Best { value: -INFINITE, mv: None, alpha };
        let mut number = 0;
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());

        while let Some(mv) = picker.next(&self.position, self.histories) {
            if Some(mv) == node.excluded {
                continue;
            }
            number += 1;
            let is_capture = self.position.is_capture(mv);
            let gives_check = self.position.gives_check_with(mv, &enemy_lines);
            let history = self.history_of(mv, is_capture, node.keys);
            let reduction = Self::reduction(&ReductionReasons {
                depth: node.depth,
                move_number: number,
                on_pv: PV,
                was_on_pv: node.was_on_pv,
                cut_node: node.cut_node,
                improving: node.improving,
                gives_check,
                is_refutation: refutations.contains(&Some(mv)),
                is_capture,
                history,
                many_cutoffs: self.stack.at(ply + 1).cutoffs > params::cutoff_count().unsigned_abs(),
            });

            if may_skip && best.value > -RULE_BAND {
                let reduced = node.depth - Depth::ONE_PLY - reduction;
                let facts = MoveFacts { mv, number, is_capture, gives_check, history, reduced };
                if self.skip_move(&facts, &mut picker, node, &mut best) {
                    continue;
                }
            }

            let reasons = ExtensionReasons {
                gives_check,
                on_pv: PV,
                single_reply: node.single_reply,
                mate_threat: node.mate_threat,
                singular: if Some(mv) == node.table_move { node.singular } else { 0 },
            };
            let extension = self.extension(mv, ply, &reasons);
            self.stack.at_mut(ply).extended = self.stack.before(ply, 1).extended + extension.max(Depth::ZERO);
            let may_reduce = self.pruning.reductions
                && number > 1 + usize::from(PV)
                && node.depth >= Depth::plies(params::lmr_depth());

            let child = Child {
                ply,
                is_first: number == 1,
                cut_node: node.cut_node,
                depth: node.depth - Depth::ONE_PLY + extension,
                reduction: may_reduce.then_some(reduction),
            };
            let (window, best_value) = ((best.alpha, beta), best.value);
            let value =
                self.after_move(mv, ply, |worker| worker.search_child::<PV>(window, best_value, &child))?;
            if self.raise::<PV>(&mut best, mv, value, beta, ply) {
                self.stack.at_mut(ply).cutoffs += 1;
                break;
            }
            let tried = if is_capture { &mut captures } else { &mut quiets };
            if best.mv != Some(mv) {
                let _ = tried.try_push(mv);
            }
        }
        if number == 0 {
            best.value = if node.excluded.is_some() { alpha } else { mated_in(ply) };
        }
        if let Some(mv) = best.mv.filter(|_| best.value >= beta) {
            self.update_histories(mv, node, &quiets, &captures);
        }
        Ok(best)
    }

    /// Searches the move just made, in up to three steps: less deeply to see whether it deserves more, at its full
    /// depth to see whether it beats alpha, and with the open window to know its value.
    #[inline]
    pub fn search_child<const PV: bool>(
        &mut self,
        (alpha, beta): (Value, Value),
        best_value: Value,
        child: &Child,
    ) -> Result<Value, Stopped> {
        let ply = child.ply;
        let mut depth = child.depth;
        let mut value = alpha + 1;
        let mut in_full = !PV || !child.is_first;
        if let Some(reduction) = child.reduction {
            let reduced = (depth - reduction).clamp(Depth::ONE_PLY.min(depth), depth);
            self.stack.at_mut(ply).reduction = depth - reduced;
            value = -self.search::<false>(-alpha - 1, -alpha, reduced, ply + 1, true)?;
            self.stack.at_mut(ply).reduction = Depth::ZERO;
            if value > alpha && reduced < depth {
                // How much it surprises says how deep to look again.
                let margin = params::deeper_margin() + params::deeper_factor() * (depth - reduced).whole();
                if value > best_value + margin && self.may_extend(self.stack.at(ply).extended) {
                    depth = depth + Depth::ONE_PLY;
                } else if value < best_value + params::shallower_margin() {
                    depth = depth - Depth::ONE_PLY;
                }
                in_full = reduced < depth;
            } else {
                in_full = false;
            }
        }
        if in_full {
            value = -self.search::<false>(-alpha - 1, -alpha, depth, ply + 1, !child.cut_node)?;
        }
        if PV && (child.is_first || value > alpha) {
            value = -self.search::<true>(-beta, -alpha, depth, ply + 1, false)?;
        }
        Ok(value)
    }
}
