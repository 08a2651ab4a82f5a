// SPDX-License-Identifier: MIT OR Apache-2.0
//! Threads for a job: as many as are asked for, of use, and to be had.
//!
//! A system may refuse a thread, by a limit on processes or on memory; `std::thread::spawn` panics then. Here
//! the job goes on with the threads that there are, the calling one at least, and the caller learns of the
//! [`Shortage`].

use core::{fmt, iter};
use once_cell::sync::Lazy;
use std::collections::TryReserveError;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, JoinHandle, Scope, ScopedJoinHandle};

/// More threads than this per core only wait for each other: they delay the end of a timed search …
const PER_CORE: usize = 4;
/// … but this many are harmless everywhere, and tests with many threads work on small machines.
const ALWAYS: usize = 16;

/// Addresses that the C library sets apart for each thread that allocates, if there are as many left (glibc:
/// an arena).
const ARENA: usize = if cfg!(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")) {
    64 << 20
} else {
    0
};
/// Memory that must be left when threads are started: without it, an allocation that cannot be tried for
/// would end the program. An allocator keeps smaller pieces for itself when they are freed (glibc's: up to
/// 32 MiB), and the check would use up what it checks. The arena is that of a thread which is not ours.
const RESERVE: usize = (40 << 20) + ARENA;
/// Memory for a thread: its stack and what it allocates.
const PER_THREAD: usize = (4 << 20) + ARENA;
/// Tables and other things that threads work on leave memory for this many threads.
pub const SPARE: usize = 4;

/// Fewer threads than were asked for.
#[derive(Debug)]
pub struct Shortage {
    wanted: usize,
    got: usize,
    /// The reason why no more could be started; `None`: more are of no use.
    refusal: Option<io::Error>,
}

impl Shortage {
    /// Returns the shortage of a job that wanted `wanted` threads and runs on `got`, if it is one.
    pub fn of(wanted: usize, got: usize, refusal: Option<io::Error>) -> Option<Self> {
        (got < wanted).then_some(Self { wanted, got, refusal })
    }

    /// Adds the reason why fewer threads were tried to start, if there is no other.
    pub fn or(mut self, reason: Option<io::Error>) -> Self {
        self.refusal = self.refusal.or(reason);
        self
    }

    /// Returns the numbers of threads wanted and running.
    pub fn numbers(&self) -> (usize, usize) {
        (self.wanted, self.got)
    }
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wanted, got, refusal } = self;
        write!(f, "running {got} of {wanted} threads: ")?;
        match refusal {
            Some(error) => write!(f, "no more can be started: {error}"),
            None => write!(f, "more are of no use on {} cores", cores()),
        }
    }
}

/// Asking the system takes some twenty calls, too many for every search.
static CORES: Lazy<usize> = Lazy::new(|| thread::available_parallelism().map_or(1, usize::from));

/// Returns the number of processor cores that the program may use.
pub fn cores() -> usize {
    *CORES
}

/// Returns `wanted`, cut to the number of threads that are of use here.
pub fn useful(wanted: usize) -> usize {
    wanted.clamp(1, ALWAYS.max(PER_CORE * cores()))
}

/// Returns an error unless the reserve of memory is there, and enough for `threads` threads.
pub fn check_memory(threads: usize) -> io::Result<()> {
    // One piece for each thread: a system may refuse a single piece that is larger than its memory.
    let pieces = iter::once(RESERVE).chain(iter::repeat_n(PER_THREAD, threads));
    let tried = pieces.map(reserve).collect::<Result<Vec<_>, _>>();
    // Keeps the compiler from leaving the allocations out.
    let tried = core::hint::black_box(tried);
    tried.map(drop).map_err(|_| io::ErrorKind::OutOfMemory.into())
}

/// Allocates `bytes` that are not used.
fn reserve(bytes: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut piece = Vec::new();
    piece.try_reserve_exact(bytes)?;
    Ok(piece)
}

