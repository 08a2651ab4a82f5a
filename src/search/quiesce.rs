// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quiescence search: no position is evaluated in the middle of an exchange or in check.
//!
//! The side to move may *stand pat* on the static value, since some quiet move is nearly always at least that
//! good, or go on with captures that do not lose material, and at the first ply with quiet checks. In check
//! it must search evasions, and having none is mate. *Delta pruning* skips a capture that could not raise the
//! value to alpha even with a margin; at the first ply not one that gives check: it may mate, and the null
//! move relies on quiescence to see such a threat. Captures alone would overlook a stalemate, which loses: a
//! side without rook, horse and cannon, the only one in real danger of it, is first tested for a legal move.

use super::control::Stopped;
use super::node::{Best, NodeResult};
use super::order::{ContinuationKeys, MovePicker};
use super::params;
use super::static_eval::trust_tt;
use super::worker::Worker;
use crate::position::see_value;
use crate::tt::{Bound, TtDepth, TtEntry};
use crate::types::Value;
use crate::types::value::{INFINITE, TB_BAND, is_decisive, mated_in};

impl Worker<'_> {
    /// Searches captures and checks from the position at `ply` until it is quiet and returns its value.
    /// `depth` counts plies of quiescence.
    pub fn quiesce<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        ply: usize,
        depth: i32,
    ) -> Result<Value, Stopped> {
        debug_assert!(alpha < beta && (PV || alpha + 1 == beta));
        self.enter::<PV>(ply)?;
        self.within_rules((alpha, beta), ply, |worker, window| worker.quiesce_node::<PV>(window, ply, depth))
    }

    /// Searches a node of quiescence whose value the rules leave open.
    #[inline]
    fn quiesce_node<const PV: bool>(
        &mut self,
        (alpha, beta): (Value, Value),
        ply: usize,
        depth: i32,
    ) -> Result<Value, Stopped> {
        if let Some(value) = self.value_without_search(ply) {
            return Ok(value);
        }
        let stored_depth = if depth == 0 { TtDepth::QS_CHECKS } else { TtDepth::QS_CAPTURES };
        let entry = self.probe(ply);
        if !PV && let Some(value) = entry.and_then(|e| self.tt_cutoff(&e, beta, stored_depth)) {
            return Ok(value);
        }
        if self.is_stalemated() {
            return Ok(mated_in(ply));
        }
        let mut best = Best { value: -INFINITE, mv: None, alpha };
        let keys = self.stack.continuation_keys(ply);
        let raw_eval = self.stand_pat(&mut best, entry, keys);
        if best.value >= beta {
            return Ok(best.value);
        }
        let number = self.search_captures::<PV>(&mut best, beta, (ply, depth), entry, keys)?;
        if number == 0 && raw_eval.is_none() {
            return Ok(mated_in(ply));
        }
        let result = NodeResult {
            best: best.mv,
            value: best.value,
            bound: Bound::of(best.value, beta, PV && best.mv.is_some()),
            eval: raw_eval,
            depth: stored_depth,
            pv: PV || entry.is_some_and(|entry| entry.pv),
        };
        self.store(ply, &result);
        Ok(best.value)
    }

    /// Returns the value of a node that needs no search: the line is too long, or quiescence turned off.
    #[inline]
    fn value_without_search(&mut self, ply: usize) -> Option<Value> {
        if self.pruning.exact_depth {
            return Some(if self.position.has_legal_move() { self.evaluate() } else { mated_in(ply) });
        }
        self.line_too_long(ply)
    }

    /// Returns true if the side to move is stalemated, as far as it is in danger of it.
    #[inline]
    fn is_stalemated(&self) -> bool {
        let position = &self.position;
        let in_danger = !position.in_check() && !position.has_major(position.side_to_move());
        in_danger && !position.has_legal_move()
    }

    /// Stands pat: raises the best value to the static value, unless in check. Returns the raw static value.
    #[inline]
    fn stand_pat(
        &mut self,
        best: &mut Best,
        entry: Option<TtEntry>,
        keys: ContinuationKeys,
    ) -> Option<Value> {
        if self.position.in_check() {
            return None;
        }
        let raw = self.raw_eval(entry);
        best.value = trust_tt(self.corrected(raw, keys), entry);
        best.alpha = best.alpha.max(best.value);
        Some(raw)
    }

    /// Searches captures and quiet checks, or evasions in check. Returns the number of moves that there were.
    #[inline]
    fn search_captures<const PV: bool>(
        &mut self,
        best: &mut Best,
        beta: Value,
        (ply, depth): (usize, i32),
        entry: Option<TtEntry>,
        keys: ContinuationKeys,
    ) -> Result<u32, Stopped> {
        let in_check = self.position.in_check();
        let futility_base = best.value + params::delta_margin();
        let may_skip = self.pruning.static_cuts;
        let lines = self.position.king_lines();
        let tt_move = self.legal_tt_move(entry, &lines);
        let checks = depth < params::quiescence_check_plies();
        let mut picker = MovePicker::quiescence(&self.position, &lines, tt_move, keys, checks);
        let (mut number, mut quiets) = (0, 0_i32);
        while let Some(mv) = picker.next(&self.position, self.histories) {
            self.prefetch(mv);
            number += 1;
            let victim = self.position.piece_on(mv.to());
            if in_check {
                quiets += i32::from(victim.is_none());
                if may_skip && quiets > params::quiescence_evasions() && best.value > -TB_BAND {
                    picker.skip_quiets();
                    if victim.is_none() {
                        continue;
                    }
                }
            } else if let Some(victim) = victim.filter(|_| may_skip) {
                // Delta pruning.
                let hoped_for = futility_base + see_value(victim.kind());
                let may_mate = || depth == 0 && self.position.gives_check(mv);
                if hoped_for <= best.alpha && !is_decisive(best.alpha) && !may_mate() {
                    best.value = best.value.max(hoped_for);
                    continue;
                }
            }
            let alpha = best.alpha;
            let value = -self
                .after_move(mv, ply, |worker| worker.quiesce::<PV>(-beta, -alpha, ply + 1, depth + 1))?;
            if self.update_best::<PV>(best, mv, value, beta, ply) {
                break;
            }
        }
        Ok(number)
    }
}
