// SPDX-License-Identifier: MIT OR Apache-2.0
//! A session: the reader, the workers and the reporter, from the first query to the last answer.

use super::answer::{self, Sources, Subject};
use super::outbox::{Answered, Outbox};
use super::query::{Action, ActionKind, Query, Request, RequestError};
use super::schedule::{DueReport, Ending, Job, Progress, Schedule};
use chuhe::book::Books;
use chuhe::search::{self, Limits, Lines, Listener, SearchInfo, SearchResult, Searcher, Settings};
use chuhe::tb::Tablebase;
use chuhe::threads::{self, Shortage};
use chuhe::tt::TranspositionTable;
use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use xiangqi::bounded;

/// Longest line of the input, in bytes: a game of some ten thousand moves.
const MAX_LINE: u64 = 1 << 16;

/// Some programs begin their files with it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The configuration of a session.
pub struct AnalysisConfig {
    /// Number of positions that are searched at a time.
    pub threads: usize,
    /// Settings of all searches, with the number of threads of each.
    pub settings: Settings,
    /// Limits of the queries that have none.
    pub limits: Limits,
    /// Largest size of the table of a search, or the size of the shared one, in MiB.
    pub hash_mb: usize,
    /// All searches share one table: faster for positions of one game, but not reproducible.
    pub is_hash_shared: bool,
    /// Number of queries without a complete answer at which reading stops.
    pub max_pending: u64,
    /// Answer in the order of the queries.
    pub is_in_order: bool,
    /// Books for queries that ask for book moves.
    pub books: Books,
    /// Endgame tables for queries that ask for them.
    pub tables: Option<Arc<Tablebase>>,
    /// Positions that need no answer.
    pub answered: Answered,
}

/// The end of a session.
#[derive(Debug)]
pub struct SessionSummary {
    /// Number of positions that were answered.
    pub answered: usize,
    /// The session was stopped before all queries were answered.
    pub is_stopped: bool,
    /// The error that kept the input from being read to its end.
    pub input_error: Option<io::Error>,
}

/// A session, which other threads can stop.
pub struct Session<W> {
    shared: Arc<Shared<W>>,
    threads: usize,
    limits: Limits,
    answered: Answered,
}

impl<W: Write + Send + 'static> Session<W> {
    /// Creates a session that writes to `output`.
    pub fn new(config: AnalysisConfig, output: W) -> Self {
        let threads = threads::useful(config.threads);
        let table =
            config.is_hash_shared.then(|| Mutex::new(Arc::new(TranspositionTable::new(config.hash_mb))));
        let shared = Shared {
            schedule: Schedule::new(threads, config.max_pending),
            outbox: Outbox::new(output, config.is_in_order),
            settings: config.settings,
            sources: Sources { books: config.books, tables: config.tables },
            hash_mb: config.hash_mb,
            table,
            input_error: Mutex::default(),
        };
        Self { shared: Arc::new(shared), threads, limits: config.limits, answered: config.answered }
    }

    /// Returns a function that stops the session from another thread: running searches end without an answer.
    pub fn stopper(&self) -> impl Fn() + Send + 'static {
        let shared = Arc::clone(&self.shared);
        move || shared.schedule.stop()
    }

    /// Reads queries from `input` and answers them, until all are answered or the session is stopped. The
    /// thread that reads may outlive the session if the input is neither closed nor written to.
    ///
    /// # Errors
    /// If the output cannot be written, or no thread can be started.
    pub fn run(self, input: impl BufRead + Send + 'static) -> io::Result<SessionSummary> {
        let Self { shared, threads, limits, answered } = self;
        let reader = Reader { shared: Arc::clone(&shared), limits, answered };
        thread::Builder::new().name("reader".to_owned()).spawn(move || reader.read_all(input))?;
        let schedule = &shared.schedule;
        thread::scope(|scope| {
            let workers = (0..threads).map(|index| {
                let shared = &shared;
                move || work(shared, index)
            });
            let (workers, refusal) = threads::start(scope, workers);
            if let Some(shortage) = Shortage::of(threads, workers.len().max(1), refusal) {
                log::warn!("{shortage}");
            }
            if workers.is_empty() {
                work(&shared, 0);
            }
            schedule.report(|due| shared.report(&due));
        });
        let (answered, is_stopped) = schedule.summary();
        shared.outbox.take_error()?;
        let input_error = shared.input_error.lock().expect("no thread panics").take();
        Ok(SessionSummary { answered, is_stopped, input_error })
    }
}

impl<W: Write> Shared<W> {
    /// Writes the report of a running search.
    fn report(&self, DueReport { job, progress }: &DueReport<'_>) {
        let position = job.query.position(job.turn());
        let subject = Subject { query: &job.query, turn: job.turn(), position: &position };
        let lines = progress.lock().expect("no thread panics");
        if let Some(line) = subject.report(&lines) {
            // The answer will notice an output that fails.
            self.outbox.put_now(&line);
        }
    }

    /// Writes the only line of a request that is not searched.
    fn reply(&self, number: u64, line: String) {
        if !self.outbox.put((number, 0), line, true) {
            self.schedule.stop();
        }
        self.schedule.count_request(self.outbox.written_in_order());
    }

