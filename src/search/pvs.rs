// SPDX-License-Identifier: MIT OR Apache-2.0
//! The main search: principal variation search (Marsland 1983), one page that calls the steps.
//!
//! The first move of a node is expected to be best and gets the full window; the others only have to be
//! proven worse, which a null window does cheaply. Values are fail-soft: bounds may be tighter than the
//! window.
//!
//! `PV` nodes have an open window; in the others `cut_node` says that a cutoff is expected.

use super::control::Stopped;
use super::node::{Best, NodeContext, NodeResult};
use super::steps::{NullMove, Singular, mate_distance};
use super::worker::Worker;
use crate::tt::Bound;
use crate::types::{Depth, Value};

impl Worker<'_> {
    /// Searches the position at `ply` to `depth` within (`alpha`, `beta`) and returns its value.
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
        self.enter::<PV>(ply)?;
        self.within_rules((alpha, beta), ply, |worker, window| {
            worker.search_node::<PV>(window, depth, ply, cut_node)
        })
    }

    /// Searches a node whose value the rules leave open.
    #[inline]
    fn search_node<const PV: bool>(
        &mut self,
        (alpha, beta): (Value, Value),
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Result<Value, Stopped> {
        if let Some(value) = self.line_too_long(ply) {
            return Ok(value);
        }
        let (alpha, beta) = match mate_distance(alpha, beta, ply) {
            Ok(window) => window,
            Err(value) => return Ok(value),
        };
        let is_proper = self.is_proper(ply);
        let entry = self.probe(ply);
        if !PV
            && is_proper
            && let Some(value) = self.cut_by_tt(entry, beta, depth, ply)
        {
            return Ok(value);
        }

        let mut node = self.context::<PV>((depth, ply, cut_node), entry, is_proper);
        self.stack.enter_node(ply);
        if is_proper {
            node.depth = self.hindsight(&node);
        }
        let may_cut = !PV && is_proper;
        if may_cut && let Some(value) = self.cut_before_moves(&mut node, beta)? {
            return Ok(value);
        }
        let lines = self.position.king_lines();
        self.add_moves(&mut node, &lines);
        if may_cut && let Some(value) = self.probcut(&node, beta, &lines)? {
            return Ok(value);
        }
        if let Some(value) = self.cut_before_loop::<PV>(&mut node, beta)? {
            return Ok(value);
        }

        let best = self.search_moves::<PV>(&mut node, alpha, beta, &lines)?;
        if node.excluded.is_none() {
            self.finish_node::<PV>(&node, &best, beta);
        }
        Ok(best.value)
    }

    /// Returns true if the node is searched for its value, not within the search of the same node for a
    /// singular extension or for the verification of a null move.
    #[inline]
    fn is_proper(&self, ply: usize) -> bool {
        let is_verifying = self.verification.is_some_and(|verification| verification.at == ply);
        self.stack.at(ply).excluded.is_none() && !is_verifying
    }

    /// Steps that need no moves: reverse futility, null move.
    #[inline]
    fn cut_before_moves(&mut self, node: &mut NodeContext, beta: Value) -> Result<Option<Value>, Stopped> {
        let Some(eval) = node.eval else { return Ok(None) };
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

    /// Steps that need the table move: internal iterative reduction, singular extension and multi-cut.
    #[inline]
    fn cut_before_loop<const PV: bool>(
        &mut self,
        node: &mut NodeContext,
        beta: Value,
    ) -> Result<Option<Value>, Stopped> {
        if node.excluded.is_some() {
            return Ok(None);
        }
        node.depth = self.internal_reduction::<PV>(node);
        match self.singular::<PV>(node, beta)? {
            Singular::Cutoff(value) => return Ok(Some(value)),
            Singular::Extend(fraction) => node.singular = fraction,
        }
        Ok(None)
    }

    /// Learns from a searched node and stores its result in the table.
    #[inline]
    fn finish_node<const PV: bool>(&mut self, node: &NodeContext, best: &Best, beta: Value) {
        let bound = Bound::of(best.value, beta, PV && best.mv.is_some());
        if node.is_proper {
            self.update_corrections(node, best, bound);
            if best.mv.is_none() {
                self.add_previous_bonus(node);
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
        self.store(node.ply, &result);
    }
}
