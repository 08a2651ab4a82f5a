// SPDX-License-Identifier: MIT OR Apache-2.0
//! The move loop of a node: every move in the order of the picker is skipped, or extended or reduced and
//! searched.

use super::control::Stopped;
use super::node::{Best, Child, MoveFacts, NodeContext};
use super::order::{MovePicker, Refutations};
use super::params;
use super::steps::{ExtensionReasons, ReductionReasons};
use super::worker::Worker;
use crate::position::KingLines;
use crate::tt::Bound;
use crate::types::value::{INFINITE, TB_BAND, is_decisive, mated_in};
use crate::types::{Depth, Move, Value};
use arrayvec::ArrayVec;
use core::ops::RangeInclusive;

/// Depths between which the moves after one that raised alpha are searched a ply shallower.
const RAISE_DEPTHS: RangeInclusive<i32> = 3..=13;

/// Returns the depth for the moves after one of this value that raised alpha, and for the result: few of them
/// are better still.
#[inline]
fn depth_after_raise(depth: Depth, value: Value) -> Depth {
    if RAISE_DEPTHS.contains(&depth.whole()) && !is_decisive(value) { depth - Depth::ONE_PLY } else { depth }
}

/// Moves tried before the one that caused a cutoff, for their malus; later ones hardly matter.
type Tried = ArrayVec<Move, 48>;

impl Worker<'_> {
    /// Searches the moves of a node.
    #[inline]
    pub fn search_moves<const PV: bool>(
        &mut self,
        node: &mut NodeContext,
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
        let mut picker = MovePicker::main(&self.position, lines, node.tt_move, refutations, node.keys);
        let mut best = Best { value: -INFINITE, mv: None, alpha };
        let mut number = 0;
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());

        while let Some(mv) = picker.next(&self.position, self.histories) {
            if Some(mv) == node.excluded {
                continue;
            }
            self.prefetch(mv);
            number += 1;
            let facts = self.move_facts::<PV>(mv, number, node, refutations, &enemy_lines, best.alpha);
            if may_skip && best.value > -TB_BAND && self.skip_move(&facts, &mut picker, node, &mut best) {
                continue;
            }
            let value = self.search_move::<PV>(&facts, node, (best.alpha, beta), best.value)?;
            if self.update_best::<PV>(&mut best, mv, value, beta, ply) {
                self.stack.at_mut(ply).cutoffs += 1;
                break;
            }
            if best.mv == Some(mv) && self.pruning.reductions {
                node.depth = depth_after_raise(node.depth, value);
            }
            let tried = if facts.is_capture { &mut captures } else { &mut quiets };
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

    /// Gathers what pruning, extension and reduction ask about a move.
    #[inline]
    fn move_facts<const PV: bool>(
        &self,
        mv: Move,
        number: usize,
        node: &NodeContext,
        refutations: Refutations,
        enemy_lines: &KingLines,
        alpha: Value,
    ) -> MoveFacts {
        let is_capture = self.position.is_capture(mv);
        let gives_check = self.position.gives_check_with(mv, enemy_lines);
        let history = self.history_of(mv, is_capture, node.keys);
        let reasons = ReductionReasons {
            depth: node.depth,
            move_number: number,
            on_pv: PV,
            was_on_pv: node.was_on_pv,
            cut_node: node.cut_node,
            no_tt_move: node.tt_move.is_none(),
            tt_raises: node.entry.is_some_and(|entry| entry.bound != Bound::None && entry.value > alpha),
            improving: node.improving,
            gives_check,
            is_refutation: refutations.contains(&Some(mv)),
            is_capture,
            history,
            many_cutoffs: self.stack.at(node.ply + 1).cutoffs > params::cutoff_count().unsigned_abs(),
        };
        MoveFacts { mv, number, is_capture, gives_check, history, reduction: reasons.reduction() }
    }

    /// Makes a move and searches the position after it.
    #[inline]
    fn search_move<const PV: bool>(
        &mut self,
        facts: &MoveFacts,
        node: &NodeContext,
        window: (Value, Value),
        best_value: Value,
    ) -> Result<Value, Stopped> {
        let ply = node.ply;
        let reasons = ExtensionReasons {
            gives_check: facts.gives_check,
            on_pv: PV,
            single_reply: node.single_reply,
            mate_threat: node.mate_threat,
            singular: if Some(facts.mv) == node.tt_move { node.singular } else { 0 },
        };
        let extension = self.extension(facts.mv, ply, &reasons);
        self.stack.at_mut(ply).extended = self.stack.before(ply, 1).extended + extension.max(Depth::ZERO);
        let may_reduce = self.pruning.reductions
            && facts.number > 1 + usize::from(PV)
            && node.depth >= Depth::plies(params::lmr_depth());
        let child = Child {
            ply,
            is_first: facts.number == 1,
            cut_node: node.cut_node,
            depth: node.depth - Depth::ONE_PLY + extension,
            reduction: may_reduce.then_some(facts.reduction),
        };
        self.after_move(facts.mv, ply, |worker| worker.search_child::<PV>(window, best_value, &child))
    }

    /// Searches the position after a move in up to three steps: at reduced depth (late move reduction) to see
    /// whether it deserves more, at full depth with a null window to see whether it beats alpha, and with the
    /// full window for its value.
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
                // By how much the move surprises decides how deep the re-search is.
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
