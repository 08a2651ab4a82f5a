// SPDX-License-Identifier: MIT OR Apache-2.0
//! Waiting for other threads without the lock of the interpreter, so that Ctrl-C is noticed and other threads of
//! Python run meanwhile.

use pyo3::prelude::*;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Ctrl-C is noticed after this time.
const INTERVAL: Duration = Duration::from_millis(20);

/// Waits for a message; `None` if no more can come.
///
/// # Errors
/// The exception of a signal handler, as a rule `KeyboardInterrupt`.
pub fn receive<T: Send>(py: Python<'_>, messages: &mut Receiver<T>) -> PyResult<Option<T>> {
    loop {
        let messages = &mut *messages;
        match py.detach(move || messages.recv_timeout(INTERVAL)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}

/// Does a job on a thread of its own; when a signal interrupts it, `stop` ends it.
pub fn on_thread<T: Send + 'static>(
    py: Python<'_>,
    job: impl FnOnce() -> T + Send + 'static,
    stop: impl Fn(),
) -> PyResult<T> {
    let (sender, mut results) = mpsc::channel();
    let thread = thread::Builder::new().spawn(move || _ = sender.send(job()))?;
    let received = receive(py, &mut results);
    if received.is_err() {
        stop();
    }
    let ended = py.detach(|| thread.join());
    let failed = || pyo3::exceptions::PyRuntimeError::new_err("the computation failed");
    ended.map_err(|_| failed())?;
    received?.ok_or_else(failed)
}
