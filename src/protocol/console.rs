// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output and the state of a session, which the reading thread and the searching thread share.
//!
//! Both are behind one lock, so that the answer to `go` and the return to idle are a single step: a program
//! that has read the answer finds the engine idle.

use super::output::Output;
use super::state::{Purpose, SessionState};
use crate::engine::DrawResignPolicy;
use crate::position::Position;
use crate::types::Score;
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use ucci::{BestMove, Dialect, Reply};

/// A [`Conversation`] behind a lock.
pub struct Console {
    conversation: Mutex<Conversation>,
}

/// The part of a session that both threads use.
pub struct Conversation {
    pub output: Output,
    /// UCI before the first greeting.
    pub dialect: Dialect,
    pub state: SessionState,
    pub policy: DrawResignPolicy,
}

impl Console {
    pub fn new(out: Box<dyn Write + Send>) -> Self {
        let conversation = Conversation {
            output: Output::new(out),
            dialect: Dialect::Uci,
            state: SessionState::Booting,
            policy: DrawResignPolicy::default(),
        };
        Self { conversation: Mutex::new(conversation) }
    }

    pub fn lock(&self) -> MutexGuard<'_, Conversation> {
        self.conversation.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn dialect(&self) -> Dialect {
        self.lock().dialect
    }

    pub fn state(&self) -> SessionState {
        self.lock().state
    }

    /// Writes a reply that is not an answer to `go`.
    pub fn say(&self, reply: &Reply) {
        let mut conversation = self.lock();
        let line = reply.to_line(conversation.dialect);
        conversation.output.write([line]);
    }

    /// Writes a diagnostic remark.
    pub fn note(&self, text: String) {
        self.say(&Reply::Note(text));
    }

    /// Writes a message for the user.
    pub fn message(&self, text: String) {
        self.say(&Reply::Message(text));
    }
}

impl Conversation {
    /// Writes the answer to `go`, the last of `replies`. The engine is idle on return.
    pub fn answer(&mut self, replies: &[Reply]) {
        let dialect = self.dialect;
        self.output.write(replies.iter().map(|reply| reply.to_line(dialect)));
        self.state = SessionState::answered_now();
    }

    /// Accepts a draw or resigns with the move found for `position`, in a game and not in an analysis.
    pub fn decide(&mut self, best: &mut BestMove, score: Score, position: &Position) {
        if let Purpose::Game { draw_offered } = self.state.purpose() {
            best.resign = self.policy.resigns(score, position);
            best.draw = !best.resign && draw_offered && DrawResignPolicy::accepts_draw(score, position);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_returns_to_idle() {
        let console = Console::new(Box::new(std::io::sink()));
        console.lock().state = SessionState::Thinking { purpose: Purpose::Analysis };
        console.lock().answer(&[Reply::NoBestMove]);
        assert!(!console.state().is_thinking() && console.state().has_just_answered());
    }
}
