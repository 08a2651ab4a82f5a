// SPDX-License-Identifier: MIT OR Apache-2.0
//! Progress and result of a search. Nothing is printed here: a [`Listener`] decides what to do with them.

use std::time::Duration;
use xiangqi::types::{Move, Score, Value};

/// The bound that a reported score is.
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
    /// Length of the longest line searched, in plies (selective depth).
    pub seldepth: u32,
    /// Index of the line (`MultiPV`), from 1.
    pub multi_pv: usize,
    /// The value for the side to move, in the search's own unit.
    pub value: Value,
    /// The same as a score, for output.
    pub score: Score,
    /// The bound that the score is.
    pub bound: ScoreBound,
    /// Nodes searched so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Fill of the transposition table, per mille.
    pub hashfull: u32,
    /// Positions that the endgame tables knew.
    pub tb_hits: u64,
    /// The principal variation, best move first.
    pub pv: Vec<Move>,
}

impl SearchInfo {
    /// Creates a report of the best line, with an exact value and without counts and time.
    pub fn new(depth: u32, value: Value, pv: Vec<Move>) -> Self {
        Self {
            depth,
            seldepth: depth,
            multi_pv: 1,
            value,
            score: value.into(),
            bound: ScoreBound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            pv,
        }
    }

    /// Nodes per second so far.
    pub fn nps(&self) -> u64 {
        (u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1)) as u64
    }
}

/// The answer to [`Limits::mate`](super::Limits::mate).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateVerdict {
    /// There is such a mate.
    Proven {
        /// There is no shorter one.
        is_shortest: bool,
    },
    /// There is no such mate.
    Refuted,
    /// The solver came to its limit.
    Unknown {
        /// There is no mate in this number of moves.
        refuted: u32,
    },
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if the side to move has none (mated, stalemated, or all banned).
    pub best_move: Option<Move>,
    /// The expected reply.
    pub ponder: Option<Move>,
    /// The value for the side to move, in the search's own unit.
    pub value: Value,
    /// The same as a score, for output.
    pub score: Score,
    /// Depth of the last completed iteration, in plies.
    pub depth: u32,
    /// Nodes searched, by all threads.
    pub nodes: u64,
    /// Positions that the endgame tables knew.
    pub tb_hits: u64,
    /// Time used.
    pub time: Duration,
    /// The principal variation.
    pub pv: Vec<Move>,
    /// The answer to [`Limits::mate`](super::Limits::mate), if that was given.
    pub mate_verdict: Option<MateVerdict>,
}

impl SearchResult {
    /// Creates a result from the value and the principal variation, without counts and time. The variation
    /// begins with the best move and the expected reply.
    pub fn new(depth: u32, value: Value, pv: Vec<Move>) -> Self {
        Self {
            best_move: pv.first().copied(),
            ponder: pv.get(1).copied(),
            value,
            score: value.into(),
            depth,
            nodes: 0,
            tb_hits: 0,
            time: Duration::ZERO,
            pv,
            mate_verdict: None,
        }
    }

    /// Returns the result as a report.
    pub fn info(&self) -> SearchInfo {
        let Self { value, depth, nodes, tb_hits, time, ref pv, .. } = *self;
        SearchInfo { nodes, time, tb_hits, ..SearchInfo::new(depth, value, pv.clone()) }
    }
}

/// Receives the progress and the result of a search, on the thread of the search.
pub trait Listener: Send {
    /// Called with a warning for the user, such as that fewer threads are running than were asked for.
    fn on_warning(&mut self, warning: &str) {
        let _ = warning;
    }

    /// Called with a result that is not a score, such as that there is no mate in the moves asked for.
    fn on_message(&mut self, message: &str) {
        let _ = message;
    }

    /// Called after an iteration or one line of it, and after a while also for values outside the aspiration
    /// window.
    fn on_info(&mut self, info: &SearchInfo) {
        let _ = info;
    }

    /// Called before a root move is searched (`number` from 1), `time` after the search began; only after
    /// some seconds.
    fn on_current_move(&mut self, mv: Move, number: usize, time: Duration) {
        let _ = (mv, number, time);
    }

    /// Called when a search in the background has ended by itself and its result is held back until
    /// `ponderhit` or `stop`; [`on_result`](Self::on_result) follows then.
    fn on_held(&mut self, result: &SearchResult) {
        let _ = result;
    }

    /// Called once for each search started in the background, when its result may be given.
    fn on_result(&mut self, result: &SearchResult) {
        let _ = result;
    }
}

/// Ignores all reports.
impl Listener for () {}
