// SPDX-License-Identifier: MIT OR Apache-2.0
//! One search thread: its position, evaluator, histories and stack; making moves and evaluating. The state
//! that the threads of a search share.

use super::control::{Control, Stopped};
use super::history::{ContinuationKeys, Histories, PieceTo};
use super::info::Listener;
use super::limits::{Limits, Request};
use super::mate::ShortestMate;
use super::root::RootMove;
use super::settings::{Amount, Pruning, Settings, Style};
use super::stack::{PvTable, Stack};
use super::timeman::{PollInterval, TimeManager};
use crate::eval::Evaluator;
use crate::threads;
use crate::time::Instant;
use crate::tt::{TranspositionTable, TtEntry};
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::types::value::{INFINITE, is_decisive};
use xiangqi::types::{Color, Depth, Move, Value};

/// Nodes of a search that is stopped from outside at once.
const STOPPED_NODES: u64 = 512;
/// Nodes that the first root move of the first iteration may take although the search must end …
const FIRST_MOVE_NODES: u64 = 2_000;
/// … and the time since the search began.
const FIRST_MOVE_TIME: Duration = Duration::from_millis(100);
/// Contempt: a draw is worth this much less (or more) than 0 to a side that avoids (or welcomes) it.
const CONTEMPT: Value = 25;
/// Evaluations of positions that the endgame tables know as draws are divided by this.
const TB_DRAW_SCALE: Value = 16;
/// Longest pause that leaves the processor to other programs.
const LONGEST_PAUSE: Duration = Duration::from_millis(5);

/// A null move under verification.
#[derive(Clone, Copy, Debug)]
pub struct NullVerification {
    /// Ply of the node that tried the null move.
    pub ply: usize,
    /// No null move is tried before this ply.
    pub min_ply: usize,
}

/// One search thread.
pub struct Worker<'a> {
    pub index: usize,
    pub shared: &'a Shared<'a>,
    pub limits: &'a Limits,
    pub settings: &'a Settings,
    pub pruning: Pruning,
    pub histories: &'a mut Histories,
    pub position: Position,
    pub evaluator: Evaluator,
    pub stack: Stack,
    pub pv: PvTable,
    pub root_moves: Vec<RootMove>,
    /// Index of the line under search (`MultiPV`), from 0.
    pub pv_index: usize,
    /// Average change of each line's value between iterations, where the last change counts half.
    pub volatility: Vec<Value>,
    pub root_depth: Depth,
    pub seldepth: usize,
    pub nodes: u64,
    /// Positions that the endgame tables knew.
    pub tb_hits: u64,
    /// The null move under verification.
    pub null_verification: Option<NullVerification>,
    /// A win or loss by rule counts at the third occurrence only.
    pub is_strict: bool,
    pub time: TimeManager,
    /// Receives the reports of the main thread.
    pub listener: Option<&'a mut dyn Listener>,
    /// Another iteration is not worth its time: a mate is proven, or the only move is wanted on a clock.
    pub settled: bool,
    /// Results of the mate solver at the root.
    pub shortest: ShortestMate,
    /// The side to move at the root.
    pub root_side: Color,
    next_poll: u64,
    poll_interval: PollInterval,
    contempt: Value,
    last_pause: Instant,
}

impl<'a> Worker<'a> {
    pub fn new(
        index: usize,
        shared: &'a Shared<'a>,
        request: Request<'a>,
        root_moves: Vec<RootMove>,
        histories: &'a mut Histories,
    ) -> Self {
        let Request { position, limits, settings } = request;
        histories.fade();
        Self {
            index,
            shared,
            limits,
            settings,
            pruning: settings.into(),
            histories,
            position: position.clone(),
            evaluator: settings.evaluator(position),
            stack: Stack::new(),
            pv: PvTable::new(),
            volatility: vec![0; root_moves.len()],
            root_moves,
            pv_index: 0,
            root_depth: Depth::ZERO,
            seldepth: 0,
            nodes: 0,
            tb_hits: 0,
            null_verification: None,
            is_strict: false,
            time: TimeManager::new(limits, settings),
            listener: None,
            settled: false,
            shortest: ShortestMate::default(),
            next_poll: 1,
            poll_interval: PollInterval::new(),
            root_side: position.side_to_move(),
            contempt: match settings.style {
                Style::Solid => -CONTEMPT,
                Style::Normal => 0,
                Style::Risky => CONTEMPT,
            },
            last_pause: Instant::now(),
        }
    }

    /// Returns true for the main thread, which manages the time and reports.
    #[inline]
    pub fn is_main(&self) -> bool {
        self.index == 0
    }

