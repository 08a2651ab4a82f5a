// SPDX-License-Identifier: MIT OR Apache-2.0
//! The command `bench`: the signature and the speed, counted in the background by an engine of its own,
//! whatever the options of the session are.

use super::console::Console;
use super::state::SessionState;
use crate::engine::{Engine, Stopper, bench};
use crate::search::Limits;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};
use ucci::Reply;

/// A bench that is running.
pub struct Bench {
    is_stopped: Arc<AtomicBool>,
    stopper: Stopper,
    thread: JoinHandle<()>,
}

impl Bench {
    /// Starts the bench. At its end it writes the answer and makes the session idle.
    pub fn start(console: Arc<Console>) -> io::Result<Self> {
        let mut engine = Engine::new(bench::HASH_MB);
        let stopper = engine.stopper();
        let is_stopped = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_stopped);
        let run = move || {
            let answer = answer(&mut engine, &ends);
            let mut conversation = console.lock();
            let line = answer.unwrap_or_else(|message| Reply::Message(message).to_line(conversation.dialect));
            conversation.output.write([line]);
            conversation.state = SessionState::answered_now();
        };
        let thread = Builder::new().name("bench".to_owned()).spawn(run)?;
        Ok(Self { is_stopped, stopper, thread })
    }

    /// Stops the bench; its answer is out on return.
    pub fn stop(self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.stopper.stop();
        self.wait();
    }

    /// Waits for the answer.
    pub fn wait(self) {
        self.thread.join().expect("the bench does not panic");
    }
}

/// Runs the bench and returns its last line, or a message if it was stopped.
fn answer(engine: &mut Engine, is_stopped: &AtomicBool) -> Result<String, String> {
    let mut done = 0;
    let count = bench::run(engine, &Limits::depth(bench::DEPTH), |_, _| {
        if is_stopped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        done += 1;
        ControlFlow::Continue(())
    });
    let total = bench::positions().count();
    if done < total {
        return Err(format!("bench stopped after {done} of {total} positions"));
    }
    Ok(format!("{} nodes {} nps", count.nodes, count.nps()))
}
