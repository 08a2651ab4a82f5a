// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quiescence: no position is judged in the middle of an exchange or under check.
//!
//! The side to move may *stand pat* on the static value, since some quiet move is nearly always at least that good,
//! or go on with captures that do not lose material, and at the first ply with quiet checks. In check it must answer,
//! and having no answer is mate. A capture that could not lift the value to alpha even with a margin is skipped
//! (delta pruning). Captures alone would overlook a stalemate, which loses: a side without rook, horse and cannon,
//! the only one in real danger of it, is first asked whether it can move at all.

use super::control::Stopped;
use super::node::{Best, NodeResult};
use super::order::MovePicker;
use super::params;
use super::static_eval::trust_table;
use super::stored_depth::StoredDepth;
use super::worker::Worker;
use crate::position::see_value;
use crate::tt::Bound;
use crate::types::value::{INFINITE, RULE_BAND, is_decisive, mated_in};
use crate::types::{MAX_PLY, Value};

impl Worker<'_> {
    /// The value of the position at `ply` when it has come to rest. `depth` counts plies of quiescence.
    pub fn quiesce<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        ply: usize,
        depth: i32,
    ) -> Result<Value, Stopped> {
        debug_assert!(alpha < beta && (PV || alpha + 1 == beta));
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node()?;
        if let Some(value) = self.game_over(ply) {
            return Ok(value);
        }
        if self.pruning.exact_depth {
            return Ok(if self.position.has_legal_move() { self.evaluate() } else { mated_in(ply) });
        }
        let in_check = self.position.in_check();
        if ply >= MAX_PLY {
            return Ok(if in_check { self.draw_value() } else { self.evaluate() });
        }

        let stored_depth = if depth == 0 { StoredDepth::CHECKS } else { StoredDepth::CAPTURES };
        let entry = self.probe(ply);
        if !PV && let Some(value) = entry.and_then(|e| self.table_cutoff(&e, beta, stored_depth)) {
            return Ok(value);
        }
        let may_be_stuck = !in_check && !self.position.has_major(self.position.side_to_move());
        if may_be_stuck && !self.position.has_legal_move() {
            return Ok(mated_in(ply));
        }
        let mut eval = None;
        let mut best = Best { value: -INFINITE, mv: None, alpha };
        if !in_check {
            let raw = self.raw_eval(entry);
            eval = Some(raw);
            best.value = trust_table(self.corrected(raw), entry);
            if best.value >= beta {
                return Ok(best.value);
            }
            best.alpha = alpha.max(best.value);
        }
        let futility_base = best.value + params::delta_margin();
        let may_skip = self.pruning.static_cuts;

        let lines = self.position.king_lines();
        let table_move = self.legal_table_move(entry, &lines);
        let keys = self.stack.continuation_keys(ply);
        let checks = depth < params::quiescence_check_plies();
        let mut picker = MovePicker::quiescence(&self.position, &lines, table_move, keys, checks);
        let (mut number, mut quiets) = (0, 0_i32);
        while let Some(mv) = picker.next(&self.position, self.histories) {
            number += 1;
            let victim = self.position.piece_on(mv.to());
            if in_check {
                quiets += i32::from(victim.is_none());
                if may_skip && quiets > params::quiescence_evasions() && best.value > -RULE_BAND {
                    picker.skip_quiets();
                    if victim.is_none() {
                        continue;
                    }
                }
            } else if let Some(victim) = victim.filter(|_| may_skip) {
                let hoped_for = futility_base + see_value(victim.kind());
                if hoped_for <= best.alpha && !is_decisive(best.alpha) {
                    best.value = best.value.max(hoped_for);
                    continue;
                }
            }
            let alpha = best.alpha;
            let value = -self
                .after_move(mv, ply, |worker| worker.quiesce::<PV>(-beta, -alpha, ply + 1, depth + 1))?;
            if self.raise::<PV>(&mut best, mv, value, beta, ply) {
                break;
            }
        }
        if number == 0 && in_check {
            return Ok(mated_in(ply));
        }
        let result = NodeResult {
            best: best.mv,
            value: best.value,
            bound: Bound::of(best.value, beta, PV && best.mv.is_some()),
            eval,
            depth: stored_depth,
            pv: PV || entry.is_some_and(|entry| entry.pv),
        };
        self.store(ply, &result);
        Ok(best.value)
    }
}
