// SPDX-License-Identifier: MIT OR Apache-2.0
//! A node: what is known of it before its moves are searched, and the best line found in it so far.

use super::order::Before;
use super::worker::Worker;
use crate::eval::damped;
use crate::position::KingLines;
use crate::tt::Entry;
use crate::types::value::is_decisive;
use crate::types::{Depth, Move, Value};

/// What is known of a node before its moves are searched.
#[allow(clippy::struct_field_names, reason = "a cut node is the field's name for it")]
pub struct Node {
    pub depth: Depth,
    pub ply: usize,
    /// A cutoff is expected.
    pub cut_node: bool,
    pub entry: Option<Entry>,
    /// The table's move, once the moves were looked at.
    pub table_move: Option<Move>,
    /// A move left out, while it is asked whether the others are as good.
    pub excluded: Option<Move>,
    /// The static value as the table keeps it; none of the three in check.
    pub raw_eval: Option<Value>,
    /// The same, corrected by what was found in positions like this and damped by the clock.
    pub static_eval: Option<Value>,
    /// The same, or the table's value if that is nearer to the truth; for decisions alone.
    pub eval: Option<Value>,
    /// The static value has risen since our last move.
    pub improving: bool,
    pub was_on_pv: bool,
    pub mate_threat: bool,
    /// There is but one move, which answers a check; known once the moves were looked at.
    pub single_reply: bool,
    /// Extension of the table's move for being the only good one, in sixteenths.
    pub singular: i32,
    /// The moves before.
    pub before: Before,
}

/// The best line of a node so far.
pub struct Best {
    pub value: Value,
    /// The move that raised alpha.
    pub mv: Option<Move>,
    pub alpha: Value,
}

impl Worker<'_> {
    /// A node as it looks before anything is searched and before its moves are looked at.
    #[inline]
    pub fn node<const PV: bool>(
        &mut self,
        (depth, ply, cut_node): (Depth, usize, bool),
        entry: Option<Entry>,
        excluded: Option<Move>,
    ) -> Node {
        let in_check = self.position.in_check();
        let raw_eval = if in_check { None } else { Some(self.raw_eval(entry)) };
        let static_eval = raw_eval.map(|eval| self.corrected(eval));
        self.stack.at_mut(ply).eval = static_eval;
        // The last two moves of ours, or the one before if we were in check.
        let earlier = self.stack.before(ply, 2).eval.or(self.stack.before(ply, 4).eval);
        Node {
            depth,
            ply,
            cut_node,
            entry,
            table_move: None,
            excluded,
            raw_eval,
            static_eval,
            // Without its best move the node is worth less than the table says.
            eval: static_eval.map(|eval| trust_table(eval, entry.filter(|_| excluded.is_none()))),
            improving: static_eval.is_some_and(|now| earlier.is_none_or(|earlier| now > earlier)),
            was_on_pv: PV || entry.is_some_and(|entry| entry.pv),
            mate_threat: false,
            single_reply: false,
            singular: 0,
            before: self.stack.moved_before(ply),
        }
    }

    /// Takes in what the moves tell. Many nodes are cut off before, so this is not done at once.
    #[inline]
    pub fn look_at_moves(&self, node: &mut Node, lines: &KingLines) {
        node.table_move = self.legal_table_move(node.entry, lines);
        node.single_reply = self.position.in_check() && self.position.count_moves(lines) == 1;
    }

    /// The table's move, if it is legal here.
    #[inline]
    pub fn legal_table_move(&self, entry: Option<Entry>, lines: &KingLines) -> Option<Move> {
        let mv = entry?.mv?;
        (self.position.is_pseudo_legal(mv) && self.position.is_safe(mv, lines)).then_some(mv)
    }

    /// The static value as the table keeps it: without the damping by the clock, which is not part of the key.
    #[inline]
    pub fn raw_eval(&mut self, entry: Option<Entry>) -> Value {
        entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluator.evaluate_undamped(&self.position))
    }

    /// The static value for decisions: corrected by what was found in positions like this, and damped.
    #[inline]
    pub fn corrected(&self, raw_eval: Value) -> Value {
        let correction =
            if self.pruning.corrections { self.histories.corrections.of(&self.position) } else { 0 };
        self.damped(raw_eval + correction)
    }

    /// `value`, damped by `rule60` unless the settings turn that off.
    #[inline]
    fn damped(&self, value: Value) -> Value {
        if self.settings.rule60_damping { damped(value, self.position.rule60_count()) } else { value }
    }

    /// Static value for the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Value {
        let value = self.evaluator.evaluate_undamped(&self.position);
        self.damped(value)
    }

    /// Takes in the value of a move; does it cut the node off?
    #[inline]
    pub fn raise<const PV: bool>(
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

/// The static value, or the table's if its bound shows that this is nearer to the truth. Wins and losses must be
/// searched out, or lines would end in the middle.
#[inline]
pub fn trust_table(eval: Value, entry: Option<Entry>) -> Value {
    match entry {
        Some(entry) if entry.bound.decides(entry.value, eval) && !is_decisive(entry.value) => entry.value,
        _ => eval,
    }
}
