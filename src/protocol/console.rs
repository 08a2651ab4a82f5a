// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output and the state of a session, which the reading thread and the searching thread share.
//!
//! Both are behind one lock, so that the answer to `go` and the return to idle are a single step: a program
//! that has read the answer finds the engine idle. Lines are in ASCII, never empty, short enough for the
//! buffers of other programs, and flushed at once.

use super::state::{Purpose, SessionState};
use crate::engine::DrawResignPolicy;
use std::io::Write;
use std::sync::{Mutex, MutexGuard};
use ucci::{BestMove, Dialect, Reply};
use xiangqi::position::Position;
use xiangqi::types::Score;

/// Target of the log records about lines read and written.
pub const LOG: &str = "chuhe::protocol";

/// Maximum length of a line: some programs read lines into 2048 bytes.
const MAX_LENGTH: usize = 1890;

/// A [`Conversation`] behind a lock.
pub struct Console {
    conversation: Mutex<Conversation>,
}

/// The part of a session that both threads use.
pub struct Conversation {
    out: Box<dyn Write + Send>,
    /// Writing has failed; nothing more is written.
    is_broken: bool,
    /// UCI before the first greeting.
    pub dialect: Dialect,
    pub state: SessionState,
    pub policy: DrawResignPolicy,
}

impl Console {
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        let conversation = Conversation {
            out,
            is_broken: false,
            dialect: Dialect::Uci,
            state: SessionState::Booting,
            policy: DrawResignPolicy::default(),
        };
        Self { conversation: Mutex::new(conversation) }
    }

    pub fn lock(&self) -> MutexGuard<'_, Conversation> {
        self.conversation.lock().expect("a panic ends the program")
    }

    pub fn dialect(&self) -> Dialect {
        self.lock().dialect
    }

    pub fn state(&self) -> SessionState {
        self.lock().state
    }

    pub fn is_broken(&self) -> bool {
        self.lock().is_broken()
    }

    /// Writes replies that are not the answer to `go`.
    pub fn say(&self, replies: &[Reply]) {
        self.lock().say(replies);
    }

    /// Writes a diagnostic remark.
    pub fn note(&self, text: String) {
        self.say(&[Reply::Note(text)]);
    }

    /// Writes a message for the user.
    pub fn message(&self, text: String) {
        self.say(&[Reply::Message(text)]);
    }
}

impl Conversation {
    /// Returns true if writing has failed.
    pub fn is_broken(&self) -> bool {
        self.is_broken
    }

    /// Writes replies.
    pub fn say(&mut self, replies: &[Reply]) {
        let dialect = self.dialect;
        self.write(replies.iter().map(|reply| reply.to_line(dialect)));
    }

    /// Writes the answer to `go`, the last of `replies`. The engine is idle on return.
    pub fn answer(&mut self, replies: &[Reply]) {
        self.say(replies);
        self.state = SessionState::answered_now();
    }

    /// Writes lines, all in one write, since each write wakes the reader.
    pub fn write(&mut self, lines: impl IntoIterator<Item = String>) {
        let mut text = String::new();
        for line in lines.into_iter().map(|line| fit(&line)).filter(|line| !line.is_empty()) {
            log::debug!(target: LOG, "> {line}");
            text += &line;
            text.push('\n');
        }
        if !text.is_empty() && !self.is_broken {
            let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
            self.is_broken = written.is_err();
        }
    }

    /// Accepts a draw or resigns with the move found for `position`, in a game and not in an analysis.
    pub fn decide(&mut self, best: &mut BestMove, score: Score, position: &Position) {
        if let Purpose::Game { draw_offered } = self.state.purpose() {
            best.resign = self.policy.resigns(score, position);
            best.draw = !best.resign && draw_offered && DrawResignPolicy::accepts_draw(score, position);
        }
    }
}

/// Returns the text without spaces, for use in free text. Some programs search whole lines for keywords such
/// as ` depth `, so quoted text must not contain words.
pub fn one_word(text: &str) -> String {
    text.replace(' ', "_")
}

/// Returns the line in ASCII, cut to the maximum length.
fn fit(line: &str) -> String {
    let mut line: String = line
        .chars()
        .map(|c| match c {
            ' '..='~' => c,
            _ if c.is_control() => ' ',
            _ => '?',
        })
        .collect();
    if line.len() > MAX_LENGTH {
        let end = line[..MAX_LENGTH].rfind(' ').unwrap_or(MAX_LENGTH);
        line.truncate(end);
    }
    line.truncate(line.trim_end().len());
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::tests::Shared;

    #[test]
    fn an_answer_returns_to_idle() {
        let console = Console::new(Box::new(std::io::sink()));
        console.lock().state = SessionState::Counting;
        console.lock().answer(&[Reply::NoBestMove]);
        assert!(!console.state().is_thinking() && console.state().has_just_answered());
    }

    #[test]
    fn lines_are_short_ascii_and_never_empty() {
        let output = Shared::default();
        let console = Console::new(Box::new(output.clone()));
        for text in ["", "  ", "ab\ncd  ", "马8进7"] {
            console.lock().write([text.to_owned()]);
        }
        console.lock().write(["h2e2 ".repeat(1000)]);
        let lines = output.take_lines();
        assert_eq!(lines[..2], ["ab cd", "?8?7"]);
        assert_eq!(lines[2].len(), MAX_LENGTH - 1);
        assert!(lines[2].ends_with(" h2e2"));
        assert_eq!(lines.len(), 3);
    }

    #[test]
    fn a_broken_pipe_is_noticed_without_a_panic() {
        struct Broken;

        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::BrokenPipe.into())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }

        let console = Console::new(Box::new(Broken));
        console.say(&[Reply::Ready]);
        console.say(&[Reply::Ready]);
        assert!(console.is_broken());
    }
}
