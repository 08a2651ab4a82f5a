// SPDX-License-Identifier: MIT OR Apache-2.0
//! The main search: principal variation search (PVS; Marsland 1983), a node from its first to its last step.
//!
//! The first move of a node is expected to be the best and gets the full window; the others only have to be
//! proven worse, which a null window does cheaply. Values are fail-soft: a value outside the window bounds
//! the true value more tightly than the window does.
//!
//! `PV` nodes have an open window; the others have a null window, and `cut_node` says that a cutoff is
//! expected. [`Worker::search`] calls the steps in the order in which they follow here. Their parameters
//! are in `params`; `ablation.md` lists the Elo of each step.

use super::control::Stopped;
use super::extension::ExtensionReasons;
use super::history::ContinuationKeys;
use super::movepick::MovePicker;
use super::params;
use super::reduction::ReductionReasons;
use super::worker::{NullVerification, Worker, trust_tt};
use crate::tt::{Bound, TtDepth, TtEntry};
use arrayvec::ArrayVec;
use xiangqi::position::KingLines;
use xiangqi::types::value::{INFINITE, MATE_BAND, TB_BAND, is_decisive, mate_in, mated_in};
use xiangqi::types::{Depth, Move, Value};

/// A node before its moves are searched.
pub struct NodeInfo {
    pub ply: usize,
    pub cut_node: bool,
    pub tt_entry: Option<TtEntry>,
    /// The node is or was on a principal variation.
    pub tt_pv: bool,
    /// The static evaluation as the transposition table keeps it; like the next two `None` in check.
    pub raw_eval: Option<Value>,
    /// The static evaluation, corrected by the correction history and damped by rule60.
    pub static_eval: Option<Value>,
    /// The static evaluation, or the table's value if its bound makes it more precise; for pruning only.
    pub eval: Option<Value>,
    /// The static evaluation has risen since the last move of this side.
    pub improving: bool,
    /// The earlier moves that the continuation history is asked about.
    pub keys: ContinuationKeys,
}

/// The result of a null move.
pub enum NullMove {
    /// The value of the node is at or above beta.
    Cutoff(Value),
    /// Passing is answered by mate.
    MateThreat,
    /// Neither, or no null move was tried.
    Nothing,
}

/// The result of the search without the move of the transposition table.
enum Singular {
    /// The value of the node is at or above beta.
    Cutoff(Value),
    /// Extend that move by this number of sixteenths of a ply (negative: reduce).
    Extend(i32),
}

/// The search of the position after a move made at the node of `ply` and `cut_node`.
pub struct Child {
    pub ply: usize,
    pub cut_node: bool,
    pub is_first: bool,
    pub depth: Depth,
    /// Late move reduction of the first search, if any.
    pub reduction: Option<Depth>,
}

