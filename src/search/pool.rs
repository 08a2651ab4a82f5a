// SPDX-License-Identifier: MIT OR Apache-2.0
//! Lazy SMP: all threads search the same root and share nothing but the table, through which they hand each other
//! cutoffs and good moves. The histories of each thread outlive the search.

use super::order::Histories;
use super::report::{Listener, SearchResult};
use super::request::{Limits, Settings};
use super::root::{RootMove, root_moves};
use super::shared::{Control, Shared};
use super::worker::Worker;
use crate::position::Position;
use crate::tt::TranspositionTable;
use crate::types::value::{is_decisive, mated_in};
use crate::types::{Move, Value};
use std::thread;
use std::time::Instant;

/// The threads' memories.
#[derive(Default)]
pub(crate) struct Pool {
    histories: Vec<Box<Histories>>,
}

/// One thread's conclusion.
struct Conclusion {
    best: RootMove,
    depth: u32,
}

impl Pool {
    /// Makes room for this many threads.
    pub(crate) fn prepare(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), Histories::new);
    }

    /// Forgets everything learned.
    pub(crate) fn clear(&mut self) {
        for histories in &mut self.histories {
            histories.clear();
        }
    }

    /// Searches `position`. The clock has run since `start`.
    pub(crate) fn search(
        &mut self,
        (position, limits, settings): (&Position, &Limits, &Settings),
        table: &TranspositionTable,
        (control, start): (&Control, Instant),
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let moves = root_moves(position, limits, settings);
        if moves.is_empty() || limits.depth == Some(0) {
            return no_search(position, settings, start);
        }
        table.new_search();
        let threads = settings.threads.max(1);
        self.prepare(threads);
        let shared = Shared::new(table, control, threads, start);
        let request = (position, limits, settings);
        let mut histories = self.histories.iter_mut();
        let main = histories.next().expect("there is at least one thread");

        let conclusions = thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(histories)
                .take(threads - 1)
                .map(|(index, histories)| {
                    let (shared, moves) = (&shared, moves.clone());
                    scope.spawn(move || conclude(Worker::new(index, shared, request, moves, histories)))
                })
                .collect();
            let mut worker = Worker::new(0, &shared, request, moves.clone(), main);
            worker.listener = Some(listener);
            let mut conclusions = vec![conclude(worker)];
            conclusions.extend(
                helpers.into_iter().map(|helper| helper.join().expect("search threads do not panic")),
            );
            conclusions
        });

        let chosen = if settings.multi_pv > 1 { &conclusions[0] } else { vote(&conclusions) };
        let pv = chosen.best.pv.clone();
        SearchResult {
            best_move: Some(chosen.best.mv),
            ponder: ponder_move(position, &pv, table),
            value: chosen.best.value,
            score: chosen.best.value.into(),
            depth: chosen.depth,
            nodes: shared.nodes(),
            time: start.elapsed(),
            pv,
        }
    }
}

fn conclude(mut worker: Worker<'_>) -> Conclusion {
    let depth = worker.deepen();
    worker.shared.set_nodes(worker.index, worker.nodes);
    Conclusion { best: worker.root_moves.swap_remove(0), depth }
}

/// The side to move has no move to consider (or none is asked for): nothing is searched.
fn no_search(position: &Position, settings: &Settings, start: Instant) -> SearchResult {
    let value =
        if position.has_legal_move() { settings.evaluator(position).evaluate(position) } else { mated_in(0) };
    SearchResult {
        best_move: None,
        ponder: None,
        value,
        score: value.into(),
        depth: 0,
        nodes: 0,
        time: start.elapsed(),
        pv: Vec::new(),
    }
}

/// The threads vote on the move: each with its depth and with how much better it thinks its move than the worst
/// opinion. A proven win outvotes all, and a proven loss is believed only if nobody sees a way out.
fn vote(conclusions: &[Conclusion]) -> &Conclusion {
    let finished = || conclusions.iter().filter(|conclusion| conclusion.depth > 0);
    let worst = finished().map(|conclusion| conclusion.best.value).min().unwrap_or(0);
    let weight =
        |conclusion: &Conclusion| i64::from(conclusion.best.value - worst + 14) * i64::from(conclusion.depth);
    let votes = |mv: Move| -> i64 { finished().filter(|other| other.best.mv == mv).map(weight).sum() };
    let decisive = |value: Value| if is_decisive(value) { value } else { 0 };
    let mut chosen = &conclusions[0];
    for candidate in finished() {
        let rank = |conclusion: &Conclusion| {
            (decisive(conclusion.best.value), votes(conclusion.best.mv), weight(conclusion))
        };
        if rank(candidate) > rank(chosen) {
            chosen = candidate;
        }
    }
    chosen
}

/// The expected reply: from the line, or from the table if the line ends with the best move.
fn ponder_move(position: &Position, pv: &[Move], table: &TranspositionTable) -> Option<Move> {
    let after = position.after(*pv.first()?);
    let reply = pv.get(1).copied().or_else(|| table.probe(after.key())?.mv)?;
    after.is_legal(reply).then_some(reply)
}
