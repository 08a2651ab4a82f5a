// SPDX-License-Identifier: MIT OR Apache-2.0
//! The listener of a search: writes its `info` lines and its answer.

use super::console::{Console, Conversation};
use super::report::{Report, ReportStyle};
use crate::engine::Stopper;
use crate::position::Position;
use crate::search::{Listener, SearchInfo, SearchResult};
use crate::types::Move;
use std::sync::Arc;
use std::time::Instant;
use ucci::{BestMove, Reply};

/// Listens to one search.
pub struct Reporter {
    console: Arc<Console>,
    style: ReportStyle,
    report: Report,
    position: Position,
    start: Instant,
    stopper: Stopper,
}

impl Reporter {
    /// Returns a listener for a search of `position` whose `go` was read at `start`. It stops the search when
    /// its reports cannot be written.
    pub fn new(
        console: Arc<Console>,
        style: ReportStyle,
        position: Position,
        start: Instant,
        stopper: Stopper,
    ) -> Self {
        Self { console, style, report: Report::new(style), position, start, stopper }
    }

    fn say(&self, replies: &[Reply]) {
        for reply in replies {
            self.console.say(reply);
        }
        if self.console.lock().output.is_broken() {
            self.stopper.stop();
        }
    }

    /// Returns the answer to `go`. The ponder move is left out unless it is legal after the best move.
    fn answer(&self, result: &SearchResult, conversation: &mut Conversation) -> Reply {
        let Some(mv) = result.best_move else { return Reply::NoBestMove };
        let ranks = self.style.ranks;
        let mut best = BestMove::new(ranks.write(mv));
        let ponder = result.ponder.filter(|&reply| self.position.after(mv).is_legal(reply));
        best.ponder = ponder.map(|reply| ranks.write(reply));
        conversation.decide(&mut best, result.score, &self.position);
        Reply::BestMove(best)
    }
}

impl Listener for Reporter {
    fn on_warning(&mut self, warning: &str) {
        self.console.message(warning.to_owned());
    }

    fn on_message(&mut self, message: &str) {
        self.console.message(message.to_owned());
    }

    fn on_info(&mut self, info: &SearchInfo) {
        let replies = self.report.on_info(info);
        self.say(&replies);
    }

    fn on_current_move(&mut self, mv: Move, number: usize) {
        let replies = self.report.on_current_move(mv, number, self.start.elapsed());
        self.say(&replies);
    }

    fn on_held(&mut self, result: &SearchResult) {
        let replies = self.report.on_end(result, &self.position);
        self.say(&replies);
    }

    fn on_result(&mut self, result: &SearchResult) {
        let mut replies = self.report.on_end(result, &self.position);
        let mut conversation = self.console.lock();
        replies.push(self.answer(result, &mut conversation));
        conversation.answer(&replies);
    }
}