    /// Counts a node and, every few hundred nodes or every millisecond, checks whether the search must end.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_poll { self.poll() } else { Ok(()) }
    }

    /// Enters a node: counts it, and in a PV node begins its line.
    #[inline]
    pub fn enter<const PV: bool>(&mut self, ply: usize) -> Result<(), Stopped> {
        if PV {
            self.pv.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        self.count_node()
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        self.publish();
        let mut next = self.nodes + self.poll_interval.next();
        // Every thread watches the clock: with more threads than cores the main one may have to wait.
        if self.is_answer_due() && self.time.is_over(self.elapsed()) {
            self.shared.finish();
        }
        if self.is_main() {
            if self.is_answer_due() && self.is_hit_late() {
                self.shared.finish();
            }
            if let Some(limit) = self.limits.nodes {
                let all = self.shared.nodes();
                if all >= limit {
                    self.shared.finish();
                }
                next = next.min(self.nodes + limit.saturating_sub(all).max(1));
            }
        }
        self.next_poll = next;
        // A move must have been searched before the search may end, and after a stop from outside, which may
        // come at once, the first hundreds of nodes: unless that takes too long. Helpers that have none do not
        // vote.
        let has_move =
            !self.is_main() || self.root_depth > Depth::ONE_PLY || self.root_moves[0].value > -INFINITE;
        let is_early = self.is_main() && self.nodes < STOPPED_NODES && !self.shared.is_finished();
        let is_late = self.nodes > FIRST_MOVE_NODES || self.shared.start.elapsed() > FIRST_MOVE_TIME;
        if self.shared.must_stop() && (has_move && !is_early || is_late) {
            return Err(Stopped);
        }
        self.pause();
        Ok(())
    }

    /// Returns true after a ponder hit if the search had already taken long enough.
    fn is_hit_late(&self) -> bool {
        let was_pondering = !self.shared.control.pondered_for().is_zero();
        was_pondering && (self.settled || self.time.is_target_passed(self.shared.start.elapsed()))
    }

    /// Returns the time used on the engine's clock.
    pub fn elapsed(&self) -> Duration {
        self.shared.control.elapsed_on_clock(self.shared.start)
    }

    /// Leaves the processor to other programs for a moment, if the settings say so and the clock allows.
    fn pause(&mut self) {
        let rest = match self.settings.idle {
            Amount::None => return,
            Amount::Small => 1,
            Amount::Medium => 2,
            Amount::Large => 6,
        };
        // Pauses for `rest` halves of the time worked, which uses 2/3, 1/2 or 1/4 of the processor. The
        // pauses are short, so that the thread notices a stop or the end of its time.
        let worked = self.last_pause.elapsed();
        if worked > Duration::from_millis(1) {
            let pause = (worked * rest / 2).min(LONGEST_PAUSE);
            threads::sleep(pause.min(self.time.left(self.elapsed())));
            self.last_pause = Instant::now();
        }
    }

    /// Makes a move at `ply`. Take it back before `?` passes a stop on: the position must be that of the root
    /// again when the recursion is unwound.
    #[inline]
    pub fn make_move(&mut self, mv: Move, ply: usize) {
        let moved =
            self.position.piece_on(mv.from()).map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv.to()));
        let frame = self.stack.at_mut(ply);
        frame.is_null_move = false;
        frame.moved = moved;
        self.position.make(mv, &mut self.evaluator);
    }

    /// Makes a null move at `ply`, which `unmake` of the position takes back: the evaluation has not changed.
    #[inline]
    pub fn make_null_move(&mut self, ply: usize) {
        let frame = self.stack.at_mut(ply);
        frame.is_null_move = true;
        frame.moved = PieceTo::NONE;
        self.position.make_null();
        self.shared.tt.prefetch(self.position.key());
    }

    #[inline]
    pub fn unmake_move(&mut self) {
        self.position.unmake();
        self.evaluator.pop();
    }

    /// Prefetches the transposition table's bucket of the position after `mv`: reading it takes longer than
    /// making the move.
    #[inline]
    pub fn prefetch(&self, mv: Move) {
        self.shared.tt.prefetch(self.position.key_after(mv));
    }

    /// Returns the value of a draw to the side to move: 0, or contempt.
    #[inline]
    pub fn draw_value(&self) -> Value {
        if self.position.side_to_move() == self.root_side { -self.contempt } else { self.contempt }
    }

    /// Publishes the counts of this thread.
    pub fn publish(&self) {
        self.shared.publish(self.index, self.nodes, self.tb_hits);
    }

    /// Returns the static evaluation as the transposition table keeps it, from the node's `entry` if that has
    /// it: without the damping, since rule60 is not part of the key. The endgame tables may know the position
    /// as a draw.
    #[inline]
    pub fn raw_eval(&mut self, entry: Option<TtEntry>) -> Value {
        if let Some(eval) = entry.and_then(|entry| entry.eval) {
            return eval;
        }
        let value = self.evaluator.evaluate_undamped(&self.position);
        if self.is_tb_draw() { value / TB_DRAW_SCALE } else { value }
    }

    /// Returns the static evaluation for decisions, of the position reached by the moves `keys`: with the
    /// correction history, and damped.
    #[inline]
    pub fn corrected(&self, raw_eval: Value, keys: ContinuationKeys) -> Value {
        let correction =
            if self.pruning.corrections { self.histories.corrections.get(&self.position, keys) } else { 0 };
        self.avoid_draw_value(self.settings.damped(raw_eval + correction, &self.position))
    }

    /// Evaluates the position for the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Value {
        let value = self.raw_eval(None);
        self.avoid_draw_value(self.settings.damped(value, &self.position))
    }

    /// Returns `value`, or, if it equals that of a draw, the value one unit better for the side to move at
    /// the root. The transposition table keeps no bound for a draw's value, since a draw may depend on the
    /// path; and in dead endings most positions evaluate to it. (A table kept while the root changes sides
    /// has them one unit the other way, which does no harm.)
    #[inline]
    fn avoid_draw_value(&self, value: Value) -> Value {
        if value != self.draw_value() {
            value
        } else if self.position.side_to_move() == self.root_side {
            value + 1
        } else {
            value - 1
        }
    }
}

