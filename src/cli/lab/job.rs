// SPDX-License-Identifier: MIT OR Apache-2.0
//! Long experiments run on a second thread. The main thread shows the results so far and can stop cleanly at
//! any time, although the algorithms cannot be interrupted.

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::{keep_ticking, style};
use anyhow::anyhow;
use indicatif::ProgressBar;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The interval of checks for Ctrl-C.
const INTERVAL: Duration = Duration::from_millis(100);

/// An event of an experiment.
enum Event<T> {
    /// The number of finished parts, and a description of the current one.
    At(usize, String),
    /// A result.
    Result(T),
}

/// The channel on which an experiment reports.
pub struct Sender<T>(mpsc::Sender<Event<T>>);

impl<T> Sender<T> {
    /// Reports the number of finished parts, and a description of the current one.
    pub fn at(&self, done: usize, place: String) {
        // Without a receiver the program is about to end.
        let _ = self.0.send(Event::At(done, place));
    }

    /// Reports a result.
    pub fn send(&self, result: T) {
        let _ = self.0.send(Event::Result(result));
    }
}

/// Runs `work`, which consists of `parts` parts, and passes each of its results to `take`. Returns false if
/// Ctrl-C was pressed before the end; the thread is then abandoned, since the program is about to end.
pub fn run<T: Send + 'static>(
    parts: usize,
    work: impl FnOnce(&Sender<T>) + Send + 'static,
    mut take: impl FnMut(T) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    interrupt::watch(|| ());
    let (sender, receiver) = mpsc::channel();
    let worker = thread::Builder::new()
        .spawn(move || work(&Sender(sender)))
        .map_err(|error| Failure::Job(anyhow!("lab: no thread can be started: {error}")))?;
    let bar = ProgressBar::new(parts as u64).with_style(style("{bar:30} {pos}/{len} {elapsed} {msg}"));
    keep_ticking(&bar, INTERVAL);
    while !interrupt::is_pressed() {
        match receiver.recv_timeout(INTERVAL) {
            Ok(Event::At(done, place)) => {
                bar.set_position(done as u64);
                bar.set_message(place);
            }
            Ok(Event::Result(result)) => bar.suspend(|| take(result))?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                bar.finish_and_clear();
                worker.join().unwrap_or_else(|panic| resume_unwind(panic));
                return Ok(true);
            }
        }
    }
    bar.finish_and_clear();
    Ok(false)
}
