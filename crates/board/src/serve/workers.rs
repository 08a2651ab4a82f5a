// SPDX-License-Identifier: MIT OR Apache-2.0
//! A few threads for what takes time without a search, such as the description of a long game. The threads
//! that accept connections and carry messages stay free.

use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// Most pieces of work at a time.
const MOST: usize = 2;

/// The threads. Work waits for them in the order of its coming.
#[derive(Clone)]
pub struct Workers(Arc<Semaphore>);

impl Workers {
    pub fn new() -> Self {
        Self(Arc::new(Semaphore::new(MOST)))
    }

    /// Does the work on such a thread; `None` if the server is being shut down.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let turn = Arc::clone(&self.0).acquire_owned().await.ok()?;
        // Work that has begun keeps its turn, even if nobody waits for it any longer.
        let work = move || {
            let _turn = turn;
            work()
        };
        spawn_blocking(work).await.ok()
    }
}
