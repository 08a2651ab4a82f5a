// SPDX-License-Identifier: MIT OR Apache-2.0
//! The work of an engine for a client: it waits until one is free, sends what the engine finds, and ends when
//! the client stops it or goes away.

use super::engines::{Engines, LentEngine};
use crate::message::{AnalysisReport, Answer};
use crate::review::RunningReview;
use crate::search::{Analysis, ChosenMove, Reports, analysis_limits};
use crate::session::{EngineTask, Work};
use chuhe::search::{Listener, SearchResult};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, timeout};

const MAX_ANALYSIS: Duration = Duration::from_secs(15 * 60);
/// Interval between two reports on an analysis.
const INTERVAL: Duration = Duration::from_millis(60);
/// Time without a report after which an analysis looks whether it has to give way.
const PATIENCE: Duration = Duration::from_millis(250);

/// Work that is done for a client.
pub struct RunningWork {
    pub engines: Arc<Engines>,
    pub work: Work,
    pub out: mpsc::Sender<Answer>,
    /// Resolves when the client stops the work or goes away.
    pub stopped: oneshot::Receiver<()>,
}

impl RunningWork {
    /// Does the work with an engine.
    pub async fn run(self) {
        match self.work.task {
            EngineTask::Analyse(analysis) => self.analyse(analysis).await,
            EngineTask::Choose(choice) => self.choose(choice).await,
            EngineTask::Review { movetime } => {
                // It fails only if the server is being shut down.
                let _ = spawn_blocking(move || self.review(movetime)).await;
            }
        }
    }

    /// Waits for an engine, and says so if none is free; `None` if the work is stopped before.
    async fn engine(&mut self) -> Option<LentEngine> {
        if self.engines.are_busy() {
            self.answer(Answer::Waiting).await;
        }
        self.engines.lend(self.work.rules, self.work.hash_mb(), &mut self.stopped).await
    }

    /// Sends an answer. The client may have gone.
    async fn answer(&self, answer: Answer) {
        let _ = self.out.send(answer).await;
    }

    /// Analyses the position until it is stopped or the limit of time, and reports the lines. While others
    /// wait, they have their turn between.
    async fn analyse(mut self, analysis: Analysis) {
        let end = Instant::now() + MAX_ANALYSIS;
        while let Some(engine) = self.engine().await {
            if !self.analyse_for_a_turn(engine, analysis, end).await {
                break;
            }
        }
        self.answer(Answer::Done).await;
    }

    /// Returns true if the analysis gave way to others.
    async fn analyse_for_a_turn(&mut self, mut lent: LentEngine, analysis: Analysis, end: Instant) -> bool {
        let position = &self.work.position;
        let engine = lent.get();
        analysis.prepare(engine, engine.settings().clone());
        let (sender, mut latest) = watch::channel(None);
        let tell = move |report: AnalysisReport| drop(sender.send_replace(Some(report)));
        let reports = Reports::new(position, engine.settings(), tell);
        engine.start(position, analysis_limits(), Box::new(reports));
        let gives_way = loop {
            if lent.gives_way() || Instant::now() >= end {
                break Instant::now() < end;
            }
            tokio::select! {
                biased;
                _ = &mut self.stopped => break false,
                changed = timeout(PATIENCE, latest.changed()) => match changed {
                    Err(_) => continue,
                    Ok(Err(_)) => break false,
                    Ok(Ok(())) => {
                        let report = latest.borrow_and_update().clone().map(Answer::Lines);
                        if let Some(report) = report && self.out.send(report).await.is_err() {
                            break false;
                        }
                    }
                }
            }
            tokio::select! {
                biased;
                _ = &mut self.stopped => break false,
                () = sleep(INTERVAL) => {}
            }
        };
        give_back(lent).await;
        gives_way
    }

    /// Chooses a move. The time of waiting for an engine is that of the clock.
    async fn choose(mut self, choice: ChosenMove) {
        let begin = Instant::now();
        let Some(mut lent) = self.engine().await else { return self.answer(Answer::Done).await };
        let engine = lent.get();
        choice.prepare(engine, engine.settings().clone());
        let (sender, mut result) = oneshot::channel();
        let limits = choice.limits(begin.elapsed());
        engine.start(&self.work.position, limits, Box::new(Chosen(Some(sender))));
        let result = tokio::select! {
            biased;
            _ = &mut self.stopped => None,
            result = &mut result => result.ok(),
        };
        give_back(lent).await;
        let answer = |result: SearchResult| ChosenMove::answer(&self.work.position, &result);
        self.answer(result.map_or(Answer::Done, answer)).await;
    }

    /// Reviews a game, until it is done or stopped. While others wait, they have their turn between two
    /// positions. This blocks its thread, which is one of the runtime's.
    fn review(mut self, movetime: u64) {
        let last = match self.begin_review(movetime) {
            Err(error) => Answer::Error { error },
            Ok(mut review) => {
                self.go_on(&mut review);
                Answer::Done
            }
        };
        // The client may have gone.
        let _ = self.out.blocking_send(last);
    }

    fn begin_review(&self, movetime: u64) -> Result<RunningReview, [String; 2]> {
        let Self { engines, work, .. } = self;
        let settings = engines.settings(work.rules);
        RunningReview::new(&work.position, movetime, settings, &engines.knowledge.books)
    }

    fn go_on(&mut self, review: &mut RunningReview) {
        let mut engine = self.next_engine(review);
        while let Some(lent) = &mut engine
            && matches!(self.stopped.try_recv(), Err(oneshot::error::TryRecvError::Empty))
            && let Some(step) = review.next(lent.get())
            && self.out.blocking_send(Answer::Reviewed(Box::new(step))).is_ok()
        {
            if lent.gives_way() {
                drop(engine.take());
                engine = self.next_engine(review);
            }
        }
    }

    /// Waits for an engine, and readies it; `None` if the work is stopped before.
    fn next_engine(&mut self, review: &RunningReview) -> Option<LentEngine> {
        let mut lent = Handle::current().block_on(self.engine())?;
        review.prepare(lent.get());
        Some(lent)
    }
}

/// Sends the result of a search.
struct Chosen(Option<oneshot::Sender<SearchResult>>);

impl Listener for Chosen {
    fn on_result(&mut self, result: &SearchResult) {
        if let Some(sender) = self.0.take() {
            // The client may have gone.
            let _ = sender.send(result.clone());
        }
    }
}

/// Stops the search and gives the engine back, on a thread that may wait.
async fn give_back(engine: LentEngine) {
    // It fails only if the server is being shut down.
    let _ = spawn_blocking(move || drop(engine)).await;
}
