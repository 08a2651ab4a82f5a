// SPDX-License-Identifier: MIT OR Apache-2.0
//! Aspiration windows: an iteration searches a narrow window around the value of the last one, which cuts
//! more. If the value falls outside, the window is widened on that side and the iteration repeated. The more
//! the value has been changing, and the further it is from 0, the wider is the first window.

use super::control::Stopped;
use super::params;
use super::progress::DETAILS_AFTER;
use super::report::ScoreBound;
use super::worker::Worker;
use crate::types::value::{INFINITE, is_decisive};
use crate::types::{Depth, Value};

/// Attempts before the window is opened fully.
const TRIES: usize = 6;

impl Worker<'_> {
    /// Searches the current line to `depth`.
    pub fn search_window(&mut self, depth: Depth) -> Result<(), Stopped> {
        let expected = self.root_moves[self.line].previous;
        let volatility = self.volatility[self.line];
        let mut margin = params::aspiration_margin()
            + volatility * params::aspiration_volatility() / 16
            + expected * expected / 25_000;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= Depth::plies(params::aspiration_depth()) && !is_decisive(expected) {
            alpha = (expected - margin).max(-INFINITE);
            beta = (expected + margin).min(INFINITE);
        }
        let mut failed_high = 0;
        for attempt in 0.. {
            let reduction = if self.pruning.reductions { Depth::plies(failed_high) } else { Depth::ZERO };
            let reduced = (depth - reduction).max(Depth::ONE_PLY);
            let value = self.search_root(alpha, beta, reduced)?;
            // A stable sort: among equals the order of the last iteration stays.
            self.root_moves[self.line..].sort_by_key(|root_move| -root_move.value);
            if value > alpha && value < beta {
                if !is_decisive(value) && !is_decisive(expected) {
                    self.volatility[self.line] = Value::midpoint(volatility, (value - expected).abs());
                }
                self.store_root(value, reduced);
                return Ok(());
            }
            if self.shared.start.elapsed() >= DETAILS_AFTER {
                let bound = if value <= alpha { ScoreBound::Upper } else { ScoreBound::Lower };
                self.report(depth.whole().unsigned_abs(), self.line, bound);
            }
            margin += margin / 3 + 2;
            let open = attempt >= TRIES || is_decisive(value);
            if value <= alpha {
                beta = if open { INFINITE } else { Value::midpoint(alpha, beta) };
                alpha = if open { -INFINITE } else { (value - margin).max(-INFINITE) };
                failed_high = 0;
            } else {
                beta = if open { INFINITE } else { (value + margin).min(INFINITE) };
                failed_high = (failed_high + 1).min(3);
            }
        }
        unreachable!("a fully open window contains every value")
    }
}
