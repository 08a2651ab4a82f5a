// SPDX-License-Identifier: MIT OR Apache-2.0
//! A move from an opening book as the answer to a search.

use crate::book::BookMove;
use crate::position::Position;
use crate::search::{Listener, SearchResult, Settings};
use crate::types::Move;
use crate::types::value::{MAX_ORDINARY, from_centipawns};
use std::time::Instant;

/// An answer of depth 0 that needed no search.
pub struct BookAnswer(SearchResult);

impl BookAnswer {
    /// Makes an answer of a book move and the reply expected to it. The score is the book's; if the book has
    /// none, it is the static evaluation.
    pub fn new(
        position: &Position,
        known: BookMove,
        ponder: Option<Move>,
        settings: &Settings,
        start: Instant,
    ) -> Self {
        let value = if known.depth > 0 {
            from_centipawns(known.value.into()).clamp(-MAX_ORDINARY, MAX_ORDINARY)
        } else {
            settings.evaluate(position)
        };
        let pv = [known.mv].into_iter().chain(ponder).collect();
        Self(SearchResult { time: start.elapsed(), ..SearchResult::new(0, value, pv) })
    }

    /// Reports the answer to `listener` as a search would, and returns it.
    pub fn report(self, listener: &mut dyn Listener) -> SearchResult {
        listener.on_info(&self.0.info());
        self.0
    }
}
