// SPDX-License-Identifier: MIT OR Apache-2.0
//! The queries that wait and those that are searched: which one is next, and when the reader may read on.

use super::outbox::Place;
use super::query::Query;
use chuhe::search::{Control, Lines};
use core::cmp::Reverse;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// One position of a query to search.
#[derive(Clone)]
pub struct Job {
    pub query: Arc<Query>,
    /// Where the answer belongs in the order of the input.
    pub place: Place,
    unanswered: Arc<AtomicUsize>,
}

impl Job {
    pub fn turn(&self) -> u16 {
        self.query.turns[self.place.1]
    }

    pub fn is_last(&self) -> bool {
        self.place.1 + 1 == self.query.turns.len()
    }

    /// Returns true if this is the last one of its query to be answered.
    fn completes_its_query(&self) -> bool {
        self.unanswered.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

/// The latest report on each line of a running search.
pub type Progress = Arc<Mutex<Lines>>;

struct Running {
    job: Job,
    control: Arc<Control>,
    /// A terminate action has stopped it.
    is_terminated: bool,
    /// When the next report is due, and what it is made from.
    report: Option<(Instant, Duration, Progress)>,
}

/// A search whose report is due.
pub struct DueReport<'a> {
    pub job: &'a Job,
    pub progress: &'a Progress,
}

/// The end of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Finished,
    Terminated,
    /// The whole session ends; the search has no answer.
    Abandoned,
}

#[derive(Default)]
struct State {
    /// The queries that have positions left to search; the first one is next.
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
    /// For each worker the search that it runs.
    running: Vec<Option<Running>>,
    /// Requests that were read, and those of them that are written completely.
    read: u64,
    written: u64,
    is_input_ended: bool,
    is_stopped: bool,
    answered: usize,
}

/// The schedule, shared by the reader, the workers and the reporter.
pub struct Schedule {
    state: Mutex<State>,
    /// Something has changed that a worker, the reporter or the reader may wait for.
    work: Condvar,
    report: Condvar,
    room: Condvar,
    max_pending: u64,
}

