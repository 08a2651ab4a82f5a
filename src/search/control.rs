// SPDX-License-Identifier: MIT OR Apache-2.0
//! The control of a search from outside: `stop` and `ponderhit`, given by any thread and obeyed by the
//! search.

use crate::sync::{AtomicBool, AtomicU64, Condvar, Mutex, MutexGuard, Ordering};
use crate::time::Instant;
use std::time::Duration;

/// The search was stopped: the error that unwinds the recursion to the root, through `?`. It carries no
/// value, so that none can be mistaken for a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The stop flag and the state of pondering.
#[derive(Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the ponder hit came, in microseconds after the start plus one; 0: not yet.
    ponder_hit_at: AtomicU64,
    state: Mutex<ControlState>,
    changed: Condvar,
}

#[derive(Default)]
struct ControlState {
    started: Option<Instant>,
    /// The search has ended, and the ponder hit alone releases its answer.
    awaits_ponder_hit: bool,
}

impl Control {
    /// Begins a search, whose `go` was read at `now`: an earlier stop or ponder hit no longer counts.
    pub fn begin(&self, pondering: bool, now: Instant) {
        *self.lock() = ControlState { started: Some(now), awaits_ponder_hit: false };
        self.stop.store(false, Ordering::Relaxed);
        self.pondering.store(pondering, Ordering::Relaxed);
        self.ponder_hit_at.store(0, Ordering::Relaxed);
    }

    /// Ends the search.
    pub fn stop(&self) {
        let _state = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The time at which the search began.
    pub fn start(&self) -> Instant {
        self.lock().started.unwrap_or_else(Instant::now)
    }

    /// The opponent played the expected move: the clock runs from now. Returns true if this releases the
    /// answer of a search that had ended.
    pub fn ponder_hit(&self) -> bool {
        let mut state = self.lock();
        let elapsed = state.started.map_or(Duration::ZERO, |start| start.elapsed());
        self.ponder_hit_at.store(elapsed.as_micros() as u64 + 1, Ordering::Relaxed);
        // Release: a thread that sees the end of pondering also sees the time of the hit.
        self.pondering.store(false, Ordering::Release);
        self.changed.notify_all();
        std::mem::take(&mut state.awaits_ponder_hit)
    }

    fn lock(&self) -> MutexGuard<'_, ControlState> {
        self.state.lock().expect("no thread panics with it")
    }

    /// Returns true after [`stop`](Self::stop).
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns true after [`stop`](Self::stop), and gives other work a turn before on a system without
    /// threads.
    #[inline]
    pub fn poll(&self) -> bool {
        #[cfg(target_family = "wasm")]
        crate::threads::cooperative::yield_now();
        self.is_stopped()
    }

    /// Returns true until the ponder hit.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time spent pondering before the clock began to run; zero without a ponder hit.
    #[inline]
    pub fn pondered_for(&self) -> Duration {
        Duration::from_micros(self.ponder_hit_at.load(Ordering::Relaxed).saturating_sub(1))
    }

    /// Returns the time since `start` on the engine's clock, which does not run while pondering.
    #[inline]
    pub fn elapsed_on_clock(&self, start: Instant) -> Duration {
        start.elapsed().saturating_sub(self.pondered_for())
    }

    /// The search has ended. Returns true if its answer is held back: until a stop, or, unless the search is
    /// `infinite`, until the ponder hit.
    pub fn hold_answer(&self, infinite: bool) -> bool {
        let mut state = self.lock();
        let is_held = self.holds_answer(infinite);
        state.awaits_ponder_hit = is_held && !infinite;
        is_held
    }

    fn holds_answer(&self, infinite: bool) -> bool {
        !self.is_stopped() && (infinite || self.is_pondering())
    }

    /// Waits, without using the processor, until the answer that is [held back](Self::hold_answer) may be
    /// given.
    pub fn wait_for_release(&self, infinite: bool) {
        #[cfg(not(target_family = "wasm"))]
        {
            let mut state = self.lock();
            while self.holds_answer(infinite) {
                state = self.changed.wait(state).expect("no thread panics with it");
            }
        }
        #[cfg(target_family = "wasm")]
        while self.holds_answer(infinite) {
            crate::threads::cooperative::wait();
        }
    }
}
