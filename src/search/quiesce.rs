// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quiescence: no position is judged in the middle of an exchange or under check.
//!
//! The side to move may *stand pat* on the static value, since some quiet move is nearly always at least that good, or
//! go on with captures that do not lose material, and at the first ply with quiet checks. In check it must answer, and
//! having no answer is mate. A capture that could not lift the value to alpha even with a margin is skipped (delta
//! pruning). Captures alone would overlook a stalemate, which loses: a side without rook, horse and cannon, the only one in real
//! danger of it, is first asked whether it can move at all.

use super::order::MovePicker;
use super::params;
use super::pvs::trust_table;
use super::steps::Outcome;
use super::worker::Worker;
use crate::position::see_value;
use crate::tt::Bound;
use crate::types::value::{INFINITE, MATE_BAND, is_decisive, mated_in};
use crate::types::{Depth, MAX_PLY, Value};

/// Quiet evasions searched once a line that is not mated was found.
const QUIET_EVASIONS: usize = 2;

impl Worker<'_> {
    /// The value of the position at `ply` when it has come to rest. `depth` counts plies of quiescence.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        depth: usize,
    ) -> Value {
        debug_assert!(alpha < beta && (PV || alpha + 1 == beta));
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node();
        if self.stopped {
            return 0;
        }
        if let Some(value) = self.game_over(ply) {
            return value;
        }
        let in_check = self.position.in_check();
        let may_be_stuck = !in_check && !self.position.has_major(self.position.side_to_move());
        if may_be_stuck && !self.position.has_legal_move() {
            return mated_in(ply);
        }
        if ply >= MAX_PLY {
            return if in_check { self.draw_value() } else { self.evaluate() };
        }

        let entry = self.probe(ply);
        if !PV && let Some(value) = entry.and_then(|entry| self.table_cutoff(&entry, beta, Depth::ZERO)) {
            return value;
        }
        let mut eval = None;
        let mut best_value = -INFINITE;
        if !in_check {
            let raw = entry.and_then(|entry| entry.eval).unwrap_or_else(|| self.evaluate());
            eval = Some(raw);
            best_value = trust_table(raw, entry);
            if best_value >= beta {
                return best_value;
            }
            alpha = alpha.max(best_value);
        }
        let futility_base = best_value + params::delta_margin();

        let lines = self.position.king_lines();
        let table_move = self.legal_table_move(entry, &lines);
        let before = self.stack.moved_before(ply);
        let mut picker = MovePicker::quiescence(&self.position, &lines, table_move, before, depth == 0);
        let mut best_move = None;
        let mut number = 0;
        while let Some(mv) = picker.next(&self.position, self.histories) {
            number += 1;
            let victim = self.position.piece_on(mv.to());
            if in_check {
                if best_value > -MATE_BAND && number > QUIET_EVASIONS {
                    picker.skip_quiets();
                }
            } else if let Some(victim) = victim {
                let hoped_for = futility_base + see_value(victim.kind());
                if hoped_for <= alpha && !is_decisive(alpha) {
                    best_value = best_value.max(hoped_for);
                    continue;
                }
            }
            self.stack.at_mut(ply).extended = self.stack.before(ply, 1).extended;
            self.make(mv, ply);
            let value = -self.quiesce::<PV>(-beta, -alpha, ply + 1, depth + 1);
            self.unmake();
            if self.stopped {
                return 0;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.pv.update(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if number == 0 && in_check {
            return mated_in(ply);
        }
        let bound = match () {
            () if best_value >= beta => Bound::Lower,
            () if PV && best_move.is_some() => Bound::Exact,
            () => Bound::Upper,
        };
        let pv = PV || entry.is_some_and(|entry| entry.pv);
        self.store(ply, &Outcome { best: best_move, value: best_value, bound, eval, depth: Depth::ZERO, pv });
        best_value
    }
}
