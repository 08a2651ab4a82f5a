// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lazy SMP: all threads search the same root and share only the transposition table, through which they pass
//! each other cutoffs and good moves. Each thread keeps its histories, faded, from search to search. At the
//! end the threads vote.

use super::control::Control;
use super::history::Histories;
use super::info::Listener;
use super::limits::Request;
use super::root::RootMove;
use super::worker::Worker;
use crate::threads::{self, Shortage};
use crate::tt::TranspositionTable;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;
use xiangqi::types::value::is_decisive;
use xiangqi::types::{Move, Value};

/// The histories of the search threads.
#[derive(Default)]
pub struct ThreadPool {
    histories: Vec<Box<Histories>>,
    /// The last shortage of threads that was reported: wanted and running ones.
    reported: Option<(usize, usize)>,
}

/// The result of one thread.
pub struct ThreadResult {
    /// The best root move.
    pub best: RootMove,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
}

impl ThreadPool {
    /// Allocates histories for `threads` threads, limited to those that help on this machine.
    pub fn prepare(&mut self, threads: usize) {
        self.histories.resize_with(threads::useful(threads), Histories::new);
    }

    /// Clears all histories, with `threads` threads.
    pub fn clear(&mut self, threads: usize) {
        threads::run(threads, &mut self.histories, |histories| histories.clear(), |_| ());
    }

    /// Runs one worker for each thread of the request, the first one on this thread, and returns the result
    /// that they agree on. The search goes on without the threads that cannot be started.
    pub fn search(
        &mut self,
        request: Request<'_>,
        shared: &Shared<'_>,
        moves: &[RootMove],
        listener: &mut dyn Listener,
    ) -> ThreadResult {
        let wanted = request.settings.threads.max(1);
        self.prepare(wanted);
        for histories in &mut self.histories {
            histories.fade();
        }
        let mut histories = self.histories.iter_mut();
        let main = histories.next().expect("there is at least one thread");
        let reported = &mut self.reported;

        let mut results = thread::scope(|scope| {
            let helpers = histories.enumerate().map(|(index, histories)| {
                let moves = moves.to_vec();
                move || run(Worker::new(1 + index, shared, request, moves, histories))
            });
            let (helpers, refusal) = threads::start(scope, helpers);
            let shortage = Shortage::of(wanted, 1 + helpers.len(), refusal);
            report_once(reported, shortage, listener);
            let mut worker = Worker::new(0, shared, request, moves.to_vec(), main);
            worker.listener = Some(listener);
            let mut results = vec![run(worker)];
            results.extend(
                helpers.into_iter().map(|helper| helper.join().expect("search threads do not panic")),
            );
            results
        });

        let chosen = if request.settings.multi_pv > 1 { 0 } else { vote(&results) };
        results.swap_remove(chosen)
    }
}

/// Reports a shortage of threads, unless the last search had the same.
fn report_once(
    reported: &mut Option<(usize, usize)>,
    shortage: Option<Shortage>,
    listener: &mut dyn Listener,
) {
    let numbers = shortage.as_ref().map(Shortage::numbers);
    if let Some(shortage) = shortage.filter(|_| numbers != *reported) {
        let warning = shortage.to_string();
        log::warn!("{warning}");
        listener.on_warning(&warning);
    }
    *reported = numbers;
}

fn run(mut worker: Worker<'_>) -> ThreadResult {
    let root = worker.position.key();
    let depth = worker.iterative_deepening();
    debug_assert_eq!(worker.position.key(), root, "every move is taken back, also after a stop");
    worker.publish();
    ThreadResult { best: worker.root_moves.swap_remove(0), depth }
}

/// Returns the index of the thread whose move wins the vote. Each thread votes with its depth and with how
/// far its value lies above the lowest value of all. A proven win outvotes everything; a proven loss is
/// believed only if all threads agree.
fn vote(results: &[ThreadResult]) -> usize {
    let finished = || results.iter().filter(|result| result.depth > 0);
    let worst = finished().map(|result| result.best.value).min().unwrap_or(0);
    let weight = |result: &ThreadResult| i64::from(result.best.value - worst + 14) * i64::from(result.depth);
    let votes = |mv: Move| -> i64 { finished().filter(|other| other.best.mv == mv).map(weight).sum() };
    let decisive = |value: Value| if is_decisive(value) { value } else { 0 };
    let rank = |result: &ThreadResult| (decisive(result.best.value), votes(result.best.mv), weight(result));
    let mut chosen = 0;
    for (index, candidate) in results.iter().enumerate() {
        if candidate.depth > 0 && rank(candidate) > rank(&results[chosen]) {
            chosen = index;
        }
    }
    chosen
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
        self.finished.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Ends the search for all threads.
    #[inline]
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }
}
