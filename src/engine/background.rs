// SPDX-License-Identifier: MIT OR Apache-2.0
//! One job at a time on a thread of its own, which is lent the searcher meanwhile.

use crate::search::Searcher;
use std::io;
use std::sync::{Arc, Mutex};
use std::thread::{Builder, JoinHandle};

/// The searcher, and the job in the background that it may be lent to. Dropping it stops the job.
pub struct Background {
    searcher: Searcher,
    job: Option<JoinHandle<Searcher>>,
}

impl Background {
    pub fn new(searcher: Searcher) -> Self {
        Self { searcher, job: None }
    }

    /// Waits for the job and returns the searcher.
    pub fn searcher(&mut self) -> &mut Searcher {
        self.wait();
        &mut self.searcher
    }

    /// The searcher's table and control, which a running job uses too.
    pub fn shared(&self) -> &Searcher {
        &self.searcher
    }

    /// Starts a job, after an earlier one has ended. It obeys the searcher's control. If no thread can be
    /// started, it runs at once and gets the reason; unless it is bounded, its control is stopped before.
    pub fn start(
        &mut self,
        is_bounded: bool,
        job: impl FnOnce(&mut Searcher, Option<io::Error>) + Send + 'static,
    ) {
        // A thread that cannot be started drops its closure, so the job stays outside.
        let lent = Arc::new(Mutex::new(Some((self.searcher().lend(), job))));
        let run = move |refusal| {
            let (mut searcher, job) = lent.lock().expect("it is locked once").take().expect("it runs once");
            job(&mut searcher, refusal);
            searcher
        };
        let on_thread = run.clone();
        match Builder::new().name("search".to_owned()).spawn(move || on_thread(None)) {
            Ok(thread) => self.job = Some(thread),
            Err(error) => {
                if !is_bounded {
                    self.searcher.control().stop();
                }
                self.searcher = run(Some(error));
            }
        }
    }

    /// Returns true while the job is running.
    pub fn is_running(&self) -> bool {
        self.job.as_ref().is_some_and(|job| !job.is_finished())
    }

    /// Stops the job and waits for its end.
    pub fn stop(&mut self) {
        if self.job.is_some() {
            self.searcher.control().stop();
            self.wait();
        }
    }

    /// Waits for the end of the job.
    pub fn wait(&mut self) {
        if let Some(job) = self.job.take() {
            self.searcher = job.join().expect("the search does not panic");
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.stop();
    }
}
