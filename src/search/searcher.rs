// SPDX-License-Identifier: MIT OR Apache-2.0
//! The searcher: transposition table, histories and control, and one search at a time on them.
//!
//! Lazy SMP: all threads search the same root and share only the transposition table, through which they pass
//! each other cutoffs and good moves. Each thread keeps its histories, faded, from search to search. At the
//! end the threads vote.

use super::control::Control;
use super::history::Histories;
use super::info::{Listener, SearchInfo, SearchResult};
use super::limits::Request;
use super::mate::{MateSearch, remaining, search_mate};
use super::root::{RootMove, root_moves};
use super::tb::{TbLine, tb_root_probe};
use super::worker::{Shared, Worker};
use crate::threads::{self, Shortage};
use crate::time::Instant;
use crate::tt::{TranspositionTable, WarmUp};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use xiangqi::position::Position;
use xiangqi::types::value::{is_decisive, mated_in};
use xiangqi::types::{Move, Value};

/// A larger table in MiB is not cleared but replaced: the system has a new one at hand at once.
const CLEARED_MB: usize = 256;

/// Owns everything that a search needs and that outlives it. Used by the engine and by self-play.
pub struct Searcher {
    tt: Arc<TranspositionTable>,
    warm_up: WarmUp,
    control: Arc<Control>,
    /// Those of each thread.
    histories: Vec<Box<Histories>>,
    /// The last shortage of threads that was reported: wanted and running ones.
    reported_shortage: Option<(usize, usize)>,
}

/// The result of one thread.
pub struct ThreadResult {
    /// The best root move.
    pub best: RootMove,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
}

impl Searcher {
    /// Creates a searcher for one thread, without a table.
    pub fn idle() -> Self {
        Self {
            tt: Arc::default(),
            warm_up: WarmUp::default(),
            control: Arc::default(),
            histories: vec![Histories::new()],
            reported_shortage: None,
        }
    }

    /// Creates a searcher with a table of `hash_mb` MiB, for one thread.
    pub fn new(hash_mb: usize) -> Self {
        let mut searcher = Self::idle();
        searcher.replace_tt(|| hash_mb);
        searcher
    }

    /// Replaces the table by one of `megabytes()` MiB. The old one goes first, so that its memory is
    /// available to the new one.
    fn replace_tt(&mut self, megabytes: impl FnOnce() -> usize) {
        self.warm_up = WarmUp::default();
        self.tt = Arc::default();
        self.tt = Arc::new(TranspositionTable::new(megabytes()));
        self.warm_up = WarmUp::start(&self.tt);
    }

    /// Waits until the memory of the table is in use, but not longer than `most`.
    pub fn wait_for_warm_up(&self, most: Duration) {
        self.warm_up.wait(most);
    }

    /// The transposition table, for reading.
    pub fn tt(&self) -> &TranspositionTable {
        &self.tt
    }

    /// The control, through which other threads stop the search.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// Allocates the histories of `threads` threads, limited to those that help on this machine, ahead of a
    /// search.
    pub fn prepare(&mut self, threads: usize) {
        self.histories.resize_with(threads::useful(threads), Histories::new);
    }

    /// Gives the table a new size in MiB and empties it, with `threads` threads. Returns the new size:
    /// the size asked for, limited by `affordable` and by the memory.
    pub fn resize_tt(
        &mut self,
        megabytes: usize,
        threads: usize,
        affordable: impl FnOnce(usize) -> usize,
    ) -> usize {
        if self.tt.megabytes() == megabytes {
            self.clear_tt(threads);
        } else {
            self.replace_tt(|| affordable(megabytes));
        }
        self.tt.megabytes()
    }

    /// Clears the table, with `threads` threads, and all histories.
    pub fn clear(&mut self, threads: usize) {
        self.clear_tt(threads);
        self.clear_histories(threads);
    }

    fn clear_tt(&mut self, threads: usize) {
        if !self.tt.is_used() {
            return; // The warm-up may go on.
        }
        let megabytes = self.tt.megabytes();
        if megabytes > CLEARED_MB {
            self.replace_tt(|| megabytes);
        } else {
            self.warm_up = WarmUp::default();
            Arc::get_mut(&mut self.tt).expect("no search is running").clear(threads);
        }
    }

    fn clear_histories(&mut self, threads: usize) {
        threads::run(threads, &mut self.histories, |histories| histories.clear(), |_| ());
    }

    /// Lends the searcher to a search in the background: returns one with the same table and control and with
    /// the histories and the warm-up. Put it back in place of this one when the search has ended; until then do
    /// not search or clear here.
    #[must_use]
    pub fn lend(&mut self) -> Self {
        Self {
            tt: Arc::clone(&self.tt),
            warm_up: std::mem::take(&mut self.warm_up),
            control: Arc::clone(&self.control),
            histories: std::mem::take(&mut self.histories),
            reported_shortage: self.reported_shortage,
        }
    }

    /// Returns a searcher with an empty table of its own of `hash_mb` MiB, which obeys the same control.
    #[must_use]
    pub fn beside(&self, hash_mb: usize) -> Self {
        Self { control: Arc::clone(&self.control), ..Self::new(hash_mb) }
    }

    /// Begins a search whose `go` was read at `now`: from here on a stop or a ponder hit applies to it.
    pub fn begin(&self, pondering: bool, now: Instant) {
        self.control.begin(pondering, now);
    }

