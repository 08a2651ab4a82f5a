// SPDX-License-Identifier: MIT OR Apache-2.0
//! A move from an opening book as the answer to a search.

use crate::book::BookMove;
use crate::position::Position;
use crate::search::{Listener, ScoreBound, SearchInfo, SearchResult, Settings};
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
        Self(SearchResult {
            best_move: Some(known.mv),
            ponder,
            value,
            score: value.into(),
            depth: 0,
            nodes: 0,
            table_hits: 0,
            time: start.elapsed(),
            pv: [known.mv].into_iter().chain(ponder).collect(),
            mate_verdict: None,
        })
    }

    /// Reports the answer to `listener` as a search would, and returns it.
    pub fn report(self, listener: &mut dyn Listener) -> SearchResult {
        let SearchResult { score, depth, nodes, time, ref pv, .. } = self.0;
        let info = SearchInfo {
            depth,
            seldepth: depth,
            multi_pv: 1,
            score,
            bound: ScoreBound::Exact,
            nodes,
            time,
            hashfull: 0,
            table_hits: 0,
            pv: pv.clone(),
        };
        listener.on_info(&info);
        self.0
    }
}