/// Adds to `things`, of which each of `threads` threads needs one, as long as the threads are of use and
/// there is memory. There is one at least.
pub fn equip<T>(things: &mut Vec<T>, threads: usize, mut make: impl FnMut() -> T) -> io::Result<()> {
    while things.len() < useful(threads) {
        if !things.is_empty() {
            check_memory(SPARE + things.len())?;
        }
        things.push(make());
    }
    Ok(())
}

/// Starts a thread for each of `jobs`, up to the first that is refused; the error is the refusal.
pub fn start<'scope, T: Send + 'scope, J: FnOnce() -> T + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    jobs: impl IntoIterator<Item = J, IntoIter: ExactSizeIterator>,
) -> (Vec<ScopedJoinHandle<'scope, T>>, Option<io::Error>) {
    start_with(jobs.into_iter(), |job| Builder::new().spawn_scoped(scope, job), check_memory)
}

/// The same with any way to start a thread and to check the memory. It is checked before the first thread is
/// started: while threads run, the check would take the memory away from them.
fn start_with<J, H>(
    jobs: impl ExactSizeIterator<Item = J>,
    start: impl FnMut(J) -> io::Result<H>,
    check_memory: impl Fn(usize) -> io::Result<()>,
) -> (Vec<H>, Option<io::Error>) {
    let mut refusal = None;
    let mut count = jobs.len();
    while count > 0 {
        match check_memory(count) {
            Ok(()) => break,
            Err(error) => refusal = Some(error),
        }
        count -= 1;
    }
    let started = jobs.take(count).map(start);
    let started = started.map_while(|thread| thread.map_err(|error| refusal = Some(error)).ok()).collect();
    (started, refusal)
}

/// Runs `work` on each of `jobs` and returns the results in the order of the jobs. The jobs are shared out
/// among up to `threads` threads, of which the calling one is the first. If there are fewer of them, or fewer
/// jobs, `on_shortage` is called before the work begins.
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
            let next = lock(&queue).next();
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

/// A job that may run on a thread of its own: it gets `None` there, and otherwise the reason why it cannot.
pub trait Job<T>: FnOnce(Option<io::Error>) -> T + Send + 'static {}

impl<T, J: FnOnce(Option<io::Error>) -> T + Send + 'static> Job<T> for J {}

/// Starts `job` on a thread of its own. If the thread is refused, returns the job and the reason.
pub fn start_one<T: Send + 'static, J: Job<T>>(name: &str, job: J) -> Result<JoinHandle<T>, (J, io::Error)> {
    let slot = Arc::new(Mutex::new(Some(job)));
    let take = |slot: &Mutex<Option<J>>| lock(slot).take().expect("the job is taken once");
    let started = check_memory(1).and_then(|()| {
        let slot = Arc::clone(&slot);
        Builder::new().name(name.to_owned()).spawn(move || take(&slot)(None))
    });
    started.map_err(|error| (take(&slot), error))
}

/// Locks a queue or slot, which stays whole even if a thread panics.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_are_refused_are_done_without() {
        let refuse = || Err(io::ErrorKind::WouldBlock.into());
        for available in 0..5 {
            let start = |job| if job < available { Ok(job) } else { refuse() };
            let (threads, refusal) = start_with(0..3, start, |_| Ok(()));
            assert_eq!(threads, (0..available.min(3)).collect::<Vec<_>>());
            assert_eq!(refusal.is_some(), available < 3);
            let check_memory =
                |threads| if threads <= available { Ok(()) } else { refuse().map(|_: usize| ()) };
            let (threads, refusal) = start_with(0..3, Ok, check_memory);
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
        assert!(cut.starts_with("running 16 of 512 threads: more are of no use on "), "{cut}");
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

    #[test]
    fn a_job_runs_on_a_thread_of_its_own() {
        let thread = start_one("test", |_| thread::current().name().map(str::to_owned));
        let name = thread.map_err(|(_, error)| error).unwrap().join().unwrap();
        assert_eq!(name.as_deref(), Some("test"));
    }
}