    fn act(&self, number: u64, action: &Action) {
        let (waiting, stopped) = match &action.kind {
            ActionKind::Terminate(id) => self.schedule.terminate(|query| query.id == *id),
            ActionKind::TerminateAll => self.schedule.terminate(|_| true),
            ActionKind::Version => (Vec::new(), 0),
            ActionKind::ClearCache => {
                if let Some(table) = &self.table {
                    // Running searches keep the old one.
                    let fresh = Arc::new(TranspositionTable::new(self.hash_mb));
                    *table.lock().expect("no thread panics") = fresh;
                }
                (Vec::new(), 0)
            }
        };
        self.reply(number, answer::echo(action, stopped));
        for job in waiting {
            self.deliver(&job, answer::not_begun(&job.query.id, job.turn()));
        }
    }
}

/// Turns the lines of the input into requests.
struct Reader<W> {
    shared: Arc<Shared<W>>,
    limits: Limits,
    answered: Answered,
}

impl<W: Write> Reader<W> {
    fn read_all(self, mut input: impl BufRead) {
        let schedule = &self.shared.schedule;
        let mut line = Vec::new();
        for line_number in 1.. {
            let request = match read_line(&mut input, &mut line) {
                Ok(false) => break,
                Ok(true) => {
                    let text = if line_number == 1 { line.strip_prefix(BYTE_ORDER_MARK) } else { None };
                    Request::read(text.unwrap_or(&line), &self.limits)
                }
                Err(error) if error.kind() == ErrorKind::FileTooLarge => {
                    let message = format!("the line is longer than {} KiB", MAX_LINE >> 10);
                    Err(RequestError { id: None, field: None, message })
                }
                Err(error) => {
                    *self.shared.input_error.lock().expect("no thread panics") = Some(error);
                    break;
                }
            };
            if line.trim_ascii().is_empty() {
                continue;
            }
            let Some(request) = self.unanswered(request, line_number) else { continue };
            // A query that has no room waits here; an action before it, such as terminate, does not.
            let is_urgent = matches!(request, Ok(Request::Action(_)));
            let Some(number) = schedule.wait_for_room(is_urgent) else { break };
            match request {
                Ok(Request::Query(query)) => schedule.add(number, *query),
                Ok(Request::Action(action)) => self.shared.act(number, &action),
                Err(error) => self.shared.reply(number, answer::error(&error, line_number)),
            }
        }
        schedule.end_input();
    }

    /// Leaves out what an earlier run has answered.
    fn unanswered(
        &self,
        request: Result<Request, RequestError>,
        line_number: u64,
    ) -> Option<Result<Request, RequestError>> {
        match request {
            Ok(Request::Query(mut query)) => {
                let Query { id, turns, .. } = &mut *query;
                turns.retain(|&turn| !self.answered.contains(id, turn));
                (!turns.is_empty()).then_some(Ok(Request::Query(query)))
            }
            Err(RequestError { id: Some(id), .. }) if self.answered.has_error(&id) => None,
            Err(RequestError { id: None, .. }) if self.answered.has_line(line_number) => None,
            other => Some(other),
        }
    }
}

/// Reads the next line, and the rest of one that is too long; returns false at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = bounded::read_until(input, b'\n', line, MAX_LINE);
    if read.is_err() && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    read.map(|length| length > 0)
}

/// Nodes per millisecond that no thread exceeds.
const NODES_PER_MS: u64 = 5000;

/// The state that all workers use.
struct Shared<W> {
    schedule: Schedule,
    outbox: Outbox<W>,
    /// The settings of queries that do not say otherwise.
    settings: Settings,
    sources: Sources,
    /// Size of the table of a search, in MiB.
    hash_mb: usize,
    /// The table that all searches share, if they do.
    table: Option<Mutex<Arc<TranspositionTable>>>,
    /// The error that ended the input early.
    input_error: Mutex<Option<io::Error>>,
}

/// Collects the latest report on each line.
#[derive(Default)]
struct Collector {
    lines: Lines,
    /// Where the reporter finds them too.
    progress: Option<Progress>,
}

impl Listener for Collector {
    fn on_info(&mut self, info: &SearchInfo) {
        self.lines.record(info);
        if let Some(progress) = &self.progress {
            progress.lock().expect("no thread panics").clone_from(&self.lines);
        }
    }
}

/// Works until there are no more jobs.
fn work<W: Write>(shared: &Shared<W>, index: usize) {
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
            let mut collector = Collector { lines: Lines::default(), progress };
            let result = shared.search(&mut searcher, &subject, &settings, &mut collector);
            let ending = schedule.end(index);
            let (lines, is_terminated) = (&collector.lines, ending == Ending::Terminated);
            (subject.answer(&result, lines, is_terminated, &shared.sources, &settings), ending)
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
                searcher.share_tt(&table.lock().expect("no thread panics"));
            }
            _ => searcher.clear_for(most_nodes(limits, settings), self.hash_mb),
        }
        searcher.think(search::Request { position: subject.position, limits, settings }, collector)
    }

    /// Writes an answer; an output that fails ends the session.
    fn deliver(&self, job: &Job, line: String) {
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
