// SPDX-License-Identifier: MIT OR Apache-2.0
//! Long experiments run beside the program's own thread, which shows what has come out so far and can end in good order at any time,
//! although the algorithms know nothing of being interrupted.

use crate::cli::failure::Failure;
use crate::cli::interrupt;
use crate::cli::progress::style;
use indicatif::ProgressBar;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often is looked whether Ctrl-C was pressed.
const INTERVAL: Duration = Duration::from_millis(100);

/// What an experiment tells.
enum News<T> {
    /// How many of its parts are done, and what it is at.
    At(usize, String),
    /// A result.
    Result(T),
}

/// How an experiment tells it.
pub struct Sender<T>(mpsc::Sender<News<T>>);

impl<T> Sender<T> {
    /// Says how many parts of the experiment are done, and what it is at.
    pub fn at(&self, done: usize, place: String) {
        // If nobody listens any more, the program is about to end.
        let _ = self.0.send(News::At(done, place));
    }

    /// Hands in a result.
    pub fn send(&self, result: T) {
        let _ = self.0.send(News::Result(result));
    }
}

/// Runs `work`, which has so many parts, and gives each of its results to `take`; `false` if Ctrl-C came before the end. The thread is then left to itself: the
/// program is about to end.
pub fn run<T: Send + 'static>(
    parts: usize,
    work: impl FnOnce(&Sender<T>) + Send + 'static,
    mut take: impl FnMut(T) -> Result<(), Failure>,
) -> Result<bool, Failure> {
    interrupt::watch(|| ());
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || work(&Sender(sender)));
    let bar = ProgressBar::new(parts as u64).with_style(style("{bar:30} {pos}/{len} {elapsed} {msg}"));
    bar.enable_steady_tick(INTERVAL);
    while !interrupt::is_pressed() {
        match receiver.recv_timeout(INTERVAL) {
            Ok(News::At(done, place)) => {
                bar.set_position(done as u64);
                bar.set_message(place);
            }
            Ok(News::Result(result)) => bar.suspend(|| take(result))?,
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
