// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threads for a job, with a limit for the machine. A system may refuse a thread, and `std::thread::spawn`
//! panics then. Here the job goes on with the threads that were started, and the caller gets the
//! [`Shortage`].
//!
//! WebAssembly has no threads: a job in the background takes turns with the rest of the program there, as
//! `cooperative` describes.

pub mod cooperative;

#[cfg(target_family = "wasm")]
pub use cooperative::{JoinHandle, has_yielded, sleep, spawn};
#[cfg(not(target_family = "wasm"))]
pub use std::thread::{JoinHandle, sleep};

use core::fmt;
use once_cell::sync::Lazy;
use std::io;
use std::sync::Mutex;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};
use xiangqi::types::{Bilingual, Language, bilingual_errors, text};

/// More threads than this per core only wait for each other: they delay the end of a timed search …
const PER_CORE: usize = 4;
/// … but this many are harmless everywhere, and tests with many threads work on small machines.
const ALWAYS: usize = 16;

/// The largest number of threads that can be asked for.
pub const MAX_THREADS: u32 = 512;

/// Fewer threads than were asked for.
#[derive(Debug)]
pub struct Shortage {
    wanted: usize,
    got: usize,
    /// The system's error; `None` if the limit of [`useful`] threads was reached.
    refusal: Option<Bilingual>,
}

impl Shortage {
    /// Returns the shortage of a job that wanted `wanted` threads and runs on `got`, if there is one.
    pub fn of(wanted: usize, got: usize, refusal: Option<io::Error>) -> Option<Self> {
        (got < wanted).then(|| Self { wanted, got, refusal: refusal.map(Bilingual::from) })
    }

    /// Returns the numbers of threads wanted and running.
    pub fn numbers(&self) -> (usize, usize) {
        (self.wanted, self.got)
    }
}

impl Shortage {
    /// Returns the shortage in words.
    pub fn text(&self, language: Language) -> String {
        let Self { wanted, got, refusal } = self;
        let reason = if let Some(error) = refusal {
            text!(
                language,
                "no more can be started: {error}",
                "无法启动更多线程：{error}",
                error = error.text(language)
            )
        } else {
            text!(language, "more do not help on {n} cores", "{n}核上再多也无益", n = cores())
        };
        text!(
            language,
            "running {got} of {wanted} threads: {reason}",
            "要{wanted}个线程，实际运行{got}个：{reason}"
        )
    }
}

bilingual_errors!(Shortage);

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

/// Asking the system takes some twenty calls, too many for every search.
static CORES: Lazy<usize> = Lazy::new(|| thread::available_parallelism().map_or(1, usize::from));

/// Returns the number of processor cores that the program may use.
pub fn cores() -> usize {
    *CORES
}

/// Limits a number of threads to those that help on this machine.
pub fn useful(wanted: usize) -> usize {
    wanted.clamp(1, ALWAYS.max(PER_CORE * cores()))
}

/// Starts a thread in the background.
#[cfg(not(target_family = "wasm"))]
pub fn spawn<T: Send + 'static>(
    name: &str,
    job: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    Builder::new().name(name.to_owned()).spawn(job)
}

/// Returns true if a job has yielded to the caller; a thread never does.
#[cfg(not(target_family = "wasm"))]
pub fn has_yielded<T>(_: &JoinHandle<T>) -> bool {
    false
}

/// Starts a thread for each of `jobs`, up to the first that is refused; the error is the refusal.
pub fn start<'scope, T: Send + 'scope, J: FnOnce() -> T + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    jobs: impl IntoIterator<Item = J>,
) -> (Vec<ScopedJoinHandle<'scope, T>>, Option<io::Error>) {
    start_with(jobs, |job| Builder::new().spawn_scoped(scope, job))
}

fn start_with<J, H>(
    jobs: impl IntoIterator<Item = J>,
    start: impl FnMut(J) -> io::Result<H>,
) -> (Vec<H>, Option<io::Error>) {
    let mut refusal = None;
    let started = jobs.into_iter().map(start);
    let started = started.map_while(|thread| thread.map_err(|error| refusal = Some(error)).ok()).collect();
    (started, refusal)
}

/// Runs `work` on each of `jobs` and returns the results in the order of the jobs. Up to `threads` threads,
/// the calling one among them, share the jobs. If there are fewer threads, `on_shortage` is called before the
/// work begins.
pub fn run<J: Send, R: Send>(
    threads: usize,
    jobs: impl IntoIterator<Item = J, IntoIter: ExactSizeIterator + Send>,
    work: impl Fn(J) -> R + Sync,
    on_shortage: impl FnOnce(Shortage),
) -> Vec<R> {
    let jobs = jobs.into_iter();
    let count = useful(threads).min(jobs.len());
    let queue = Mutex::new(jobs.enumerate());
    let worker = || {
        let mut done = Vec::new();
        loop {
            let next = queue.lock().expect("no thread panics with it").next();
            let Some((index, job)) = next else { return done };
            done.push((index, work(job)));
        }
    };
    let mut results = thread::scope(|scope| {
        let (helpers, refusal) = start(scope, (1..count).map(|_| worker));
        if let Some(shortage) = Shortage::of(threads, 1 + helpers.len(), refusal) {
            on_shortage(shortage);
        }
        let mut results = worker();
        results.extend(helpers.into_iter().flat_map(|helper| helper.join().expect("no thread panics")));
        results
    });
    results.sort_unstable_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_are_refused_are_done_without() {
        for available in 0..5 {
            let start = |job| if job < available { Ok(job) } else { Err(io::ErrorKind::WouldBlock.into()) };
            let (threads, refusal) = start_with(0..3, start);
            assert_eq!(threads, (0..available.min(3)).collect::<Vec<_>>());
            assert_eq!(refusal.is_some(), available < 3);
        }
    }

    #[test]
    fn a_shortage_names_its_reason() {
        assert!(Shortage::of(4, 4, None).is_none());
        let refused = Shortage::of(64, 3, Some(io::ErrorKind::OutOfMemory.into())).unwrap();
        assert_eq!(refused.to_string(), "running 3 of 64 threads: no more can be started: out of memory");
        let cut = Shortage::of(512, 16, None).unwrap().to_string();
        assert!(cut.starts_with("running 16 of 512 threads: more do not help on "), "{cut}");
    }

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        for threads in [0, 1, 3, 10_000] {
            let mut shortage = None;
            let results = run(threads, 0..100, |job| job * job, |found| shortage = Some(found));
            assert_eq!(results, (0..100).map(|job| job * job).collect::<Vec<_>>());
            assert_eq!(shortage.is_some(), threads > useful(threads), "{threads}");
        }
    }
}
