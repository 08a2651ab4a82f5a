// SPDX-License-Identifier: MIT OR Apache-2.0
//! The context of a node, gathered in two parts: before the cuts that need no moves, and before the move
//! loop.

use super::node::{Best, NodeContext};
use super::static_eval::trust_tt;
use super::worker::Worker;
use crate::position::KingLines;
use crate::tt::TtEntry;
use crate::types::{Depth, Move, Value};

impl Worker<'_> {
    /// Returns the context of a node before anything is searched.
    #[inline]
    pub fn context<const PV: bool>(
        &mut self,
        (depth, ply, cut_node): (Depth, usize, bool),
        entry: Option<TtEntry>,
        is_proper: bool,
    ) -> NodeContext {
        let excluded = self.stack.at(ply).excluded;
        let in_check = self.position.in_check();
        let raw_eval = if in_check { None } else { Some(self.raw_eval(entry)) };
        let keys = self.stack.continuation_keys(ply);
        let static_eval = raw_eval.map(|eval| self.corrected(eval, keys));
        self.stack.at_mut(ply).eval = static_eval;
        // The static value two plies ago, or four if the side was in check then.
        let earlier = self.stack.before(ply, 2).eval.or(self.stack.before(ply, 4).eval);
        NodeContext {
            depth,
            ply,
            cut_node,
            is_proper,
            entry,
            tt_move: None,
            excluded,
            raw_eval,
            static_eval,
            // Without the excluded move the node may be worth less than the table says.
            eval: static_eval.map(|eval| trust_tt(eval, entry.filter(|_| excluded.is_none()))),
            improving: static_eval.is_some_and(|now| earlier.is_none_or(|earlier| now > earlier)),
            was_on_pv: PV || entry.is_some_and(|entry| entry.pv),
            mate_threat: false,
            single_reply: false,
            singular: 0,
            keys,
        }
    }

    /// Completes the context with what depends on the legal moves. Many nodes are cut before they get here.
    #[inline]
    pub fn add_moves(&self, node: &mut NodeContext, lines: &KingLines) {
        node.tt_move = self.legal_tt_move(node.entry, lines);
        node.single_reply = self.position.in_check() && self.position.count_moves(lines) == 1;
    }

    /// Returns the table move if it is legal here: another position may share the key.
    #[inline]
    pub fn legal_tt_move(&self, entry: Option<TtEntry>, lines: &KingLines) -> Option<Move> {
        let mv = entry?.mv?;
        (self.position.is_pseudo_legal(mv) && self.position.is_safe(mv, lines)).then_some(mv)
    }

    /// Updates the best line with the value of a move. Returns true if the move cuts the node (fails high).
    #[inline]
    pub fn update_best<const PV: bool>(
        &mut self,
        best: &mut Best,
        mv: Move,
        value: Value,
        beta: Value,
        ply: usize,
    ) -> bool {
        if value <= best.value {
            return false;
        }
        best.value = value;
        if value <= best.alpha {
            return false;
        }
        best.mv = Some(mv);
        if PV {
            self.pv.update(ply, mv);
        }
        best.alpha = value;
        value >= beta
    }
}