impl Schedule {
    pub fn new(workers: usize, max_pending: u64) -> Self {
        let state = State { running: (0..workers).map(|_| None).collect(), ..State::default() };
        Self {
            state: Mutex::new(state),
            work: Condvar::new(),
            report: Condvar::new(),
            room: Condvar::new(),
            max_pending,
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panics")
    }

    /// Waits until there is room for another request, and returns its number; `None` when the session ends.
    /// Urgent requests have room when others have none.
    pub fn wait_for_room(&self, is_urgent: bool) -> Option<u64> {
        let most = if is_urgent { 2 * self.max_pending } else { self.max_pending };
        let is_full = |state: &mut State| !state.is_stopped && state.read - state.written >= most;
        let mut state = self.room.wait_while(self.lock(), is_full).expect("no thread panics");
        state.read += 1;
        (!state.is_stopped).then_some(state.read - 1)
    }

    pub fn add(&self, number: u64, query: Query) {
        let key = (Reverse(query.priority), number);
        let unanswered = Arc::new(AtomicUsize::new(query.turns.len()));
        let job = Job { query: Arc::new(query), place: (number, 0), unanswered };
        self.lock().waiting.insert(key, job);
        self.work.notify_one();
    }

    /// There are no more requests.
    pub fn end_input(&self) {
        self.lock().is_input_ended = true;
        self.work.notify_all();
        self.report.notify_all();
    }

    /// Stops all searches, which then have no answers.
    pub fn stop(&self) {
        let mut state = self.lock();
        state.is_stopped = true;
        state.running.iter().flatten().for_each(|running| running.control.stop());
        drop(state);
        self.work.notify_all();
        self.report.notify_all();
        self.room.notify_all();
    }

    /// Waits for the next job of a worker and begins its search; `None` when there will be no more.
    /// `awaited` returns the number of the only request that may be worked on, if there is one.
    pub fn take(
        &self,
        worker: usize,
        control: &Arc<Control>,
        awaited: impl Fn() -> Option<u64>,
    ) -> Option<(Job, Option<Progress>)> {
        let mut state = self.lock();
        let job = loop {
            if state.is_stopped {
                return None;
            }
            if let Some(job) = state.next_job(awaited()) {
                break job;
            }
            if state.is_input_ended && state.waiting.is_empty() {
                return None;
            }
            state = self.work.wait(state).expect("no thread panics");
        };
        if !state.waiting.is_empty() {
            self.work.notify_one();
        }
        let now = Instant::now();
        // Under the lock, so that a stop comes either before or after the beginning.
        control.begin(false, now);
        let progress = job.query.report_every.map(|every| (now + every, every, Progress::default()));
        let running = Running {
            job: job.clone(),
            control: Arc::clone(control),
            is_terminated: false,
            report: progress,
        };
        let progress = running.report.as_ref().map(|(_, _, progress)| Arc::clone(progress));
        state.running[worker] = Some(running);
        if progress.is_some() {
            self.report.notify_one();
        }
        Some((job, progress))
    }

    /// Ends the search of a worker. Its answer can be written now, before [`count`](Self::count).
    pub fn end(&self, worker: usize) -> Ending {
        let mut state = self.lock();
        let running = state.running[worker].take();
        if state.is_input_ended {
            // It may have been the last one.
            self.report.notify_one();
        }
        match running {
            _ if state.is_stopped => Ending::Abandoned,
            Some(Running { is_terminated: true, .. }) => Ending::Terminated,
            _ => Ending::Finished,
        }
    }

    /// Counts an answer that was written or is held in order; `in_order` is the number of requests that are
    /// written in order, if they are.
    pub fn count(&self, job: &Job, in_order: Option<u64>) {
        let is_complete = job.completes_its_query();
        let mut state = self.lock();
        state.answered += 1;
        drop(state);
        if in_order.is_some() || is_complete {
            self.count_request(in_order);
        }
    }

    /// Counts a request that was written or is held in order.
    pub fn count_request(&self, in_order: Option<u64>) {
        let mut state = self.lock();
        state.written = in_order.map_or(state.written + 1, |written| written.max(state.written));
        let pending = state.read - state.written;
        drop(state);
        // The reader then has some room: to wake it for every request would cost more.
        if pending <= self.max_pending / 2 {
            self.room.notify_one();
        }
        if in_order.is_some() {
            // A worker may have waited for this answer to be written.
            self.work.notify_all();
        }
    }

    /// Stops the searches of the queries that `is_meant`, and returns the positions of theirs that were not
    /// begun, and the number of all.
    pub fn terminate(&self, is_meant: impl Fn(&Query) -> bool) -> (Vec<Job>, usize) {
        let mut state = self.lock();
        let mut stopped = 0;
        for running in state.running.iter_mut().flatten().filter(|running| is_meant(&running.job.query)) {
            running.is_terminated = true;
            running.control.stop();
            stopped += 1;
        }
        let mut waiting = Vec::new();
        state.waiting.retain(|_, job| {
            let is_meant = is_meant(&job.query);
            if is_meant {
                let (number, next) = job.place;
                waiting.extend(
                    (next..job.query.turns.len()).map(|index| Job { place: (number, index), ..job.clone() }),
                );
            }
            !is_meant
        });
        let all = stopped + waiting.len();
        (waiting, all)
    }

    /// Calls `write` for each running search whose report is due, again and again, until the session ends. No
    /// search ends meanwhile, so that its answer comes after its reports.
    pub fn report(&self, mut write: impl FnMut(DueReport<'_>)) {
        let mut state = self.lock();
        loop {
            let is_idle = state.running.iter().all(Option::is_none);
            if state.is_stopped || state.is_input_ended && state.waiting.is_empty() && is_idle {
                return;
            }
            let now = Instant::now();
            for Running { job, report, .. } in state.running.iter_mut().flatten() {
                if let Some((due, every, progress)) = report.as_mut().filter(|(due, ..)| *due <= now) {
                    write(DueReport { job, progress });
                    *due = now + *every;
                }
            }
            let reports = state.running.iter().flatten().filter_map(|running| running.report.as_ref());
            let next = reports.map(|(due, ..)| *due).min();
            state = match next {
                None => self.report.wait(state).expect("no thread panics"),
                Some(due) => {
                    let left = due.saturating_duration_since(Instant::now());
                    self.report.wait_timeout(state, left).expect("no thread panics").0
                }
            };
        }
    }

    /// Returns the number of positions that were answered, and true if the session was stopped before its
    /// end.
    pub fn summary(&self) -> (usize, bool) {
        let state = self.lock();
        (state.answered, state.is_stopped)
    }
}

impl State {
    /// Takes the next position: of the query with the highest priority, or of the one that is awaited.
    fn next_job(&mut self, awaited: Option<u64>) -> Option<Job> {
        let mut keys = self.waiting.keys();
        let &key = match awaited {
            None => keys.next(),
            Some(number) => keys.find(|key| key.1 == number),
        }?;
        let job = self.waiting.get_mut(&key).expect("the key was found");
        let taken = job.clone();
        if job.is_last() {
            self.waiting.remove(&key);
        } else {
            job.place.1 += 1;
        }
        Some(taken)
    }
}
