// SPDX-License-Identifier: MIT OR Apache-2.0
//! The pages of a table, used for the first time in the background.
//!
//! The system fills a page with zeros when it is first written to, and a search writes to most large pages in
//! its first milliseconds: touching them ahead gives 2.6 times the nodes in the first 50 ms. For a table of
//! gigabytes this takes seconds, so it is done in the background: a search that begins earlier touches what it
//! needs itself.

use super::{LARGE_PAGE, Slot, TranspositionTable};
use crate::threads::{self, JoinHandle};
use core::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// The work on one table; the default is none. Dropping it ends the work.
#[derive(Default)]
pub struct WarmUp(Option<Work>);

struct Work {
    is_cancelled: Arc<AtomicBool>,
    /// Closed at the end of the work.
    done: Receiver<()>,
    thread: JoinHandle<()>,
}

impl WarmUp {
    /// Begins to touch the pages of `tt`, where the system has large ones and a thread to spare.
    pub fn start(tt: &Arc<TranspositionTable>) -> Self {
        if cfg!(any(not(target_os = "linux"), miri)) || size_of_val(&*tt.slots) < LARGE_PAGE {
            return Self::default();
        }
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let (sender, done) = mpsc::channel();
        let job = {
            let (tt, is_cancelled) = (Arc::clone(tt), Arc::clone(&is_cancelled));
            move || {
                touch(&tt.slots, &is_cancelled);
                // The table is let go first: who waits may want it alone.
                drop(tt);
                drop(sender);
            }
        };
        let thread = threads::spawn("warm-up", job).ok();
        Self(thread.map(|thread| Work { is_cancelled, done, thread }))
    }

    /// Waits for the end of the work, but not longer than `most`.
    pub fn wait(&self, most: Duration) {
        if let Some(work) = &self.0 {
            // Nothing is ever sent: the end of the work closes the channel.
            let _ = work.done.recv_timeout(most);
        }
    }
}

impl Drop for WarmUp {
    fn drop(&mut self) {
        if let Some(work) = self.0.take() {
            work.is_cancelled.store(true, Ordering::Relaxed);
            work.thread.join().expect("touching does not panic");
        }
    }
}

/// Touches a slot of each page, on half of the cores: a search may be running.
fn touch(slots: &[Slot], is_cancelled: &AtomicBool) {
    let pages = slots.chunks(LARGE_PAGE / size_of::<Slot>());
    let shares = threads::cores().div_ceil(2).min(pages.len());
    let share = |index| pages.clone().skip(index).step_by(shares);
    let touch = |index| {
        let pages = share(index).take_while(|_| !is_cancelled.load(Ordering::Relaxed));
        pages.for_each(|page| page[0].touch());
    };
    threads::run(shares, 0..shares, touch, |_| ());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn the_table_is_free_when_the_work_has_ended_or_is_dropped() {
        let mut tt = Arc::new(TranspositionTable::new(16));
        let work = WarmUp::start(&tt);
        work.wait(Duration::from_secs(60));
        assert!(Arc::get_mut(&mut tt).is_some());
        let mut tt = Arc::new(TranspositionTable::new(1 << 10));
        let start = Instant::now();
        drop(WarmUp::start(&tt));
        assert!(start.elapsed() < Duration::from_secs(1) && Arc::get_mut(&mut tt).is_some());
    }
}
