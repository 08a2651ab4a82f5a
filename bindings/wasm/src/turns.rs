// SPDX-License-Identifier: MIT OR Apache-2.0
//! Turns: WebAssembly has no threads, so a search must let the worker's messages in from time to time. Every
//! few milliseconds it calls [`pause`], on which JavaScript puts the whole call of [`run`] aside, handles the
//! messages that have come, and goes on with it; `js/turns.js` has the two ways to do that.

use crate::session;
use chuhe::threads::cooperative::{Yield, run_next, set_yield_hook};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use wasm_bindgen::prelude::wasm_bindgen;

/// Time between two pauses in milliseconds: a message waits for so long at most, and a pause costs less than a
/// hundredth of it.
const TURN: f64 = 8.0;

#[wasm_bindgen(raw_module = "./turns.js")]
extern "C" {
    /// Puts [`run`] aside for this many milliseconds: 0 for as long as messages wait, infinity until the next
    /// message.
    fn pause(milliseconds: f64);
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    #[wasm_bindgen(js_namespace = console)]
    fn error(message: &str);
}

thread_local! {
    static TASKS: RefCell<VecDeque<Box<dyn FnOnce()>>> = RefCell::default();
    /// [`run`] was called and has not returned.
    static IS_RUNNING: Cell<bool> = const { Cell::new(false) };
    /// [`run`] was put aside, or began, for the last time then.
    static LAST_TURN: Cell<f64> = const { Cell::new(0.0) };
}

/// Adds a task for [`run`], which may search.
pub fn push(task: impl FnOnce() + 'static) {
    TASKS.with_borrow_mut(|tasks| tasks.push_back(Box::new(task)));
}

/// Does all tasks and the searches that they start. This is the only function that JavaScript may put aside:
/// all others return before it goes on.
#[wasm_bindgen]
pub fn run() {
    set_yield_hook(on_yield);
    IS_RUNNING.set(true);
    LAST_TURN.set(now());
    loop {
        let next = TASKS.with_borrow_mut(VecDeque::pop_front);
        if let Some(task) = next {
            task();
        } else if !run_next() {
            break;
        }
        while run_next() {}
    }
    IS_RUNNING.set(false);
}

/// Returns the address of this many bytes, in which a transformed program saves its stack.
#[wasm_bindgen]
pub fn reserve(bytes: usize) -> usize {
    vec![0_u64; bytes / size_of::<u64>()].leak().as_ptr().addr()
}

/// Has panics, which are bugs, reported on the console.
#[wasm_bindgen(start)]
fn report_panics() {
    std::panic::set_hook(Box::new(|panic| error(&panic.to_string())));
}

fn on_yield(reason: Yield) {
    if !IS_RUNNING.get() {
        return;
    }
    session::interrupt();
    match reason {
        Yield::Now if now() - LAST_TURN.get() < TURN => return,
        Yield::Now => pause(0.0),
        Yield::For(time) => pause(time.as_secs_f64() * 1000.0),
        Yield::UntilEvent => pause(f64::INFINITY),
    }
    LAST_TURN.set(now());
}
