// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of a search (`MultiPV`), collected from its reports.

use super::info::{ScoreBound, SearchInfo, SearchResult};
use core::cmp::Reverse;

/// Greater than all scores in centipawns.
const WIN: i32 = 1_000_000;

/// The latest exact report on each first move.
///
/// ```
/// use chuhe::search::{Limits, Lines, Listener, SearchInfo, Settings};
/// use chuhe::{Engine, Position};
///
/// struct Collector(Lines);
///
/// impl Listener for Collector {
///     fn on_info(&mut self, info: &SearchInfo) {
///         self.0.record(info);
///     }
/// }
///
/// let mut engine = Engine::new(1);
/// engine.set_settings(Settings { multi_pv: 3, ..Settings::default() });
/// let mut collector = Collector(Lines::default());
/// let result = engine.search_with(&Position::startpos(), &Limits::depth(3), &mut collector);
/// let lines = collector.0.of_result(&result, 3);
/// assert_eq!((lines.len(), lines[0].pv.first()), (3, result.best_move.as_ref()));
/// ```
#[derive(Clone, Default, Debug)]
pub struct Lines(Vec<SearchInfo>);

impl Lines {
    /// Takes a report; it replaces an earlier one on the same move.
    pub fn record(&mut self, info: &SearchInfo) {
        if info.bound != ScoreBound::Exact {
            return;
        }
        match self.0.iter_mut().find(|line| line.pv.first() == info.pv.first()) {
            Some(line) => line.clone_from(info),
            None => self.0.push(info.clone()),
        }
    }

    /// Returns the deepest lines first, and of one depth the best: an iteration that was cut short has
    /// reports on some moves only, and on the others those of the iteration before stand.
    pub fn best_first(&self) -> Vec<&SearchInfo> {
        let mut sorted: Vec<_> = self.0.iter().collect();
        sorted.sort_by_key(|line| (Reverse(line.depth), Reverse(line.score.number(WIN))));
        sorted
    }

    /// Returns up to `count` lines of a search with this result, which is the first of them: its last
    /// iteration may have ended early, with a better move than those of the reports. A result without a
    /// move has no lines.
    pub fn of_result(&self, result: &SearchResult, count: usize) -> Vec<SearchInfo> {
        let Some(best) = result.best_move else { return Vec::new() };
        let mut first = result.info();
        if first.pv.is_empty() {
            first.pv.push(best);
        }
        first.seldepth = self.seldepth().unwrap_or(result.depth);
        let others = self.best_first().into_iter().filter(|line| line.pv.first() != Some(&best));
        core::iter::once(first).chain(others.cloned()).take(count).collect()
    }

    /// Returns the length of the longest line searched, in plies; `None` before the first report.
    pub fn seldepth(&self) -> Option<u32> {
        self.0.iter().map(|line| line.seldepth).max()
    }
}
