// SPDX-License-Identifier: MIT OR Apache-2.0
//! The progress of a search → `info` replies.
//!
//! Reports in the first 300 ms of a search, and those beyond 20 lines per second, are held back, since GUIs
//! cannot cope with floods of lines. The last one held back is written when the search ends, so that every
//! answer comes with a score and a variation, and a search that ends before its answer is due shows its
//! result.

use crate::eval::WdlModel;
use crate::position::Position;
use crate::search::{ScoreBound, SearchInfo, SearchResult};
use crate::types::{Move, Score};
use std::time::Duration;
use ucci::{Bound, Dialect, Info, RankBase, Reply};

/// Time of a search before its first report.
const SILENCE: Duration = Duration::from_millis(300);
/// Time of a search before its first `currmove`.
const MOVE_SILENCE: Duration = Duration::from_secs(3);
/// At most 20 lines per second.
const PER_LINE: Duration = Duration::from_millis(50);
/// Maximum length of a variation in plies; longer ones are cut.
const MAX_PV: usize = 250;

/// The form of reports.
#[derive(Clone, Copy, Debug)]
pub struct ReportStyle {
    pub dialect: Dialect,
    pub ranks: RankBase,
    /// The WDL model of the position, if WDL is reported.
    pub wdl: Option<WdlModel>,
    /// More than one variation is searched.
    pub is_multi_pv: bool,
}

/// Chooses the reports of one search and puts them into words.
pub struct Report {
    style: ReportStyle,
    /// Time of the search before which nothing more is reported.
    earliest: Duration,
    /// The variations of the current iteration are reported at once, not held back.
    is_passing: bool,
    held: Vec<SearchInfo>,
    /// First move of the best variation last reported.
    reported: Option<Move>,
    depth: u32,
    hashfull: u32,
    has_ended: bool,
}

impl Report {
    pub fn new(style: ReportStyle) -> Self {
        Self {
            style,
            earliest: SILENCE,
            is_passing: false,
            held: Vec::new(),
            reported: None,
            depth: 0,
            hashfull: 0,
            has_ended: false,
        }
    }

    /// Returns the replies to write after an iteration. All its variations are reported, or held back,
    /// together.
    pub fn on_info(&mut self, info: &SearchInfo) -> Vec<Reply> {
        (self.depth, self.hashfull) = (info.depth, info.hashfull);
        if info.multi_pv == 1 {
            self.is_passing = info.time >= self.earliest;
        }
        if info.bound != ScoreBound::Exact {
            let is_reported = self.is_passing && self.style.dialect == Dialect::Uci;
            return if is_reported { vec![self.word(info)] } else { Vec::new() };
        }
        if info.multi_pv == 1 {
            self.held.clear();
        }
        if self.is_passing {
            vec![self.word(info)]
        } else {
            self.held.push(info.clone());
            Vec::new()
        }
    }

    /// Returns the replies to write when the search starts on a root move.
    pub fn on_current_move(&mut self, mv: Move, number: usize, elapsed: Duration) -> Vec<Reply> {
        if elapsed < self.earliest.max(MOVE_SILENCE) {
            return Vec::new();
        }
        let mut replies = self.release();
        self.earliest = elapsed.max(self.earliest) + PER_LINE;
        replies.push(Reply::Info(Info {
            depth: (self.style.dialect == Dialect::Uci).then_some(self.depth),
            currmove: Some(self.style.ranks.write(mv)),
            currmovenumber: Some(number),
            ..Info::default()
        }));
        replies
    }

    /// Returns the replies to write at the end of the search; none if it was known before.
    pub fn on_end(&mut self, result: &SearchResult, position: &Position) -> Vec<Reply> {
        if std::mem::replace(&mut self.has_ended, true) {
            return Vec::new();
        }
        let mut replies = self.release();
        let Some(best) = result.best_move else {
            if self.style.dialect == Dialect::Uci && !position.has_legal_move() {
                let mated = Info { depth: Some(0), score: Some(ucci::Score::Mate(0)), ..Info::default() };
                replies.push(Reply::Info(mated));
            }
            return replies;
        };
        if self.reported != Some(best) {
            let has_pv = result.pv.first() == Some(&best);
            let depth = result.depth.max(1);
            replies.push(self.word(&SearchInfo {
                depth,
                seldepth: depth,
                hashfull: self.hashfull,
                pv: if has_pv { result.pv.clone() } else { vec![best] },
                ..result.info()
            }));
        }
        replies
    }

