// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reports to the listener while the main thread searches.

use super::report::{ScoreBound, SearchInfo};
use super::worker::Worker;
use crate::types::Move;
use std::time::Duration;

/// Time before the current root move and values outside the aspiration window are reported.
pub const DETAILS_AFTER: Duration = Duration::from_secs(3);

impl Worker<'_> {
    /// Reports line `line` (from 0) of iteration `depth`.
    pub fn report(&mut self, depth: u32, line: usize, bound: ScoreBound) {
        if !self.is_main() {
            return;
        }
        self.publish();
        let root_move = &self.root_moves[line];
        let info = SearchInfo {
            seldepth: u32::try_from(root_move.seldepth).unwrap_or(0),
            multi_pv: line + 1,
            bound,
            nodes: self.shared.nodes(),
            time: self.shared.start.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            tb_hits: self.shared.tb_hits(),
            ..SearchInfo::new(depth, root_move.value.into(), root_move.pv.clone())
        };
        if let Some(listener) = &mut self.listener {
            listener.on_info(&info);
        }
    }

    /// Reports the root move under search, once the search has taken a while.
    pub fn report_current_move(&mut self, mv: Move, number: usize) {
        if let Some(listener) = &mut self.listener
            && self.shared.start.elapsed() >= DETAILS_AFTER
        {
            listener.on_current_move(mv, number);
        }
    }
}
