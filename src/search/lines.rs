// SPDX-License-Identifier: MIT OR Apache-2.0
//! The lines of a search (`MultiPV`), collected from its reports.

use super::info::{ScoreBound, SearchInfo, SearchResult};

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
    /// Takes a report, which goes to its place. An earlier line with the same first move goes: each line begins
    /// with another move, while those of an iteration come one after the other.
    pub fn record(&mut self, info: &SearchInfo) {
        if info.bound == ScoreBound::Exact && !info.pv.is_empty() {
            self.0.retain(|line| line.pv.first() != info.pv.first());
            self.0.insert((info.multi_pv - 1).min(self.0.len()), info.clone());
        }
    }

    /// Returns the lines, the best first. Those beyond the number that the search reports are older.
    pub fn best_first(&self) -> &[SearchInfo] {
        &self.0
    }

    /// Returns up to `count` lines of a search with this result, which is the first of them: a single line may
    /// have ended with a better move than that of the last report. A result without a move has no lines.
    pub fn of_result(&self, result: &SearchResult, count: usize) -> Vec<SearchInfo> {
        let Some(best) = result.best_move else { return Vec::new() };
        let mut first = result.info();
        if first.pv.is_empty() {
            first.pv.push(best);
        }
        first.seldepth = self.seldepth().unwrap_or(result.depth);
        let others = self.0.iter().filter(|line| line.pv.first() != Some(&best));
        core::iter::once(first).chain(others.cloned()).take(count).collect()
    }

    /// Returns the length of the longest line searched, in plies; `None` before the first report.
    pub fn seldepth(&self) -> Option<u32> {
        self.0.iter().map(|line| line.seldepth).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_begins_with_another_move() {
        let mut lines = Lines::default();
        let mut report = |multi_pv, depth, mv: &str| {
            let info = SearchInfo::new(depth, 0, vec![mv.parse().unwrap()]);
            lines.record(&SearchInfo { multi_pv, ..info });
            let best = lines.best_first().iter().take(3);
            best.map(|line| format!("{}{}", line.pv[0], line.depth)).collect::<Vec<_>>().join(" ")
        };
        report(1, 1, "h2e2");
        report(2, 1, "b2e2");
        assert_eq!(report(3, 1, "c3c4"), "h2e21 b2e21 c3c41");
        // The next iteration finds the second move best, and another third one.
        assert_eq!(report(1, 2, "b2e2"), "b2e22 h2e21 c3c41");
        assert_eq!(report(2, 2, "h2e2"), "b2e22 h2e22 c3c41");
        assert_eq!(report(3, 2, "g3g4"), "b2e22 h2e22 g3g42");
        assert_eq!(report(1, 3, "a0a1"), "a0a13 b2e22 h2e22");
    }
}