impl Worker<'_> {
    /// Searches the position at `ply` to `depth` within (`alpha`, `beta`) and returns its value.
    pub fn search<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        mut depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Result<Value, Stopped> {
        debug_assert!(alpha < beta && (PV || alpha + 1 == beta));
        if depth < Depth::ONE_PLY {
            return self.qsearch::<PV>(alpha, beta, ply, 0);
        }
        self.enter::<PV>(ply)?;
        // Step 1. Rules (`rule_judge`): a repetition, the natural limit or an endgame table decides the game
        // or bounds its value. The transposition table comes later: its value may belong to another path.
        let bounds = self.rule_judge(ply);
        let (alpha, beta) = match bounds.narrow(alpha, beta) {
            Ok(window) => window,
            Err(value) => return Ok(value),
        };
        // The steps that end the node break out of it with its value.
        let value = 'node: {
            if let Some(value) = self.line_too_long(ply) {
                break 'node value;
            }
            // Step 2. Mate distance pruning: the best outcome of a node is a mate with the next move, the
            // worst is to be mated here. If a shorter mate is already known, nothing below this node matters.
            let alpha = alpha.max(mated_in(ply));
            let beta = beta.min(mate_in(ply + 1));
            if alpha >= beta {
                break 'node alpha;
            }

            // The singular extension search, which has an excluded move, and the verification of a null move
            // search this node a second time inside its own search. No cutoff may answer them beforehand.
            let excluded = self.stack.at(ply).excluded;
            let is_verifying = self.null_verification.is_some_and(|verification| verification.ply == ply);
            let is_reentered = excluded.is_some() || is_verifying;
            let may_cut = !PV && !is_reentered;

            // Step 3. Transposition table (`tt`): a deep enough value whose bound decides the window.
            let tt_entry = self.tt_probe(ply);
            if may_cut
                && let Some(entry) = tt_entry
                && let Some(value) = self.tt_cutoff(&entry, beta, depth.into())
            {
                if let Some(mv) = entry.mv.filter(|_| value >= beta) {
                    let keys = self.stack.continuation_keys(ply);
                    self.histories.update_tt_move(&self.position, mv, keys, depth);
                }
                break 'node value;
            }

            // Step 4. Static evaluation: raw, corrected by the correction history, and replaced by the value
            // of the transposition table where that is more precise.
            let raw_eval = if self.position.in_check() { None } else { Some(self.raw_eval(tt_entry)) };
            let keys = self.stack.continuation_keys(ply);
            let static_eval = raw_eval.map(|eval| self.corrected(eval, keys));
            self.stack.at_mut(ply).static_eval = static_eval;
            // The static evaluation two plies ago, or four if the side was in check then.
            let earlier = self.stack.before(ply, 2).static_eval.or(self.stack.before(ply, 4).static_eval);
            let node = NodeInfo {
                ply,
                cut_node,
                tt_entry,
                tt_pv: PV || tt_entry.is_some_and(|entry| entry.pv),
                raw_eval,
                static_eval,
                // Without the excluded move the node may be worth less than the table says.
                eval: static_eval.map(|eval| trust_tt(eval, tt_entry.filter(|_| excluded.is_none()))),
                improving: static_eval.is_some_and(|now| earlier.is_none_or(|earlier| now > earlier)),
                keys,
            };
            self.stack.enter_node(ply);
            // Step 5. Hindsight adjustment of the depth.
            if !is_reentered {
                depth = self.hindsight(&node, depth);
            }
            // Steps 6 and 7. Reverse futility pruning; null move.
            let mut mate_threat = false;
            if may_cut && let Some(eval) = node.eval {
                if let Some(value) = self.reverse_futility(&node, eval, depth, beta) {
                    break 'node value;
                }
                match self.null_move(&node, depth, beta)? {
                    NullMove::Cutoff(value) => break 'node value,
                    NullMove::MateThreat => mate_threat = true,
                    NullMove::Nothing => {}
                }
            }

            // Step 8. ProbCut. Many nodes do not get here, so the legal moves are looked at only now.
            let lines = self.position.king_lines();
            let tt_move = self.legal_tt_move(tt_entry, &lines);
            let single_reply = self.is_single_reply(&lines);
            if may_cut && let Some(value) = self.probcut(&node, depth, beta, tt_move, &lines)? {
                break 'node value;
            }
            let mut singular = 0;
            if excluded.is_none() {
                // Step 9. Internal iterative reduction (IIR; Ed Schröder, Rebel): without a move of the
                // transposition table the order is poor, so a shallower search now, which leaves such a move
                // for the next one, is cheaper. It has replaced internal iterative deepening.
                let is_deep = depth >= Depth::plies(params::internal_reduction_depth());
                if tt_move.is_none() && (PV || cut_node) && is_deep && self.pruning.reductions {
                    depth = depth - Depth::ONE_PLY;
                }
                // Step 10. Singular extension.
                match self.singular::<PV>(&node, depth, beta, tt_move)? {
                    Singular::Cutoff(value) => break 'node value,
                    Singular::Extend(fraction) => singular = fraction,
                }
            }
            // Steps 11 to 14. The moves.
            let reasons = ExtensionReasons { single_reply, mate_threat, singular };
            let (best_value, best_move, depth) =
                self.search_moves::<PV>(&node, depth, (alpha, beta), &lines, tt_move, reasons)?;

            // Step 15. Histories; storing the result in the transposition table.
            if excluded.is_none() {
                let bound = Bound::of(best_value, beta, PV && best_move.is_some());
                // The value of a repetition or of a win says nothing about the evaluation.
                let is_informative = !is_decisive(best_value) && best_value != self.draw_value();
                if let Some(static_eval) = node.static_eval.filter(|_| !is_verifying && is_informative) {
                    let found = (best_value, bound, best_move);
                    self.histories.corrections.update(&self.position, node.keys, static_eval, found, depth);
                }
                if !is_verifying && best_move.is_none() {
                    let prior_keys = self.stack.continuation_keys(ply - 1);
                    self.histories.update_prior_move(&self.position, node.keys[0], prior_keys, depth);
                }
                let (eval, depth, pv) = (node.raw_eval, depth.into(), node.tt_pv);
                self.tt_store(ply, TtEntry { mv: best_move, value: best_value, eval, depth, bound, pv });
            }
            best_value
        };
        Ok(bounds.clamp(value))
    }

    /// Step 5. Hindsight adjustment (Stockfish 2021): the move that led here was reduced as unpromising. If
    /// it lost nothing by the static evaluation, the node is searched a ply deeper; if it lost something, a
    /// ply shallower.
    #[inline]
    fn hindsight(&mut self, node: &NodeInfo, depth: Depth) -> Depth {
        let prior = *self.stack.before(node.ply, 1);
        let (Some(now), Some(before)) = (node.static_eval, prior.static_eval) else { return depth };
        // Each value is from the perspective of its side to move, so the sum is what that move lost.
        let loss = now + before;
        let is_worse = loss > params::hindsight_margin() && depth >= Depth::plies(2);
        let reduced_by = |plies| prior.reduction >= Depth::plies(plies);
        if reduced_by(params::hindsight_up_depth()) && loss <= 0 && self.may_extend(prior.extended) {
            self.stack.at_mut(node.ply - 1).extended = prior.extended + Depth::ONE_PLY;
            depth + Depth::ONE_PLY
        } else if reduced_by(params::hindsight_down_depth()) && is_worse {
            depth - Depth::ONE_PLY
        } else {
            depth
        }
    }

    /// Step 6. Reverse futility pruning (static null move): near the leaves, a static evaluation far above
    /// beta is trusted. Like the null move it assumes that the side to move is not in zugzwang. The margin is
    /// wide, since a cannon behind a screen can change the value by a rook.
    #[inline]
    fn reverse_futility(&self, node: &NodeInfo, eval: Value, depth: Depth, beta: Value) -> Option<Value> {
        let margin = params::reverse_futility_margin() * (depth.whole() - i32::from(node.improving));
        let is_trusted = self.pruning.static_cuts
            && depth <= Depth::plies(params::reverse_futility_depth())
            && eval - margin >= beta
            && !is_decisive(beta)
            && !is_decisive(eval)
            && self.position.has_major(self.position.side_to_move());
        is_trusted.then_some(i32::midpoint(eval, beta))
    }

    /// Step 7. Null-move pruning (Beal 1989; Donninger 1993): if a reduced search stays at or above beta even
    /// after passing, some move will too. The reduction adapts to the depth and to the distance of the static
    /// evaluation from beta (after Heinz 1999). If passing is answered by mate, the node is under a *mate
    /// threat* and its moves are extended.
    ///
    /// The assumption fails in zugzwang, which is rare in xiangqi while a side has a rook, horse or cannon,
    /// but common in endings, since *stalemate loses*. Therefore a side without such a piece tries no null
    /// move, and cutoffs at high depth or with only one such piece are verified by a search of this node
    /// without null moves (after Tabibi and Netanyahu 2002).
    #[inline]
    pub fn null_move(&mut self, node: &NodeInfo, depth: Depth, beta: Value) -> Result<NullMove, Stopped> {
        let (Some(eval), Some(static_eval)) = (node.eval, node.static_eval) else {
            return Ok(NullMove::Nothing);
        };
        let ply = node.ply;
        let side = self.position.side_to_move();
        let is_worth_trying = self.pruning.null_move
            && depth >= Depth::plies(params::null_move_depth())
            && self.null_verification.is_none_or(|verification| ply >= verification.min_ply)
            && !self.stack.before(ply, 1).is_null_move
            && eval >= beta
            && static_eval >= beta + params::null_move_margin() - params::null_move_factor() * depth.whole()
            && !is_decisive(beta)
            && self.position.has_major(side);
        if !is_worth_trying {
            return Ok(NullMove::Nothing);
        }
        let surplus = ((eval - beta) / params::null_move_eval_divisor()).min(3);
        let reduction = params::null_move_base() + depth.whole() / params::null_move_divisor() + surplus;
        let reduced = depth - Depth::plies(reduction);
        self.stack.at_mut(ply).extended = self.stack.before(ply, 1).extended;
        self.make_null_move(ply);
        let value = self.search::<false>(-beta, 1 - beta, reduced, ply + 1, false);
        self.position.unmake();
        let value = -value?;
        if value < beta {
            return Ok(if value <= -MATE_BAND { NullMove::MateThreat } else { NullMove::Nothing });
        }
        let value = if is_decisive(value) { beta } else { value };
        let majors = self.position.board().majors(side).len();
        let is_thin = majors <= params::null_move_verification_majors().unsigned_abs();
        let is_deep = depth >= Depth::plies(params::null_move_verification_depth());
        if self.null_verification.is_some() || !(is_deep || is_thin) {
            return Ok(NullMove::Cutoff(value));
        }
        // Verification: the same reduced search of this node, without null moves for some plies and without
        // the other cutoffs at this node.
        let reduced = reduced.max(Depth::ONE_PLY);
        let span = usize::try_from(reduced.whole() * 3 / 4).unwrap_or(0).max(1);
        self.null_verification = Some(NullVerification { ply, min_ply: ply + span });
        let verified = self.search::<false>(beta - 1, beta, reduced, ply, false);
        self.null_verification = None;
        Ok(if verified? >= beta { NullMove::Cutoff(value) } else { NullMove::Nothing })
    }

    /// Step 8. ProbCut (Buro 1995): a capture whose value is well above beta in a search four plies shallower
    /// will nearly always stay above beta in the full search. Captures that win enough material by SEE are
    /// tried, first in quiescence, then at the reduced depth.
    #[inline]
    fn probcut(
        &mut self,
        node: &NodeInfo,
        depth: Depth,
        beta: Value,
        tt_move: Option<Move>,
        lines: &KingLines,
    ) -> Result<Option<Value>, Stopped> {
        let Some(static_eval) = node.static_eval else { return Ok(None) };
        let ply = node.ply;
        let probcut_beta = beta + params::probcut_margin();
        let tt_depth = TtDepth::from(depth - Depth::plies(3));
        let is_hopeless = node.tt_entry.is_some_and(|entry| {
            entry.depth >= tt_depth && entry.bound != Bound::None && entry.value < probcut_beta
        });
        let is_worth_trying = self.pruning.static_cuts
            && depth >= Depth::plies(params::probcut_depth())
            && !is_decisive(beta)
            && !is_hopeless;
        if !is_worth_trying {
            return Ok(None);
        }
        let mut picker = MovePicker::qsearch(&self.position, lines, tt_move, node.keys, false);
        let reduced = depth - Depth::plies(4);
        while let Some(mv) = picker.next(&self.position, self.histories) {
            if !self.position.see_ge(mv, (probcut_beta - static_eval).max(0)) {
                continue;
            }
            self.prefetch(mv);
            self.stack.at_mut(ply).extended = self.stack.before(ply, 1).extended;
            let (alpha, beta) = (-probcut_beta, 1 - probcut_beta);
            self.make_move(mv, ply);
            let mut value = self.qsearch::<false>(alpha, beta, ply + 1, 0);
            if value.is_ok_and(|value| -value >= probcut_beta) && reduced >= Depth::ONE_PLY {
                value = self.search::<false>(alpha, beta, reduced, ply + 1, !node.cut_node);
            }
            self.unmake_move();
            let value = -value?;
            if value >= probcut_beta {
                let (eval, bound, pv) = (node.raw_eval, Bound::Lower, node.tt_pv);
                self.tt_store(ply, TtEntry { mv: Some(mv), value, eval, depth: tt_depth, bound, pv });
                return Ok(Some(if is_decisive(value) { value } else { value - params::probcut_margin() }));
            }
        }
        Ok(None)
    }

    /// Step 10. Singular extension (Anantharaman, Campbell and Hsu 1988), in its modern form: the moves other
    /// than that of the transposition table are searched at half the depth with a null window a little below
    /// the table's value. If all fail low, the table's move is *singular* and extended. If they reach beta as
    /// well, the node will fail high one way or another and is cut at once (multi-cut, Björnsson and Marsland
    /// 1998). If neither holds and the table's value reaches beta or a cutoff is expected, the table's move
    /// is reduced (negative extension).
    #[inline]
    fn singular<const PV: bool>(
        &mut self,
        node: &NodeInfo,
        depth: Depth,
        beta: Value,
        tt_move: Option<Move>,
    ) -> Result<Singular, Stopped> {
        let (Some(mv), Some(entry)) = (tt_move, &node.tt_entry) else { return Ok(Singular::Extend(0)) };
        let ply = node.ply;
        let is_worth_trying = !self.pruning.exact_depth
            && depth >= Depth::plies(params::singular_depth())
            && entry.depth >= (depth - Depth::plies(3)).into()
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !is_decisive(entry.value)
            && ply < 2 * usize::try_from(self.root_depth.whole()).unwrap_or(0);
        if !is_worth_trying {
            return Ok(Singular::Extend(0));
        }
        let singular_beta = entry.value - params::singular_margin() * depth.whole() / 16;
        let half = Depth::plies((depth.whole() - 1) / 2);
        self.stack.at_mut(ply).excluded = Some(mv);
        let value = self.search::<false>(singular_beta - 1, singular_beta, half, ply, node.cut_node);
        self.stack.at_mut(ply).excluded = None;
        let value = value?;
        if value < singular_beta {
            let is_double = !PV && value < singular_beta - params::double_margin();
            return Ok(Singular::Extend(params::singular_fraction() * if is_double { 2 } else { 1 }));
        }
        if value >= beta && !is_decisive(value) && self.pruning.static_cuts {
            return Ok(Singular::Cutoff(value));
        }
        let is_negative = self.pruning.reductions && (entry.value >= beta || node.cut_node);
        Ok(Singular::Extend(if is_negative { params::not_singular_fraction() } else { 0 }))
    }

    /// Step 11. The move loop: every move in the order of the picker (`movepick`) is pruned, or extended or
    /// reduced and searched. Returns the best value, the move that raised alpha, and the depth searched.
    #[inline]
    fn search_moves<const PV: bool>(
        &mut self,
        node: &NodeInfo,
        mut depth: Depth,
        (mut alpha, beta): (Value, Value),
        lines: &KingLines,
        tt_move: Option<Move>,
        reasons: ExtensionReasons,
    ) -> Result<(Value, Option<Move>, Depth), Stopped> {
        let ply = node.ply;
        let excluded = self.stack.at(ply).excluded;
        let enemy_lines = self.position.enemy_king_lines();
        // A side without a rook, horse or cannon prunes nothing: the one move that averts mate or stalemate
        // might be skipped.
        let may_prune = self.pruning.static_cuts && self.position.has_major(self.position.side_to_move());
        let [first, second] = self.stack.at(ply).killers;
        let refutations = [first, second, self.histories.counter_move(node.keys[0])];
        let mut picker = MovePicker::main(lines, tt_move, refutations, node.keys);
        let (mut best_value, mut best_move) = (-INFINITE, None);
        let mut move_count = 0;
        // Moves tried before the one that causes a cutoff, for their malus; later ones hardly matter.
        let (mut quiets, mut captures) = (ArrayVec::<_, 48>::new(), ArrayVec::<_, 48>::new());

        while let Some(mv) = picker.next(&self.position, self.histories) {
            if Some(mv) == excluded {
                continue;
            }
            self.prefetch(mv);
            move_count += 1;
            let is_capture = self.position.is_capture(mv);
            let gives_check = self.position.gives_check_with(mv, &enemy_lines);
            let history = self.histories.score(&self.position, mv, node.keys);
            let tt_raises = |entry: TtEntry| entry.bound != Bound::None && entry.value > alpha;
            let reasons_to_reduce = ReductionReasons {
                depth,
                move_count,
                on_pv: PV,
                tt_pv: node.tt_pv,
                cut_node: node.cut_node,
                has_tt_move: tt_move.is_some(),
                tt_raises_alpha: node.tt_entry.is_some_and(tt_raises),
                improving: node.improving,
                gives_check,
                is_refutation: refutations.contains(&Some(mv)),
                is_capture,
                history,
                many_cutoffs: self.stack.at(ply + 1).cutoff_count > params::cutoff_count().unsigned_abs(),
            };
            let reduction = reasons_to_reduce.reduction();
            // Step 12. Pruning at shallow depth, once a line that is not lost was found. Captures and checks
            // are only skipped by SEE: when the other quiet moves are skipped, a side with two rooks, horses
            // or cannons still gets its checks from the picker, since many mates end with a quiet check that
            // nothing has put first in the order. (In check there is one stage of moves, and skipping its
            // quiet moves skips the checks among them too.)
            let plies = depth.whole();
            if may_prune && best_value > -TB_BAND && (is_capture || gives_check) {
                if !self.position.see_ge(mv, -params::see_capture_margin() * plies) {
                    continue;
                }
            } else if may_prune && best_value > -TB_BAND {
                // Late move pruning: after enough moves the remaining quiet moves are skipped.
                let late = (params::late_move_base() + plies * plies) / if node.improving { 1 } else { 2 };
                if move_count as i32 > late {
                    picker.skip_quiets();
                    continue;
                }
                // History pruning: a quiet move with a bad history score is skipped.
                if history < -params::history_factor() * plies && plies <= params::history_depth() {
                    continue;
                }
                // Futility pruning: the static evaluation plus a margin does not reach alpha. The sum is an
                // upper bound of the skipped moves.
                let lmr_depth = (depth - Depth::ONE_PLY - reduction).whole().max(0);
                if let Some(eval) = node.eval
                    && lmr_depth < params::futility_depth()
                {
                    let margin = params::futility_base() + params::futility_factor() * lmr_depth;
                    let futility_value = eval + margin + history / params::futility_history_divisor();
                    if futility_value <= alpha {
                        if !is_decisive(best_value) && !is_decisive(futility_value) {
                            best_value = best_value.max(futility_value);
                        }
                        picker.skip_quiets();
                        continue;
                    }
                }
                // SEE pruning: the move loses too much material by static exchange evaluation.
                let tolerated = params::see_quiet_margin() * lmr_depth.max(1) * lmr_depth.max(1) / 2;
                if lmr_depth < params::see_quiet_depth() && !self.position.see_ge(mv, -tolerated) {
                    continue;
                }
            }

            // Step 13. Extensions (`extension`): fractions of a ply, which add up along the line.
            let singular = if Some(mv) == tt_move { reasons.singular } else { 0 };
            let reasons = ExtensionReasons { singular, ..reasons };
            let extension = self.extension::<PV>(mv, ply, gives_check, reasons);
            self.stack.at_mut(ply).extended = self.stack.before(ply, 1).extended + extension.max(Depth::ZERO);
            let may_reduce = self.pruning.reductions
                && move_count > 1 + usize::from(PV)
                && depth >= Depth::plies(params::lmr_depth());
            let child = Child {
                ply,
                is_first: move_count == 1,
                cut_node: node.cut_node,
                depth: depth - Depth::ONE_PLY + extension,
                reduction: may_reduce.then_some(reduction),
            };
            self.make_move(mv, ply);
            let value = self.search_child::<PV>((alpha, beta), best_value, &child);
            self.unmake_move();
            let value = value?;
            best_value = best_value.max(value);
            if value > alpha {
                best_move = Some(mv);
                if PV {
                    self.pv.update(ply, mv);
                }
                alpha = value;
                if value >= beta {
                    self.stack.at_mut(ply).cutoff_count += 1;
                    if !is_capture {
                        self.stack.add_killer(ply, mv);
                    }
                    let tried = (&quiets[..], &captures[..]);
                    self.histories.update_all(&self.position, mv, node.keys, depth, tried);
                    break;
                }
                // Few of the other moves are better still: they are searched a ply shallower.
                if self.pruning.reductions && (3..=13).contains(&depth.whole()) && !is_decisive(value) {
                    depth = depth - Depth::ONE_PLY;
                }
            } else {
                let tried = if is_capture { &mut captures } else { &mut quiets };
                let _ = tried.try_push(mv);
            }
        }
        if move_count == 0 {
            best_value = if excluded.is_some() { alpha } else { mated_in(ply) };
        }
        Ok((best_value, best_move, depth))
    }

    /// Step 14. Searches the position after a move in up to three steps: at reduced depth (late move
    /// reduction, LMR, see `reduction`) to see whether it deserves more, at full depth with a null window to
    /// see whether it beats alpha, and with the full window for its value.
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
        let mut at_full_depth = !PV || !child.is_first;
        if let Some(reduction) = child.reduction {
            let reduced = (depth - reduction).clamp(Depth::ONE_PLY.min(depth), depth);
            self.stack.at_mut(ply).reduction = depth - reduced;
            value = -self.search::<false>(-alpha - 1, -alpha, reduced, ply + 1, true)?;
            self.stack.at_mut(ply).reduction = Depth::ZERO;
            at_full_depth = value > alpha && reduced < depth;
            if at_full_depth {
                // The further the move is above the best value, the deeper it is searched again.
                let margin = params::deeper_margin() + params::deeper_factor() * (depth - reduced).whole();
                if value > best_value + margin && self.may_extend(self.stack.at(ply).extended) {
                    depth = depth + Depth::ONE_PLY;
                } else if value < best_value + params::shallower_margin() {
                    depth = depth - Depth::ONE_PLY;
                }
                at_full_depth = reduced < depth;
            }
        }
        if at_full_depth {
            value = -self.search::<false>(-alpha - 1, -alpha, depth, ply + 1, !child.cut_node)?;
        }
        if PV && (child.is_first || value > alpha) {
            value = -self.search::<true>(-beta, -alpha, depth, ply + 1, false)?;
        }
        Ok(value)
    }
}
