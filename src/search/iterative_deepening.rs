// SPDX-License-Identifier: MIT OR Apache-2.0
//! Iterative deepening with aspiration windows, and the root node.
//!
//! Each iteration searches one ply deeper. The transposition table and the histories of one iteration order
//! the moves of the next, so that all together cost little more than the last one, and an answer is ready at
//! any time.
//!
//! An iteration searches a narrow *aspiration window* around the value of the last one, which cuts more. If
//! the value falls outside, the window is widened on that side and the iteration repeated. The more the value
//! has been changing, and the further it is from 0, the wider is the first window.
//!
//! Every move of the root is searched; nothing is pruned there.

use super::control::Stopped;
use super::extension::ExtensionReasons;
use super::info::{ScoreBound, SearchInfo};
use super::params;
use super::reduction::ReductionReasons;
use super::root::RootMove;
use super::search::Child;
use super::searcher::ThreadResult;
use super::worker::Worker;
use crate::tt::{Bound, TtEntry};
use std::time::Duration;
use xiangqi::types::value::{INFINITE, MATE, is_by_rule, is_decisive, is_mate};
use xiangqi::types::{Depth, Move, Value};

/// Attempts before the window is opened fully.
const TRIES: usize = 6;
/// Time before the current root move and values outside the aspiration window are reported.
const DETAILS_AFTER: Duration = Duration::from_secs(3);