    /// Returns the reports held back.
    fn release(&mut self) -> Vec<Reply> {
        let held = std::mem::take(&mut self.held);
        held.iter().map(|info| self.word(info)).collect()
    }

    /// Puts one report into words.
    fn word(&mut self, info: &SearchInfo) -> Reply {
        if info.multi_pv == 1 && info.bound == ScoreBound::Exact {
            self.reported = info.pv.first().copied();
        }
        self.earliest = self.earliest.max(info.time) + PER_LINE;
        let is_uci = self.style.dialect == Dialect::Uci;
        Reply::Info(Info {
            depth: Some(info.depth),
            seldepth: is_uci.then_some(info.seldepth),
            multipv: (self.style.is_multi_pv || is_uci).then_some(info.multi_pv),
            score: Some(protocol_score(info.score)),
            bound: match info.bound {
                ScoreBound::Exact => None,
                ScoreBound::Lower => Some(Bound::Lower),
                ScoreBound::Upper => Some(Bound::Upper),
            },
            wdl: self.style.wdl.map(|wdl| wdl.per_mille(info.score)),
            nodes: Some(info.nodes),
            nps: Some(info.nps()),
            hashfull: Some(info.hashfull),
            tbhits: Some(info.tb_hits),
            time: Some(info.time.as_millis().try_into().unwrap_or(u64::MAX)),
            pv: info.pv.iter().take(MAX_PV).map(|&mv| self.style.ranks.write(mv)).collect(),
            ..Info::default()
        })
    }
}

