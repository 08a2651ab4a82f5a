// SPDX-License-Identifier: MIT OR Apache-2.0
//! A worker: searches one position after another.

use super::answer::{self, Sources, Subject};
use super::outbox::Outbox;
use super::query::Query;
use super::schedule::{Ending, Job, Progress, Schedule};
use crate::search::{Listener, Request, SearchInfo, SearchResult, Searcher, Settings};
use crate::tt::TranspositionTable;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

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
                searcher.share(&table.lock().unwrap_or_else(PoisonError::into_inner));
            }
            _ => searcher.clear_for(limits.nodes, self.hash_mb),
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
