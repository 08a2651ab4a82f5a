// SPDX-License-Identifier: MIT OR Apache-2.0
//! A session over in-memory pipes.

use crate::protocol::Session;
use std::io::Write;
use std::sync::{Arc, Mutex};

/// An output whose contents can be read.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub fn answers_to(input: &[u8]) -> String {
    let output = Shared::default();
    Session::new(Box::new(output.clone())).run(input);
    String::from_utf8(output.0.lock().unwrap().clone()).unwrap()
}

/// Returns the answers to lines after a greeting, without the answer to the greeting.
pub fn answers(greeting: &str, lines: &[&str]) -> Vec<String> {
    let output = answers_to(format!("{greeting}\n{}", lines.join("\n")).as_bytes());
    let after = output.split_once(&format!("{greeting}ok\n")).unwrap_or_else(|| panic!("{output}")).1;
    after.lines().map(str::to_owned).collect()
}

/// Keeps the FENs of the answers to `d`, and all that is not part of such an answer.
pub fn without_boards(answers: Vec<String>) -> Vec<String> {
    let is_drawing = |line: &str| line.starts_with(|c: char| c.is_ascii_digit() || c == ' ');
    let is_extra = |line: &str| line.starts_with("Key: ") || line.starts_with("Checkers:");
    answers.into_iter().filter(|line| !is_drawing(line) && !is_extra(line)).collect()
}

/// The FEN in the answer to `d` in the start position.
pub const DISPLAYED_START: &str =
    "Fen: rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
