// SPDX-License-Identifier: MIT OR Apache-2.0
//! A session of the protocols: JavaScript sends lines, and gets lines. A line that comes while the engine is
//! thinking is obeyed at once, unless it has to wait for the end of the search.

use crate::turns;
use chuhe::protocol::Session;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(raw_module = "./turns.js")]
extern "C" {
    /// Gives a line of the session to the worker.
    fn post(line: &str);
}

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(Session::new(Box::new(Output)));
    static LINES: RefCell<VecDeque<String>> = RefCell::default();
}

/// Takes the session's output, of which every write has whole lines.
struct Output;

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        String::from_utf8_lossy(text).lines().for_each(post);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes a line, which [`run`](turns::run) obeys, unless the engine is thinking and obeys it now.
#[wasm_bindgen]
pub fn send(line: String) {
    LINES.with_borrow_mut(|lines| lines.push_back(line));
    turns::push(obey_next);
    interrupt();
}

/// Obeys the lines that have come while the engine is thinking, up to one that must wait for the end of the
/// search.
pub fn interrupt() {
    if LINES.with_borrow(VecDeque::is_empty) {
        return;
    }
    SESSION.with(|session| {
        // In batch mode, and within a command, the session is not free.
        if let Ok(mut session) = session.try_borrow_mut()
            && session.is_thinking()
        {
            while let Some(line) = LINES.with_borrow(|lines| lines.front().cloned()) {
                if !session.interrupt(line.as_bytes()) {
                    break;
                }
                LINES.with_borrow_mut(VecDeque::pop_front);
            }
        }
    });
}

/// Puts a file in memory, where the session's options find it: `BookFile` a book by its name, `TablePath`
/// endgame tables by what stands before the slash in theirs, `EvalFile` a network.
#[wasm_bindgen(js_name = addFile)]
pub fn add_file(name: &str, bytes: &[u8]) {
    chuhe::files::memory::insert(name, bytes);
}

/// Obeys the line that has waited longest, if one is left.
fn obey_next() {
    if let Some(line) = LINES.with_borrow_mut(VecDeque::pop_front) {
        // After `quit` the session is over, and the worker closes itself.
        let _ = SESSION.with_borrow_mut(|session| session.obey_line(line.as_bytes()));
    }
}