/// Returns a score as the protocols show it. Wins by the repetition rules depend on the game so far, and the
/// length of wins by endgame tables is unknown; both are shown as large ordinary scores, never as mates.
pub fn protocol_score(score: Score) -> ucci::Score {
    match score {
        Score::Cp(cp) => ucci::Score::Cp(cp),
        Score::Mate(plies) => ucci::Score::Mate(plies),
        Score::Tb(plies) | Score::Rule(plies) => ucci::Score::Cp(if plies < 0 { -9000 } else { 9000 }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn style(dialect: Dialect) -> ReportStyle {
        ReportStyle { dialect, ranks: RankBase::Zero, wdl: None, is_multi_pv: false }
    }

    fn info(depth: u32, milliseconds: u64) -> SearchInfo {
        let pv = vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()];
        SearchInfo {
            seldepth: depth + 2,
            nodes: 1000,
            time: Duration::from_millis(milliseconds),
            hashfull: 3,
            tb_hits: 5,
            ..SearchInfo::new(depth, Score::Cp(12), pv)
        }
    }

    fn result(best: Option<&str>) -> SearchResult {
        let best_move = best.map(|word| word.parse().unwrap());
        SearchResult {
            score: Score::Cp(-7),
            nodes: 2000,
            time: Duration::from_millis(250),
            ..SearchResult::new(4, -18, best_move.into_iter().collect())
        }
    }

    fn lines(replies: &[Reply], dialect: Dialect) -> Vec<String> {
        replies.iter().map(|reply| reply.to_line(dialect)).collect()
    }

    #[test]
    fn wins_by_rule_and_by_table_are_large_scores() {
        for (score, cp) in [(Score::Rule(5), 9000), (Score::Rule(-4), -9000), (Score::Tb(7), 9000)] {
            assert_eq!(protocol_score(score), ucci::Score::Cp(cp));
        }
    }

    #[test]
    fn early_reports_wait_for_the_answer_and_late_ones_do_not() {
        let mut report = Report::new(style(Dialect::Ucci));
        assert!(report.on_info(&info(1, 1)).is_empty());
        assert!(report.on_info(&info(2, 2)).is_empty());
        let last = report.on_end(&result(Some("h2e2")), &Position::startpos());
        assert_eq!(
            lines(&last, Dialect::Ucci),
            ["info depth 2 score 12 time 2 nodes 1000 nps 500000 hashfull 3 pv h2e2 h9g7"]
        );
        let mut report = Report::new(style(Dialect::Uci));
        assert_eq!(
            lines(&report.on_info(&info(3, 400)), Dialect::Uci),
            [
                "info depth 3 seldepth 5 multipv 1 score cp 12 nodes 1000 nps 2500 hashfull 3 tbhits 5 time 400 \
              pv h2e2 h9g7"
            ]
        );
        assert!(report.on_end(&result(Some("h2e2")), &Position::startpos()).is_empty());
    }

    #[test]
    fn floods_are_held_back() {
        let mut report = Report::new(style(Dialect::Ucci));
        let said: usize = (0..2000).map(|ms| report.on_info(&info(5, ms)).len()).sum();
        assert!((30..=36).contains(&said), "{said}");
    }

    #[test]
    fn all_variations_of_an_iteration_are_reported_or_held_back_together() {
        let mut report = Report::new(ReportStyle { is_multi_pv: true, ..style(Dialect::Ucci) });
        let variation = |multi_pv, ms| SearchInfo { multi_pv, ..info(6, ms) };
        assert!(report.on_info(&variation(1, 299)).is_empty());
        assert!(report.on_info(&variation(2, 301)).is_empty());
        assert_eq!(report.on_info(&variation(1, 500)).len(), 1);
        let second = report.on_info(&variation(2, 500));
        let line = "info depth 6 multipv 2 score 12 time 500 nodes 1000 nps 2000 hashfull 3 pv h2e2 h9g7";
        assert_eq!(lines(&second, Dialect::Ucci), [line]);
        assert!(report.on_info(&variation(1, 501)).is_empty());
        assert!(report.on_info(&variation(2, 900)).is_empty());
        assert_eq!(report.on_end(&result(Some("h2e2")), &Position::startpos()).len(), 2);
    }

    #[test]
    fn bounds_are_reported_in_uci_only() {
        let bound = SearchInfo { bound: ScoreBound::Lower, ..info(7, 1000) };
        assert!(Report::new(style(Dialect::Ucci)).on_info(&bound).is_empty());
        let said = Report::new(style(Dialect::Uci)).on_info(&bound);
        assert!(lines(&said, Dialect::Uci)[0].contains(" score cp 12 lowerbound nodes "));
    }

    #[test]
    fn an_answer_always_follows_its_variation() {
        let start = Position::startpos();
        let mut report = Report::new(style(Dialect::Ucci));
        let said = report.on_end(&result(Some("b0c2")), &start);
        let line = "info depth 4 score -7 time 250 nodes 2000 nps 8000 hashfull 0 pv b0c2";
        assert_eq!(lines(&said, Dialect::Ucci), [line]);
        assert!(report.on_end(&result(Some("b0c2")), &start).is_empty(), "the end is reported once");
        let mut report = Report::new(style(Dialect::Ucci));
        report.on_info(&info(5, 900));
        assert_eq!(
            report.on_end(&result(Some("b0c2")), &start).len(),
            1,
            "the move differs from the one reported"
        );
        assert!(Report::new(style(Dialect::Ucci)).on_end(&result(None), &start).is_empty());
    }

    #[test]
    fn a_mated_side_is_reported_in_uci() {
        let mated: Position = "3k5/4P4/9/9/9/9/9/9/9/4K4 b".parse().unwrap();
        let said = Report::new(style(Dialect::Uci)).on_end(&result(None), &mated);
        assert_eq!(lines(&said, Dialect::Uci), ["info depth 0 score mate 0"]);
    }

    #[test]
    fn root_moves_are_named_after_three_seconds() {
        let mut report = Report::new(style(Dialect::Uci));
        let mv = "h2e2".parse().unwrap();
        report.on_info(&info(9, 100));
        assert!(report.on_current_move(mv, 1, Duration::from_secs(1)).is_empty());
        let said = lines(&report.on_current_move(mv, 2, Duration::from_secs(4)), Dialect::Uci);
        assert_eq!(said.len(), 2, "the report held back comes first");
        assert_eq!(said[1], "info depth 9 currmove h2e2 currmovenumber 2");
        assert!(report.on_current_move(mv, 3, Duration::from_millis(4020)).is_empty());
    }
}
