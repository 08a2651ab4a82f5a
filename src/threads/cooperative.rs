// SPDX-License-Identifier: MIT OR Apache-2.0
//! Jobs in the background on a system without threads, WebAssembly: a job that was spawned waits until the
//! program calls [`run_next`], or until it is joined. While it runs it calls [`yield_now`] every few
//! milliseconds, and [`wait`] where it can only go on after an event. There the program may do other work on
//! the thread, such as to read a command, and come back.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What a job yields for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Yield {
    /// For a moment: it goes on when the other work that waits is done.
    Now,
    /// For this time.
    For(Duration),
    /// Until something has happened.
    UntilEvent,
}

thread_local! {
    static WAITING: RefCell<VecDeque<Arc<dyn Runnable>>> = RefCell::default();
    static HOOK: Cell<fn(Yield)> = const { Cell::new(|_| ()) };
}

/// A job, of whatever result.
trait Runnable {
    fn run(&self);
}

enum State<T> {
    Waiting(Box<dyn FnOnce() -> T + Send>),
    Running,
    Done(T),
    Joined,
}

struct Shared<T>(Mutex<State<T>>);

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn replace(&self, state: State<T>) -> State<T> {
        std::mem::replace(&mut *self.lock(), state)
    }
}

impl<T> Runnable for Shared<T> {
    fn run(&self) {
        match self.replace(State::Running) {
            State::Waiting(job) => {
                let result = job();
                self.replace(State::Done(result));
            }
            other => {
                self.replace(other);
            }
        }
    }
}

/// A job in the background, which gives a `T`.
pub struct JoinHandle<T>(Arc<Shared<T>>);

impl<T> JoinHandle<T> {
    /// Returns true if the job has ended.
    pub fn is_finished(&self) -> bool {
        matches!(*self.0.lock(), State::Done(_))
    }

    /// Runs the job, unless it has ended, and returns its result.
    ///
    /// # Panics
    /// If the job has yielded to the caller: it cannot go on before the caller returns.
    pub fn join(self) -> std::thread::Result<T> {
        self.0.run();
        match self.0.replace(State::Joined) {
            State::Done(result) => Ok(result),
            _ => panic!("a job that has yielded cannot be joined"),
        }
    }
}

/// Returns true if a job has yielded to the caller.
pub fn has_yielded<T>(job: &JoinHandle<T>) -> bool {
    matches!(*job.0.lock(), State::Running)
}

/// Adds a job to those that wait.
///
/// # Errors
/// None.
pub fn spawn<T: Send + 'static>(
    _: &str,
    job: impl FnOnce() -> T + Send + 'static,
) -> io::Result<JoinHandle<T>> {
    let shared = Arc::new(Shared(Mutex::new(State::Waiting(Box::new(job)))));
    let runnable: Arc<dyn Runnable> = Arc::clone(&shared) as _;
    WAITING.with_borrow_mut(|waiting| waiting.push_back(runnable));
    Ok(JoinHandle(shared))
}

/// Runs the job that has waited longest. Returns false if none was waiting.
pub fn run_next() -> bool {
    let next = WAITING.with_borrow_mut(VecDeque::pop_front);
    next.is_some_and(|job| {
        job.run();
        true
    })
}

/// Sets the function that jobs call when they yield.
pub fn set_yield_hook(hook: fn(Yield)) {
    HOOK.set(hook);
}

/// Lets other work have the thread for a moment. Call it every few hundred nodes: the hook decides how often
/// it does so.
pub fn yield_now() {
    HOOK.get()(Yield::Now);
}

/// Lets other work have the thread for this time.
pub fn sleep(time: Duration) {
    HOOK.get()(Yield::For(time));
}

/// Lets other work have the thread until something has happened.
pub fn wait() {
    HOOK.get()(Yield::UntilEvent);
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static YIELDS: RefCell<Vec<Yield>> = RefCell::default();
    }

    #[test]
    fn a_job_runs_when_it_is_its_turn_or_when_it_is_joined() {
        let first = spawn("first", || 1).unwrap();
        let second = spawn("second", || 2).unwrap();
        assert!(run_next() && first.is_finished() && !second.is_finished());
        assert_eq!((first.join().unwrap(), second.join().unwrap()), (1, 2));
        assert!(run_next(), "the turn of the second one, which has run");
        assert!(!run_next());
    }

    #[test]
    fn a_job_yields_to_the_hook() {
        set_yield_hook(|reason| YIELDS.with_borrow_mut(|yields| yields.push(reason)));
        let time = Duration::from_millis(3);
        let job = spawn("job", move || {
            yield_now();
            sleep(time);
            wait();
        });
        assert!(!has_yielded(job.as_ref().unwrap()));
        job.unwrap().join().unwrap();
        assert_eq!(YIELDS.take(), [Yield::Now, Yield::For(time), Yield::UntilEvent]);
    }
}
