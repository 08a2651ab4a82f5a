// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lazy SMP: all threads search the same root and share only the transposition table, through which they pass
//! each other cutoffs and good moves. Each thread keeps its histories, faded, from search to search. At the
//! end the threads vote.

use super::order::Histories;
use super::report::Listener;
use super::request::Request;
use super::root_move::RootMove;
use super::shared::Shared;
use super::worker::Worker;
use crate::threads::{self, Shortage};
use crate::types::value::is_decisive;
use crate::types::{Move, Value};
use std::thread;

/// The histories of the search threads.
#[derive(Default)]
pub struct Pool {
    histories: Vec<Box<Histories>>,
    /// The last shortage of threads that was reported: wanted and running ones.
    reported: Option<(usize, usize)>,
}

/// The result of one thread.
pub struct Conclusion {
    /// The best root move.
    pub best: RootMove,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
}

impl Pool {
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
    ) -> Conclusion {
        let wanted = request.settings.threads.max(1);
        self.prepare(wanted);
        for histories in &mut self.histories {
            histories.fade();
        }
        let mut histories = self.histories.iter_mut();
        let main = histories.next().expect("there is at least one thread");
        let reported = &mut self.reported;

        let mut conclusions = thread::scope(|scope| {
            let helpers = histories.enumerate().map(|(index, histories)| {
                let moves = moves.to_vec();
                move || conclude(Worker::new(1 + index, shared, request, moves, histories))
            });
            let (helpers, refusal) = threads::start(scope, helpers);
            let shortage = Shortage::of(wanted, 1 + helpers.len(), refusal);
            report_once(reported, shortage, listener);
            let mut worker = Worker::new(0, shared, request, moves.to_vec(), main);
            worker.listener = Some(listener);
            let mut conclusions = vec![conclude(worker)];
            conclusions.extend(
                helpers.into_iter().map(|helper| helper.join().expect("search threads do not panic")),
            );
            conclusions
        });

        let chosen = if request.settings.multi_pv > 1 { 0 } else { vote(&conclusions) };
        conclusions.swap_remove(chosen)
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

fn conclude(mut worker: Worker<'_>) -> Conclusion {
    let root = worker.position.key();
    let depth = worker.deepen();
    debug_assert_eq!(worker.position.key(), root, "every move is taken back, also after a stop");
    worker.publish();
    Conclusion { best: worker.root_moves.swap_remove(0), depth }
}

/// Returns the index of the thread whose move wins the vote. Each thread votes with its depth and with how
/// far its value lies above the lowest value of all. A proven win outvotes everything; a proven loss is
/// believed only if all threads agree.
fn vote(conclusions: &[Conclusion]) -> usize {
    let finished = || conclusions.iter().filter(|conclusion| conclusion.depth > 0);
    let worst = finished().map(|conclusion| conclusion.best.value).min().unwrap_or(0);
    let weight =
        |conclusion: &Conclusion| i64::from(conclusion.best.value - worst + 14) * i64::from(conclusion.depth);
    let votes = |mv: Move| -> i64 { finished().filter(|other| other.best.mv == mv).map(weight).sum() };
    let decisive = |value: Value| if is_decisive(value) { value } else { 0 };
    let rank = |conclusion: &Conclusion| {
        (decisive(conclusion.best.value), votes(conclusion.best.mv), weight(conclusion))
    };
    let mut chosen = 0;
    for (index, candidate) in conclusions.iter().enumerate() {
        if candidate.depth > 0 && rank(candidate) > rank(&conclusions[chosen]) {
            chosen = index;
        }
    }
    chosen
}
