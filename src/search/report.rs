// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a search tells its caller. Nothing is printed here: a [`Listener`] decides.

use crate::types::{Move, Score, Value};
use std::time::Duration;

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScoreBound {
    /// The score itself.
    Exact,
    /// At least this (the search failed high).
    Lower,
    /// At most this (the search failed low).
    Upper,
}

/// The state of a search after an iteration or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchInfo {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest line looked at, in plies.
    pub seldepth: u32,
    /// Which of several lines, from 1.
    pub multi_pv: usize,
    /// Value for the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: ScoreBound,
    /// Positions searched so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Fill of the table, per mille.
    pub hashfull: u32,
    /// The principal variation, best move first.
    pub pv: Vec<Move>,
}

impl SearchInfo {
    /// Positions a second so far.
    #[allow(clippy::cast_possible_truncation, reason = "below 2^64 for centuries")]
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// What came out of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if the side to move has none (mated, stalemated, or all banned).
    pub best_move: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// What the search computed for the side to move.
    pub value: Value,
    /// How that is shown.
    pub score: Score,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
    /// Positions searched, by all threads.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// The principal variation.
    pub pv: Vec<Move>,
}

/// Receives what a search finds. All methods may be called from the search's thread.
pub trait Listener: Send {
    /// An iteration, or one line of it, is done (or failed high or low after a while).
    fn on_info(&mut self, info: &SearchInfo) {
        let _ = info;
    }

    /// A root move is being looked at (number from 1); only after some seconds.
    fn on_current_move(&mut self, mv: Move, number: usize) {
        let _ = (mv, number);
    }

    /// The search is over and its answer may be given. Called once for each search started in the background.
    fn on_result(&mut self, result: &SearchResult) {
        let _ = result;
    }
}

/// Nobody listens.
impl Listener for () {}