    /// Runs the search that was [begun](Self::begin) and returns its result. Progress goes to `listener`.
    pub fn think(&mut self, request: Request<'_>, listener: &mut dyn Listener) -> SearchResult {
        let start = self.control.start();
        let mut moves = root_moves(request);
        if moves.is_empty() || request.limits.depth == Some(0) {
            return without_search(request, start);
        }
        let mut tb_root_hits = 0;
        if let Some(lines) = tb_root_probe(request, &mut moves, &mut tb_root_hits) {
            return tb_root_result(&lines, tb_root_hits, start, listener);
        }
        let mate = request
            .limits
            .mate
            .map(|most| search_mate(request, most, &moves, &self.control, &self.tt, listener));
        if let Some(MateSearch { result: Some(result), .. }) = mate {
            return result;
        }
        let limits = mate.as_ref().map(|mate| remaining(request.limits, mate));
        let request = Request { limits: limits.as_ref().unwrap_or(request.limits), ..request };
        // One worker for each thread, the first one on this thread. The search goes on without the threads
        // that cannot be started.
        let wanted = request.settings.threads.max(1);
        self.prepare(wanted);
        self.tt.new_search();
        let Self { tt, control, histories, reported_shortage, .. } = self;
        let shared = Shared::new(tt, control, histories.len(), start);
        shared.publish(histories.len(), mate.as_ref().map_or(0, |mate| mate.nodes), tb_root_hits);
        let (main, others) = histories.split_first_mut().expect("there is at least one thread");
        let mut results = thread::scope(|scope| {
            let helpers = (1..).zip(others).map(|(index, histories)| {
                let (shared, moves) = (&shared, moves.clone());
                move || Worker::new(index, shared, request, moves, histories).iterative_deepening()
            });
            let (helpers, refusal) = threads::start(scope, helpers);
            report_once(reported_shortage, Shortage::of(wanted, 1 + helpers.len(), refusal), listener);
            let mut worker = Worker::new(0, &shared, request, moves.clone(), main);
            worker.listener = Some(listener);
            let mut results = vec![worker.iterative_deepening()];
            results.extend(
                helpers.into_iter().map(|helper| helper.join().expect("search threads do not panic")),
            );
            results
        });
        let chosen = if request.settings.multi_pv > 1 { 0 } else { vote(&results) };
        let ThreadResult { best, depth } = results.swap_remove(chosen);
        SearchResult {
            ponder: ponder_move(request.position, &best.pv, tt),
            nodes: shared.nodes(),
            tb_hits: shared.tb_hits(),
            time: start.elapsed(),
            mate_verdict: mate.map(|mate| mate.verdict),
            ..SearchResult::new(depth, best.value, best.pv)
        }
    }
}

/// Searchers of a program that runs many searches at a time.
impl Searcher {
    /// Clears everything for a search of up to `nodes` nodes, on a table of its own of a size for it, up to
    /// `megabytes` MiB; without a number of nodes on one of `megabytes` MiB.
    pub fn clear_for(&mut self, nodes: Option<u64>, megabytes: usize) {
        let nodes = nodes.unwrap_or(u64::MAX);
        match Arc::get_mut(&mut self.tt) {
            Some(tt) if tt.fits(nodes, megabytes) => tt.clear(1),
            _ => {
                self.tt = Arc::default();
                self.tt = Arc::new(TranspositionTable::for_nodes(nodes, megabytes));
            }
        }
        self.clear_histories(1);
    }

    /// Uses a table that other searchers share, and clears the histories.
    pub fn share_tt(&mut self, tt: &Arc<TranspositionTable>) {
        self.tt = Arc::clone(tt);
        self.clear_histories(1);
    }
}

/// The result where there is no move to consider, or where no search is asked for (depth 0).
fn without_search(request: Request<'_>, start: Instant) -> SearchResult {
    let Request { position, settings, .. } = request;
    let value = if position.has_legal_move() { settings.evaluate(position) } else { mated_in(0) };
    SearchResult { time: start.elapsed(), ..SearchResult::new(0, value, Vec::new()) }
}

/// Reports the lines of the endgame tables and returns the best one as the result.
fn tb_root_result(
    lines: &[TbLine],
    tb_hits: u64,
    start: Instant,
    listener: &mut dyn Listener,
) -> SearchResult {
    for (multi_pv, line) in (1..).zip(lines) {
        let info = SearchInfo::new(line.plies(), line.value, line.pv.clone());
        listener.on_info(&SearchInfo { multi_pv, time: start.elapsed(), tb_hits, ..info });
    }
    let best = &lines[0];
    let result = SearchResult::new(best.plies(), best.value, best.pv.clone());
    SearchResult { tb_hits, time: start.elapsed(), ..result }
}

/// The expected reply: from the principal variation, or from the table if the line ends with the best move.
fn ponder_move(position: &Position, pv: &[Move], tt: &TranspositionTable) -> Option<Move> {
    let after = position.after(*pv.first()?);
    let reply = pv.get(1).copied().or_else(|| tt.probe(after.key())?.mv)?;
    after.is_legal(reply).then_some(reply)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_table_is_freed_before_memory_for_the_new_one_is_measured() {
        let mut searcher = Searcher::new(3);
        let old = Arc::downgrade(&searcher.tt);
        let is_freed = |_| if old.upgrade().is_none() { 2 } else { 1 };
        assert_eq!(searcher.resize_tt(4, 1, is_freed), 2);
        assert_eq!(searcher.resize_tt(2, 1, |_| unreachable!("the size stays the same")), 2);
    }
}