impl Worker<'_> {
    /// Runs one iteration after the other until a limit is reached. In each it searches the best lines in
    /// turn (`MultiPV`).
    pub fn iterative_deepening(mut self) -> ThreadResult {
        let root = self.position.key();
        let max_depth = self.max_depth();
        let lines = self.settings.multi_pv.clamp(1, self.root_moves.len());
        let (mut completed, mut was_stopped) = (0, false);
        // Every other helper thread begins a ply deeper, so that the threads differ.
        let first = if self.index % 2 == 1 { 2.min(max_depth) } else { 1 };
        'iterations: for depth in first..=max_depth {
            self.root_depth = Depth::plies(i32::try_from(depth).expect("at most a hundred"));
            let last = self.root_moves[..lines].to_vec();
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.value;
                root_move.value = -INFINITE;
            }
            for line in 0..lines {
                self.pv_index = line;
                if self.aspiration_search(self.root_depth) == Err(Stopped) {
                    self.settle_stopped(&last);
                    was_stopped = true;
                    break 'iterations;
                }
                self.root_moves[..=line].sort_by_key(|root_move| -root_move.value);
            }
            completed = depth;
            if self.is_main() {
                if self.wants_shortest_mate() {
                    self.shorten_mate();
                }
                self.report_lines(depth, lines);
                if self.is_enough(depth, last[0].mv == self.root_moves[0].mv) {
                    break;
                }
            }
        }
        if self.is_main() {
            self.restore_mate();
            self.shared.finish();
            if was_stopped && lines > 1 {
                let known =
                    self.root_moves.iter().take_while(|root_move| root_move.value > -INFINITE).count();
                self.report_lines(completed.max(1), lines.min(known));
            }
        }
        debug_assert_eq!(self.position.key(), root, "every move is taken back, also after a stop");
        self.publish();
        ThreadResult { best: self.root_moves.swap_remove(0), depth: completed }
    }

    /// Returns true if the time that a mate leaves over is for a shorter one: if it is fixed or has no end.
    /// On a clock it is better saved.
    fn wants_shortest_mate(&self) -> bool {
        self.time.is_fixed() || self.limits.infinite
    }

    /// Searches the current line to `depth`.
    fn aspiration_search(&mut self, depth: Depth) -> Result<(), Stopped> {
        let expected = self.root_moves[self.pv_index].previous;
        let volatility = self.volatility[self.pv_index];
        let mut margin = params::aspiration_margin()
            + volatility * params::aspiration_volatility() / 16
            + expected * expected / 25_000;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= Depth::plies(params::aspiration_depth()) && !is_decisive(expected) {
            alpha = (expected - margin).max(-INFINITE);
            beta = (expected + margin).min(INFINITE);
        }
        let mut failed_high = 0;
        for attempt in 0.. {
            let reduction = if self.pruning.reductions { Depth::plies(failed_high) } else { Depth::ZERO };
            let reduced = (depth - reduction).max(Depth::ONE_PLY);
            let value = self.search_root(alpha, beta, reduced)?;
            // A stable sort: among equals the order of the last iteration stays.
            self.root_moves[self.pv_index..].sort_by_key(|root_move| -root_move.value);
            if value > alpha && value < beta {
                if !is_decisive(value) && !is_decisive(expected) {
                    self.volatility[self.pv_index] = Value::midpoint(volatility, (value - expected).abs());
                }
                self.store_root(value, reduced);
                return Ok(());
            }
            if self.is_main() && self.shared.start.elapsed() >= DETAILS_AFTER {
                let bound = if value <= alpha { ScoreBound::Upper } else { ScoreBound::Lower };
                self.report(depth.whole().unsigned_abs(), self.pv_index, bound);
            }
            margin += margin / 3 + 2;
            let open = attempt >= TRIES || is_decisive(value);
            if value <= alpha {
                beta = if open { INFINITE } else { Value::midpoint(alpha, beta) };
                alpha = if open { -INFINITE } else { (value - margin).max(-INFINITE) };
                failed_high = 0;
            } else {
                beta = if open { INFINITE } else { (value + margin).min(INFINITE) };
                failed_high = (failed_high + 1).min(3);
            }
        }
        unreachable!("a fully open window contains every value")
    }

    /// Searches the root moves from the current line on and returns the best value. Noise varies the choice
    /// among ordinary values; decisive values and bounds get none.
    fn search_root(&mut self, mut alpha: Value, beta: Value, depth: Depth) -> Result<Value, Stopped> {
        self.count_node()?;
        let eval = if self.position.in_check() { None } else { Some(self.raw_eval(None)) };
        let keys = self.stack.continuation_keys(0);
        self.stack.at_mut(0).static_eval = eval.map(|eval| self.corrected(eval, keys));
        self.stack.at_mut(1).cutoff_count = 0;
        self.stack.enter_node(0);
        self.pv.clear(0);
        let single_reply = self.is_single_reply(&self.position.king_lines());
        let mut best_value = -INFINITE;

        for index in self.pv_index..self.end_of_candidates() {
            let RootMove { mv, noise, .. } = self.root_moves[index];
            let is_first = index == self.pv_index;
            self.report_current_move(mv, index + 1);
            let nodes_before = self.nodes;
            self.seldepth = 0;
            let child = self.root_child(index, depth, single_reply);
            let shifted = |bound: Value| if is_decisive(bound) { bound } else { bound - noise };
            let (window, least) = ((shifted(alpha), shifted(beta)), shifted(best_value));
            self.make_move(mv, 0);
            let mut value = self.search_child::<true>(window, least, &child);
            if value.is_ok_and(is_by_rule) {
                self.is_strict = true;
                value = self.search_child::<true>(window, least, &child);
                self.is_strict = false;
            }
            self.unmake_move();
            let value = value.map(|value| if is_decisive(value) { value } else { value + noise })?;
            let is_best = is_first || value > alpha;
            self.update_root_move(index, is_best.then_some(value), self.nodes - nodes_before);
            if value > best_value {
                best_value = value;
                if value >= beta {
                    if !is_first && !self.position.is_capture(mv) {
                        self.histories.update_quiet(&self.position, mv, keys, depth);
                    }
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        Ok(best_value)
    }

    /// Returns the end of the root moves that the current line may begin with: all of them, unless every move
    /// is to have its line. Then each is searched for its own, and not once for each line before.
    fn end_of_candidates(&self) -> usize {
        let moves = self.root_moves.len();
        if moves > 1 && self.settings.multi_pv >= moves { self.pv_index + 1 } else { moves }
    }

    /// Returns the extension and the reduction of a root move.
    fn root_child(&mut self, index: usize, depth: Depth, single_reply: bool) -> Child {
        let mv = self.root_moves[index].mv;
        let move_count = index - self.pv_index + 1;
        let gives_check = self.position.gives_check(mv);
        let reasons = ExtensionReasons { single_reply, mate_threat: false, singular: 0 };
        let extension = self.extension::<true>(mv, 0, gives_check, reasons);
        self.stack.at_mut(0).extended = extension;
        let reasons = ReductionReasons {
            depth,
            move_count,
            on_pv: true,
            tt_pv: true,
            improving: true,
            gives_check,
            is_capture: self.position.is_capture(mv),
            history: self.histories.score(&self.position, mv, self.stack.continuation_keys(0)),
            ..ReductionReasons::default()
        };
        let may_reduce = self.pruning.reductions
            && move_count > 2
            && depth >= Depth::plies(3)
            && !self.position.in_check();
        Child {
            ply: 0,
            is_first: move_count == 1,
            cut_node: false,
            depth: depth - Depth::ONE_PLY + extension,
            reduction: may_reduce.then(|| reasons.reduction()),
        }
    }

    /// Records the result of a root move: its value and line if it is the best so far.
    fn update_root_move(&mut self, index: usize, value: Option<Value>, nodes: u64) {
        let root_move = &mut self.root_moves[index];
        root_move.nodes += nodes;
        root_move.value = value.unwrap_or(-INFINITE);
        if value.is_some() {
            root_move.seldepth = self.seldepth + 1;
            root_move.pv.clear();
            root_move.pv.push(root_move.mv);
            root_move.pv.extend_from_slice(self.pv.line(1));
        }
    }

    /// Stores the root in the table if its value is that of the position: all moves searched, and no noise
    /// added.
    fn store_root(&mut self, value: Value, depth: Depth) {
        let is_complete = self.root_moves.len() == self.position.legal_moves().len();
        if self.pv_index > 0 || !is_complete || self.settings.noise > 0 {
            return;
        }
        let eval = if self.position.in_check() { None } else { Some(self.raw_eval(None)) };
        let mv = Some(self.root_moves[0].mv);
        self.tt_store(0, TtEntry { mv, value, eval, depth: depth.into(), bound: Bound::Exact, pv: true });
    }

    /// Returns true if the answer is awaited: not while pondering.
    pub fn is_answer_due(&self) -> bool {
        !self.shared.control.is_pondering()
    }

    fn max_depth(&self) -> u32 {
        let deepest = Depth::MAX.whole().unsigned_abs();
        self.limits.depth.map_or(deepest, |depth| depth.clamp(1, deepest))
    }

    /// Completes a stopped iteration by the lines of the `last` one, so that the lines are distinct and the
    /// better comes first, as ever.
    ///
    /// The finished lines count, and the best move of an unfinished first line, unless its value is a loss that
    /// was not searched to the end. If there are several lines it counts only if it is another move or a better
    /// value: the last lines fit together. A line from the last iteration is worth at most as much as those
    /// that count: they were found to be better.
    fn settle_stopped(&mut self, last: &[RootMove]) {
        let finished = self.pv_index;
        self.root_moves[finished..].sort_by_key(|root_move| -root_move.value);
        let best = &self.root_moves[0];
        let unproven_loss = is_decisive(best.value) && best.value < 0;
        let same_move = last.len() > 1 && best.mv == last[0].mv;
        let counts = best.value >= last[0].value || !unproven_loss && !same_move;
        let mut most = INFINITE;
        if finished > 0 {
            most = self.root_moves[finished - 1].value;
        } else if best.value > -INFINITE && counts {
            most = best.value;
        } else {
            for root_move in &mut self.root_moves {
                root_move.value = -INFINITE;
            }
        }
        let mut known = self.root_moves.iter().take_while(|root_move| root_move.value > -INFINITE).count();
        for line in last {
            let index = self.root_moves.iter().position(|root_move| root_move.mv == line.mv);
            let index = index.expect("the root moves stay the same");
            if index >= known {
                self.root_moves[index] = RootMove { value: line.value.min(most), ..line.clone() };
                self.root_moves[known..=index].rotate_right(1);
                known += 1;
            }
        }
        self.root_moves.sort_by_key(|root_move| -root_move.value);
        if self.root_moves[0].value == -INFINITE {
            // Stopped in the very first iteration.
            self.root_moves[0].value = self.evaluate();
        }
    }

    /// Returns true if the search should end after the iteration of this depth.
    fn is_enough(&mut self, depth: u32, same_move: bool) -> bool {
        let best = &self.root_moves[0];
        let value = best.value;
        let wins = is_mate(value) && value > 0;
        if self.limits.mate.is_some_and(|moves| wins && i64::from(MATE - value) <= 2 * i64::from(moves)) {
            return true;
        }
        if self.limits.soft_nodes.is_some_and(|limit| self.shared.nodes() >= limit) {
            return true;
        }
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        self.time.iteration_done(same_move, value, share);
        let plies_to_mate = MATE - value.abs();
        let mate_proven = if wins && self.wants_shortest_mate() {
            self.shortest.is_proven()
        } else {
            is_mate(value) && i64::from(plies_to_mate) < i64::from(depth)
        };
        // Only on a clock is the time saved worth anything: elsewhere an only move is searched for its value.
        let is_forced = self.limits.clock.is_some() && self.root_moves.len() == 1;
        self.settled = is_forced || mate_proven && self.time.is_timed();
        self.is_answer_due() && (self.settled || self.time.is_target_passed(self.shared.start.elapsed()))
    }

    /// Reports the lines of iteration `depth`.
    fn report_lines(&mut self, depth: u32, lines: usize) {
        for line in 0..lines {
            self.report(depth, line, ScoreBound::Exact);
        }
    }

    /// Reports line `line` (from 0) of iteration `depth`.
    fn report(&mut self, depth: u32, line: usize, bound: ScoreBound) {
        self.publish();
        let root_move = &self.root_moves[line];
        let info = SearchInfo {
            seldepth: u32::try_from(root_move.seldepth).unwrap_or(0),
            multi_pv: line + 1,
            bound,
            nodes: self.shared.nodes(),
            time: self.shared.start.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            tb_hits: self.shared.tb_hits(),
            ..SearchInfo::new(depth, root_move.value, root_move.pv.clone())
        };
        if let Some(listener) = &mut self.listener {
            listener.on_info(&info);
        }
    }

    /// Reports the root move under search, once the search has taken a while.
    fn report_current_move(&mut self, mv: Move, number: usize) {
        let time = self.shared.start.elapsed();
        if let Some(listener) = &mut self.listener
            && time >= DETAILS_AFTER
        {
            listener.on_current_move(mv, number, time);
        }
    }
}
