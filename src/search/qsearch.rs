// SPDX-License-Identifier: MIT OR Apache-2.0
//! Quiescence search: no position is evaluated in the middle of an exchange or in check.
//!
//! The side to move may *stand pat* on the static evaluation, since some quiet move is nearly always at least
//! that good, or go on with captures that do not lose material, and at the first ply with quiet checks. In
//! check it must search evasions, and having none is mate. *Delta pruning* skips a capture that could not
//! raise the value to alpha even with a margin; at the first ply not one that gives check: it may mate, and
//! the null move relies on quiescence to see such a threat. Captures alone would overlook a stalemate, which
//! loses: a side without rook, horse and cannon, the only one in real danger of it, is first tested for a
//! legal move.

use super::control::Stopped;
use super::movepick::MovePicker;
use super::params;
use super::worker::{Worker, trust_tt};
use crate::tt::{Bound, TtDepth, TtEntry};
use xiangqi::position::see_value;
use xiangqi::types::Value;
use xiangqi::types::value::{INFINITE, TB_BAND, is_decisive, mated_in};

impl Worker<'_> {
    /// Searches captures and checks from the position at `ply` until it is quiet and returns its value.
    /// `depth` counts plies of quiescence.
    pub fn qsearch<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        ply: usize,
        depth: i32,
    ) -> Result<Value, Stopped> {
        debug_assert!(alpha < beta && (PV || alpha + 1 == beta));
        self.enter::<PV>(ply)?;
        let bounds = self.rule_judge(ply);
        let (mut alpha, beta) = match bounds.narrow(alpha, beta) {
            Ok(window) => window,
            Err(value) => return Ok(value),
        };
        let value = 'node: {
            if self.pruning.exact_depth {
                break 'node if self.position.has_legal_move() { self.evaluate() } else { mated_in(ply) };
            }
            if let Some(value) = self.line_too_long(ply) {
                break 'node value;
            }

            // Transposition table.
            let tt_depth = if depth == 0 { TtDepth::QS_CHECKS } else { TtDepth::QS_CAPTURES };
            let tt_entry = self.tt_probe(ply);
            if !PV && let Some(value) = tt_entry.and_then(|entry| self.tt_cutoff(&entry, beta, tt_depth)) {
                break 'node value;
            }
            if self.is_stalemated() {
                break 'node mated_in(ply);
            }

            // Stand pat, unless in check.
            let in_check = self.position.in_check();
            let keys = self.stack.continuation_keys(ply);
            let raw_eval = if in_check { None } else { Some(self.raw_eval(tt_entry)) };
            let (mut best_value, mut best_move) = (-INFINITE, None);
            if let Some(raw_eval) = raw_eval {
                best_value = trust_tt(self.corrected(raw_eval, keys), tt_entry);
                alpha = alpha.max(best_value);
                if best_value >= beta {
                    break 'node best_value;
                }
            }

            // Captures and quiet checks, or evasions.
            let futility_base = best_value + params::delta_margin();
            let may_prune = self.pruning.static_cuts;
            let lines = self.position.king_lines();
            let tt_move = self.legal_tt_move(tt_entry, &lines);
            let with_checks = depth < params::quiescence_check_plies();
            let mut picker = MovePicker::qsearch(&self.position, &lines, tt_move, keys, with_checks);
            let (mut move_count, mut quiet_evasions) = (0, 0);
            while let Some(mv) = picker.next(&self.position, self.histories) {
                self.prefetch(mv);
                move_count += 1;
                let victim = self.position.piece_on(mv.to());
                if in_check {
                    quiet_evasions += i32::from(victim.is_none());
                    if may_prune && quiet_evasions > params::quiescence_evasions() && best_value > -TB_BAND {
                        picker.skip_quiets();
                        if victim.is_none() {
                            continue;
                        }
                    }
                } else if let Some(victim) = victim.filter(|_| may_prune) {
                    // Delta pruning.
                    let futility_value = futility_base + see_value(victim.kind());
                    let may_mate = || depth == 0 && self.position.gives_check(mv);
                    if futility_value <= alpha && !is_decisive(alpha) && !may_mate() {
                        best_value = best_value.max(futility_value);
                        continue;
                    }
                }
                self.make_move(mv, ply);
                let value = self.qsearch::<PV>(-beta, -alpha, ply + 1, depth + 1);
                self.unmake_move();
                let value = -value?;
                best_value = best_value.max(value);
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.pv.update(ply, mv);
                    }
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
            if in_check && move_count == 0 {
                break 'node mated_in(ply);
            }

            let bound = Bound::of(best_value, beta, PV && best_move.is_some());
            let pv = PV || tt_entry.is_some_and(|entry| entry.pv);
            let (mv, value, eval, depth) = (best_move, best_value, raw_eval, tt_depth);
            self.tt_store(ply, TtEntry { mv, value, eval, depth, bound, pv });
            best_value
        };
        Ok(bounds.clamp(value))
    }

    /// Returns true if the side to move is stalemated and has no rook, horse or cannon.
    #[inline]
    fn is_stalemated(&self) -> bool {
        let position = &self.position;
        !position.in_check() && !position.has_major(position.side_to_move()) && !position.has_legal_move()
    }
}
