// SPDX-License-Identifier: MIT OR Apache-2.0
//! A worker: searches one position after another.

use super::answer::{self, Sources, Subject};
use super::outbox::Outbox;
use super::query::Query;
use super::schedule::{Ending, Job, Progress, Schedule};
use crate::search::{Limits, Listener, Request, SearchInfo, SearchResult, Searcher, Settings};
use crate::tt::TranspositionTable;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Nodes per millisecond that no thread exceeds.
const NODES_PER_MS: u64 = 5000;

/// The state that all workers use.
pub struct Shared<W> {
    pub schedule: Schedule,
    pub outbox: Outbox<W>,
    /// The settings of queries that do not say otherwise.
    pub settings: Settings,
    pub sources: Sources,
    /// Size of the table of a search, in MiB.
    pub hash_mb: usize,
    /// The table that all searches share, if they do.
    pub table: Option<Mutex<Arc<TranspositionTable>>>,
    /// The error that ended the input early.
    pub input_error: Mutex<Option<io::Error>>,
}

/// Collects the latest report on each line.
#[derive(Default)]
struct Collector {
    reports: Vec<SearchInfo>,
    /// Where the reporter finds them too.
    progress: Option<Progress>,
}

impl Listener for Collector {
    fn on_info(&mut self, info: &SearchInfo) {
        answer::keep_latest(&mut self.reports, info);
        if let Some(progress) = &self.progress {
            progress.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&self.reports);
        }
    }
}

/// Works until there are no more jobs.
pub fn work<W: Write>(shared: &Shared<W>, index: usize) {
    let Shared { schedule, outbox, .. } = shared;
    let mut searcher = Searcher::idle();
    let control = Arc::clone(searcher.control());
    while let Some((job, progress)) = schedule.take(index, &control, || outbox.awaited()) {
        let position = job.query.position(job.turn());
        let subject = Subject { query: &job.query, turn: job.turn(), position: &position };
        let settings = shared.settings_for(&job.query);
        let (line, ending) = if let Some(line) = subject.game_over(&shared.sources, &settings) {
            (line, schedule.end(index))
        } else {
            let mut collector = Collector { reports: Vec::new(), progress };
            let result = shared.search(&mut searcher, &subject, &settings, &mut collector);
            let ending = schedule.end(index);
            let (reports, is_terminated) = (&collector.reports, ending == Ending::Terminated);
            (subject.answer(&result, reports, is_terminated, &shared.sources, &settings), ending)
        };
        if ending != Ending::Abandoned {
            shared.deliver(&job, line);
        }
    }
}

impl<W: Write> Shared<W> {
    fn settings_for(&self, query: &Query) -> Settings {
        let Query { multi_pv, rules, draw_plies, .. } = *query;
        Settings { multi_pv, rules, draw_plies, ..self.settings.clone() }
    }

    fn search(
        &self,
        searcher: &mut Searcher,
        subject: &Subject<'_>,
        settings: &Settings,
        collector: &mut Collector,
    ) -> SearchResult {
        let limits = &subject.query.limits;
        match &self.table {
            // Under other rules positions have other values.
            Some(table) if settings.agree_on_values_with(&self.settings) => {
                searcher.share_tt(&table.lock().unwrap_or_else(PoisonError::into_inner));
            }
            _ => searcher.clear_for(most_nodes(limits, settings), self.hash_mb),
        }
        searcher.search(Request { position: subject.position, limits, settings }, collector)
    }

    /// Writes an answer; an output that fails ends the session.
    pub fn deliver(&self, job: &Job, line: String) {
        if !self.outbox.put(job.place, line, job.is_last()) {
            self.schedule.stop();
        }
        self.schedule.count(job, self.outbox.written_in_order());
    }
}

/// Returns about the largest number of nodes that a search within these limits visits, for the size of its
/// table; `None` without a limit. To clear a large table costs more than a short search.
fn most_nodes(limits: &Limits, settings: &Settings) -> Option<u64> {
    let in_time = |time: Duration| {
        let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        milliseconds.saturating_mul(NODES_PER_MS).saturating_mul(settings.threads as u64)
    };
    // On average about a third of this, growing by a factor of 1.6 to 1.7 per ply.
    let to_depth = |depth: u32| {
        let one_line = 1u64.checked_shl(8 + depth.saturating_mul(3) / 4).unwrap_or(u64::MAX);
        one_line.saturating_mul(settings.multi_pv as u64)
    };
    [limits.nodes, limits.movetime.map(in_time), limits.depth.map(to_depth)].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_limit_counts() {
        let settings = Settings { multi_pv: 2, ..Settings::default() };
        let limits = |depth, nodes, ms: Option<u64>| {
            let movetime = ms.map(Duration::from_millis);
            most_nodes(&Limits { depth, nodes, movetime, ..Limits::default() }, &settings)
        };
        assert_eq!(limits(None, None, None), None);
        assert_eq!(limits(None, Some(700), None), Some(700));
        assert_eq!(limits(Some(8), Some(1_000_000), None), Some(2 << 14));
        assert_eq!(limits(Some(100), None, Some(10)), Some(50_000));
        assert_eq!(limits(Some(100), None, Some(u64::MAX)), Some(u64::MAX));
    }
}
