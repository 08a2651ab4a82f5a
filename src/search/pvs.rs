// SPDX-License-Identifier: MIT OR Apache-2.0
//! The main search: principal variation search (Marsland 1983), a page that calls the steps.
//!
//! The first move of a node is expected to be best and gets the full window; the others only have to be shown worse, which a
//! window of width one does cheaply. A move that surprises is searched again: deeper if it had been reduced,
//! with the open window if it lands inside. Values are fail-soft: bounds may be tighter than the window.
//!
//! `PV` nodes have an open window; in the others `cut_node` says that a cutoff is expected.

use super::order::{MovePicker, PieceTo, bonus};
use super::steps::{ExtensionReasons, MoveFacts, NullMove, Outcome, ReductionReasons, mate_distance};
use super::worker::Worker;
use crate::position::KingLines;
use crate::tt::{Bound, Entry};
use crate::types::value::{INFINITE, MATE_BAND, is_decisive, mated_in};
use crate::types::{Depth, MAX_PLY, Move, Value};
use arrayvec::ArrayVec;

/// Moves tried before the one that cut, for the history; later ones do not matter.
type Tried = ArrayVec<Move, 48>;

/// What a node knows before its moves are searched.
#[allow(clippy::struct_field_names, reason = "a cut node is the field's name for it")]
struct Node {
    depth: Depth,
    ply: usize,
    cut_node: bool,
    /// Static value, corrected by what the table knows; for decisions alone.
    eval: Option<Value>,
    improving: bool,
    was_on_pv: bool,
    mate_threat: bool,
    single_reply: bool,
    before: [PieceTo; 2],
    refutations: [Option<Move>; 3],
}