/// Returns the value of the transposition table if its bound makes it more precise than the static evaluation
/// `eval`, otherwise `eval`. Wins and losses must be searched out, or lines would end in the middle.
#[inline]
pub fn trust_tt(eval: Value, entry: Option<TtEntry>) -> Value {
    match entry {
        Some(entry) if entry.bound.decides(entry.value, eval) && !is_decisive(entry.value) => entry.value,
        _ => eval,
    }
}

/// The counts of one thread, on a cache line of their own.
#[derive(Default)]
#[repr(align(64))]
struct Counter {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// The state that the threads of one search share.
pub struct Shared<'a> {
    pub tt: &'a TranspositionTable,
    pub control: &'a Control,
    /// The search is over, for whatever reason.
    finished: AtomicBool,
    /// One for each thread, and a last one for the work on the request before the threads began.
    counters: Vec<Counter>,
    pub start: Instant,
}

impl<'a> Shared<'a> {
    pub fn new(tt: &'a TranspositionTable, control: &'a Control, threads: usize, start: Instant) -> Self {
        let counters = (0..=threads).map(|_| Counter::default()).collect();
        Self { tt, control, finished: AtomicBool::new(false), counters, start }
    }

    /// Publishes a thread's counts.
    #[inline]
    pub fn publish(&self, thread: usize, nodes: u64, tb_hits: u64) {
        let counter = &self.counters[thread];
        counter.nodes.store(nodes, Ordering::Relaxed);
        counter.tb_hits.store(tb_hits, Ordering::Relaxed);
    }

    /// All nodes of the request, as last published.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.nodes.load(Ordering::Relaxed)).sum()
    }

    /// All positions that the endgame tables knew, as last published.
    pub fn tb_hits(&self) -> u64 {
        self.counters.iter().map(|counter| counter.tb_hits.load(Ordering::Relaxed)).sum()
    }

    /// Returns true once the search is over or was stopped from outside.
    #[inline]
    pub fn must_stop(&self) -> bool {
        self.is_finished() || self.control.poll()
    }

    /// Returns true once the search is over by itself.
    #[inline]
    pub fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }

    /// Ends the search for all threads.
    #[inline]
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::fixture::on_worker_with;
    use super::*;

    #[test]
    fn a_search_ends_in_time_although_its_nodes_are_slow() {
        let (time, node) = (Duration::from_millis(100), Duration::from_millis(2));
        on_worker_with("3k5/9/9/9/9/9/9/9/4R4/4K4 w", &Limits::movetime(time), |worker| {
            while worker.count_node().is_ok() {
                std::thread::sleep(node);
            }
            let nodes = worker.nodes;
            assert!(nodes <= 60, "{nodes} nodes of {node:?} in {time:?}");
        });
    }
}

/// For unit tests: a search thread on a position, without a search around it.
#[cfg(test)]
pub mod fixture {
    use super::*;
    use crate::search::root::root_moves;

    /// Depth of the iteration that the thread is in.
    pub const ROOT_DEPTH: Depth = Depth::plies(8);

    /// Runs `test` on a thread with an empty table and empty histories, in an iteration of [`ROOT_DEPTH`].
    #[track_caller]
    pub fn on_worker<T>(fen: &str, test: impl FnOnce(&mut Worker<'_>) -> T) -> T {
        on_worker_with(fen, &Limits::default(), test)
    }

    /// [`on_worker`] within limits, counted from now.
    #[track_caller]
    pub fn on_worker_with<T>(fen: &str, limits: &Limits, test: impl FnOnce(&mut Worker<'_>) -> T) -> T {
        let position = Position::from_fen(fen).expect("the test's FEN is good");
        let settings = Settings::default();
        let request = Request { position: &position, limits, settings: &settings };
        let (tt, control) = (TranspositionTable::new(1), Control::default());
        let shared = Shared::new(&tt, &control, 1, Instant::now());
        let mut histories = Histories::new();
        let mut worker = Worker::new(0, &shared, request, root_moves(request), &mut histories);
        worker.root_depth = ROOT_DEPTH;
        test(&mut worker)
    }
}