impl Worker<'_> {
    /// The value of the position at `ply`, searched to `depth` within (`alpha`, `beta`).
    pub(super) fn search<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: Depth,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        debug_assert!(alpha < beta && (PV || alpha + 1 == beta));
        if depth < Depth::ONE_PLY {
            return self.quiesce::<PV>(alpha, beta, ply, 0);
        }
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
        if ply >= MAX_PLY {
            return if self.position.in_check() { self.draw_value() } else { self.evaluate() };
        }
        let (alpha, beta) = match mate_distance(alpha, beta, ply) {
            Ok(window) => window,
            Err(value) => return value,
        };

        let entry = self.probe(ply);
        if !PV && let Some(value) = entry.and_then(|entry| self.table_cutoff(&entry, beta, depth)) {
            return value;
        }
        let lines = self.position.king_lines();
        let table_move = self.legal_table_move(entry, &lines);

        let in_check = self.position.in_check();
        let raw_eval =
            if in_check { None } else { entry.and_then(|e| e.eval).or_else(|| Some(self.evaluate())) };
        self.stack.at_mut(ply).eval = raw_eval;
        let improving = match (raw_eval, self.stack.before(ply, 2).eval) {
            (Some(now), Some(earlier)) => now > earlier,
            (now, _) => now.is_some(),
        };
        let eval = raw_eval.map(|eval| trust_table(eval, entry));
        self.stack.at_mut(ply + 1).killers = [None; 2];

        let mut mate_threat = false;
        if !PV && let (Some(eval), Some(static_eval)) = (eval, raw_eval) {
            if let Some(value) = self.reverse_futility(eval, beta, depth, improving) {
                return value;
            }
            match self.null_move((eval, static_eval), beta, depth, ply) {
                NullMove::Cutoff(value) => return value,
                NullMove::MateThreat => mate_threat = true,
                NullMove::Nothing => {}
            }
            if self.stopped {
                return 0;
            }
        }
        // Internal iterative reduction: without a table move the ordering is poor; look less deep and come back.
        let unprepared = table_move.is_none() && (PV || cut_node) && depth >= Depth::plies(6);
        let depth = if unprepared && self.pruning.reductions { depth - Depth::ONE_PLY } else { depth };

        let before = self.stack.moved_before(ply);
        let [first, second] = self.stack.at(ply).killers;
        let node = Node {
            depth,
            ply,
            cut_node,
            eval,
            improving,
            was_on_pv: PV || entry.is_some_and(|entry| entry.pv),
            mate_threat,
            single_reply: in_check && self.position.count_legal_moves() == 1,
            before,
            refutations: [first, second, self.histories.counter_move(before[0])],
        };
        let (best_value, best_move) = self.search_moves::<PV>(&node, alpha, beta, table_move, &lines);
        if self.stopped {
            return 0;
        }
        let bound = match () {
            () if best_value >= beta => Bound::Lower,
            () if PV && best_move.is_some() => Bound::Exact,
            () => Bound::Upper,
        };
        let outcome =
            Outcome { best: best_move, value: best_value, bound, eval: raw_eval, depth, pv: node.was_on_pv };
        self.store(ply, &outcome);
        best_value
    }

    /// Searches the moves of a node; the best value, and the move that raised alpha.
    #[inline]
    fn search_moves<const PV: bool>(
        &mut self,
        node: &Node,
        mut alpha: Value,
        beta: Value,
        table_move: Option<Move>,
        lines: &KingLines,
    ) -> (Value, Option<Move>) {
        let ply = node.ply;
        let side = self.position.side_to_move();
        let enemy_lines = self.position.enemy_king_lines();
        let may_skip = self.pruning.static_cuts && self.position.has_major(side);
        let mut picker = MovePicker::main(&self.position, lines, table_move, node.refutations, node.before);
        let mut best_value = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());

        while let Some(mv) = picker.next(&self.position, self.histories) {
            number += 1;
            let is_capture = self.position.is_capture(mv);
            let gives_check = self.position.gives_check(mv, &enemy_lines);
            let history = self.history_of(mv, is_capture, node.before);
            let reduction = Self::reduction(&ReductionReasons {
                depth: node.depth,
                move_number: number,
                on_pv: PV,
                was_on_pv: node.was_on_pv,
                cut_node: node.cut_node,
                improving: node.improving,
                gives_check,
                is_refutation: node.refutations.contains(&Some(mv)),
                is_capture,
                history,
            });

            if may_skip && best_value > -MATE_BAND {
                let reduced = node.depth - Depth::ONE_PLY - reduction;
                let facts = MoveFacts { mv, number, is_capture, gives_check, history, reduced };
                if self.skip_move(&facts, &mut picker, node.eval, alpha, (node.depth, node.improving)) {
                    continue;
                }
            }

            let reasons = ExtensionReasons {
                gives_check,
                on_pv: PV,
                single_reply: node.single_reply,
                mate_threat: node.mate_threat,
            };
            let extension = self.extension(mv, ply, &reasons);
            self.stack.at_mut(ply).extended = self.stack.before(ply, 1).extended + extension;
            let depth = node.depth - Depth::ONE_PLY + extension;

            self.make(mv, ply);
            let mut value = alpha + 1;
            // Late moves: a reduced look first.
            let may_reduce =
                self.pruning.reductions && number > 1 + usize::from(PV) && node.depth >= Depth::plies(2);
            let mut open = !PV || number > 1;
            if may_reduce {
                let reduced = (depth - reduction).clamp(Depth::ONE_PLY.min(depth), depth);
                value = -self.search::<false>(-alpha - 1, -alpha, reduced, ply + 1, true);
                open = value > alpha && reduced < depth;
            }
            if open {
                value = -self.search::<false>(-alpha - 1, -alpha, depth, ply + 1, !node.cut_node);
            }
            if PV && (number == 1 || value > alpha) {
                value = -self.search::<true>(-beta, -alpha, depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return (0, None);
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
            let tried = if is_capture { &mut captures } else { &mut quiets };
            if best_move != Some(mv) {
                let _ = tried.try_push(mv);
            }
        }
        if number == 0 {
            return (mated_in(ply), None);
        }
        if let Some(mv) = best_move.filter(|_| best_value >= beta) {
            self.reward(mv, node, &quiets, &captures);
        }
        (best_value, best_move)
    }

    /// The table's move, if it is legal here.
    #[inline]
    pub(super) fn legal_table_move(&self, entry: Option<Entry>, lines: &KingLines) -> Option<Move> {
        let mv = entry?.mv?;
        (self.position.is_pseudo_legal(mv) && self.position.is_safe(mv, lines)).then_some(mv)
    }

    /// Static value for the side to move.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Value {
        self.evaluator.evaluate(&self.position)
    }

    #[inline]
    fn history_of(&self, mv: Move, is_capture: bool, before: [PieceTo; 2]) -> i32 {
        let Some(piece) = self.position.piece_on(mv.from()) else { return 0 };
        match self.position.piece_on(mv.to()) {
            Some(victim) if is_capture => self.histories.capture(piece, mv.to(), victim.kind()),
            _ => self.histories.quiet(piece.color(), mv, PieceTo::new(piece, mv.to()), before),
        }
    }

    /// The move that cut is praised, the ones tried before it are not.
    fn reward(&mut self, best: Move, node: &Node, quiets: &[Move], captures: &[Move]) {
        let bonus = bonus(node.depth.whole());
        if self.position.is_capture(best) {
            self.histories.update_capture(&self.position, best, bonus);
        } else {
            self.stack.add_killer(node.ply, best);
            self.histories.set_counter_move(node.before[0], best);
            self.histories.update_quiet(&self.position, best, node.before, bonus);
            for &mv in quiets {
                self.histories.update_quiet(&self.position, mv, node.before, -bonus);
            }
        }
        for &mv in captures {
            self.histories.update_capture(&self.position, mv, -bonus);
        }
    }
}

/// The static value, or the table's if its bound shows that this is nearer to the truth. Wins and losses must be searched
/// out, or lines would end in the middle.
#[inline]
pub(super) fn trust_table(eval: Value, entry: Option<Entry>) -> Value {
    match entry {
        Some(entry) if entry.bound.decides(entry.value, eval) && !is_decisive(entry.value) => entry.value,
        _ => eval,
    }
}
