// SPDX-License-Identifier: MIT OR Apache-2.0
//! The listener of a search: writes its `info` lines and its answer.
//!
//! Reports in the first 300 ms of a search, and those beyond 20 lines per second, are held back, since GUIs
//! cannot cope with floods of lines. The last one held back is written when the search ends, so that every
//! answer comes with a score and a variation, and a search that ends before its answer is due shows its
//! result.

use super::console::Console;
use crate::engine::Stopper;
use crate::eval::WdlModel;
use crate::search::{Listener, ScoreBound, SearchInfo, SearchResult};
use std::sync::Arc;
use std::time::Duration;
use ucci::{BestMove, Bound, Dialect, Info, RankBase, Reply};
use xiangqi::position::Position;
use xiangqi::types::{Move, Score};

/// Time of a search before its first report.
const SILENCE: Duration = Duration::from_millis(300);
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
    /// Every iteration is reported: the search has a depth, so there are few.
    pub reports_all: bool,
    /// A proven mate ends the search, which has no limit.
    pub ends_at_mate: bool,
}

/// Listens to one search.
pub struct Reporter {
    console: Arc<Console>,
    style: ReportStyle,
    position: Position,
    stopper: Stopper,
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

impl Reporter {
    /// Returns a listener for a search of `position`. It stops the search when its reports cannot be written.
    pub fn new(console: Arc<Console>, style: ReportStyle, position: Position, stopper: Stopper) -> Self {
        Self {
            console,
            style,
            position,
            stopper,
            earliest: SILENCE,
            is_passing: false,
            held: Vec::new(),
            reported: None,
            depth: 0,
            hashfull: 0,
            has_ended: false,
        }
    }

    fn say(&self, replies: &[Reply]) {
        let mut conversation = self.console.lock();
        conversation.say(replies);
        if conversation.is_broken() {
            self.stopper.stop();
        }
    }

    /// Returns the `info` reply for a variation, which counts as reported.
    fn report(&mut self, info: &SearchInfo) -> Reply {
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

    /// Returns the reports held back.
    fn release(&mut self) -> Vec<Reply> {
        let held = std::mem::take(&mut self.held);
        held.iter().map(|info| self.report(info)).collect()
    }

    /// Returns the reports to write at the end of the search; none if it was known before.
    fn final_reports(&mut self, result: &SearchResult) -> Vec<Reply> {
        if std::mem::replace(&mut self.has_ended, true) {
            return Vec::new();
        }
        let mut replies = self.release();
        let Some(best) = result.best_move else {
            if self.style.dialect == Dialect::Uci && !self.position.has_legal_move() {
                let mated = Info { depth: Some(0), score: Some(ucci::Score::Mate(0)), ..Info::default() };
                replies.push(Reply::Info(mated));
            }
            return replies;
        };
        if self.reported != Some(best) {
            let has_pv = result.pv.first() == Some(&best);
            let depth = result.depth.max(1);
            replies.push(self.report(&SearchInfo {
                depth,
                seldepth: depth,
                hashfull: self.hashfull,
                pv: if has_pv { result.pv.clone() } else { vec![best] },
                ..result.info()
            }));
        }
        replies
    }
}

impl Listener for Reporter {
    fn on_warning(&mut self, warning: &str) {
        self.console.message(warning.to_owned());
    }

    fn on_message(&mut self, message: &str) {
        self.console.message(message.to_owned());
    }

    /// All variations of an iteration are reported, or held back, together. Bounds are reported in UCI only.
    fn on_info(&mut self, info: &SearchInfo) {
        (self.depth, self.hashfull) = (info.depth, info.hashfull);
        if info.multi_pv == 1 {
            self.is_passing = self.style.reports_all || info.time >= self.earliest;
        }
        let is_exact = info.bound == ScoreBound::Exact;
        if is_exact && info.multi_pv == 1 {
            self.held.clear();
        }
        if self.is_passing && (is_exact || self.style.dialect == Dialect::Uci) {
            let reply = self.report(info);
            self.say(&[reply]);
        } else if is_exact {
            self.held.push(info.clone());
        }
        if self.style.ends_at_mate && !self.style.is_multi_pv && is_exact && is_proven_mate(info) {
            self.stopper.stop();
        }
    }

    fn on_current_move(&mut self, mv: Move, number: usize, time: Duration) {
        if time < self.earliest {
            return;
        }
        let mut replies = self.release();
        self.earliest = time.max(self.earliest) + PER_LINE;
        replies.push(Reply::Info(Info {
            depth: (self.style.dialect == Dialect::Uci).then_some(self.depth),
            currmove: Some(self.style.ranks.write(mv)),
            currmovenumber: Some(number),
            ..Info::default()
        }));
        self.say(&replies);
    }

    fn on_held(&mut self, result: &SearchResult) {
        let replies = self.final_reports(result);
        self.say(&replies);
    }

    /// Writes the answer to `go`. The ponder move is left out unless it is legal after the best move.
    fn on_result(&mut self, result: &SearchResult) {
        let mut replies = self.final_reports(result);
        let mut conversation = self.console.lock();
        replies.push(match result.best_move {
            None => Reply::NoBestMove,
            Some(mv) => {
                let ranks = self.style.ranks;
                let mut best = BestMove::new(ranks.write(mv));
                let ponder = result.ponder.filter(|&reply| self.position.after(mv).is_legal(reply));
                best.ponder = ponder.map(|reply| ranks.write(reply));
                conversation.decide(&mut best, result.score, &self.position);
                Reply::BestMove(best)
            }
        });
        conversation.answer(&replies);
    }
}

/// Returns true if the iteration was deeper than the mate that it found is long.
fn is_proven_mate(info: &SearchInfo) -> bool {
    matches!(info.score, Score::Mate(plies) if plies.unsigned_abs() < info.depth)
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
    use crate::engine::Engine;
    use crate::protocol::tests::Shared;
    use xiangqi::types::value::from_centipawns;

    struct Listening {
        reporter: Reporter,
        output: Shared,
    }

    impl Listening {
        fn to(style: ReportStyle, position: Position) -> Self {
            let output = Shared::default();
            let console = Arc::new(Console::new(Box::new(output.clone())));
            console.lock().dialect = style.dialect;
            let stopper = Engine::new(1).stopper();
            Self { reporter: Reporter::new(console, style, position, stopper), output }
        }

        fn start(dialect: Dialect) -> Self {
            Self::to(style(dialect), Position::startpos())
        }

        fn info(&mut self, info: &SearchInfo) -> Vec<String> {
            self.reporter.on_info(info);
            self.output.take_lines()
        }

        fn end(&mut self, best: Option<&str>) -> Vec<String> {
            self.reporter.on_held(&result(best));
            self.output.take_lines()
        }

        /// The search starts on a root move, this time after its start.
        fn current_move(&mut self, number: usize, time: Duration) -> Vec<String> {
            self.reporter.on_current_move("h2e2".parse().unwrap(), number, time);
            self.output.take_lines()
        }
    }

    fn style(dialect: Dialect) -> ReportStyle {
        ReportStyle {
            dialect,
            ranks: RankBase::Zero,
            wdl: None,
            is_multi_pv: false,
            reports_all: false,
            ends_at_mate: false,
        }
    }

    fn info(depth: u32, milliseconds: u64) -> SearchInfo {
        let pv = vec!["h2e2".parse().unwrap(), "h9g7".parse().unwrap()];
        SearchInfo {
            seldepth: depth + 2,
            nodes: 1000,
            time: Duration::from_millis(milliseconds),
            hashfull: 3,
            tb_hits: 5,
            ..SearchInfo::new(depth, from_centipawns(12), pv)
        }
    }

    fn result(best: Option<&str>) -> SearchResult {
        let best_move = best.map(|word| word.parse().unwrap());
        SearchResult {
            nodes: 2000,
            time: Duration::from_millis(250),
            ..SearchResult::new(4, from_centipawns(-7), best_move.into_iter().collect())
        }
    }

    #[test]
    fn wins_by_rule_and_by_table_are_large_scores() {
        for (score, cp) in [(Score::Rule(5), 9000), (Score::Rule(-4), -9000), (Score::Tb(7), 9000)] {
            assert_eq!(protocol_score(score), ucci::Score::Cp(cp));
        }
    }

    #[test]
    fn early_reports_wait_for_the_answer_and_late_ones_do_not() {
        let mut search = Listening::start(Dialect::Ucci);
        assert!(search.info(&info(1, 1)).is_empty());
        assert!(search.info(&info(2, 2)).is_empty());
        assert_eq!(
            search.end(Some("h2e2")),
            ["info depth 2 score 12 time 2 nodes 1000 nps 500000 hashfull 3 pv h2e2 h9g7"]
        );
        let mut search = Listening::start(Dialect::Uci);
        assert_eq!(
            search.info(&info(3, 400)),
            [
                "info depth 3 seldepth 5 multipv 1 score cp 12 nodes 1000 nps 2500 hashfull 3 tbhits 5 time 400 \
              pv h2e2 h9g7"
            ]
        );
        assert!(search.end(Some("h2e2")).is_empty());
    }

    #[test]
    fn floods_are_held_back() {
        let mut search = Listening::start(Dialect::Ucci);
        let said: usize = (0..2000).map(|ms| search.info(&info(5, ms)).len()).sum();
        assert!((30..=36).contains(&said), "{said}");
    }

    #[test]
    fn all_variations_of_an_iteration_are_reported_or_held_back_together() {
        let style = ReportStyle { is_multi_pv: true, ..style(Dialect::Ucci) };
        let mut search = Listening::to(style, Position::startpos());
        let variation = |multi_pv, ms| SearchInfo { multi_pv, ..info(6, ms) };
        assert!(search.info(&variation(1, 299)).is_empty());
        assert!(search.info(&variation(2, 301)).is_empty());
        assert_eq!(search.info(&variation(1, 500)).len(), 1);
        let line = "info depth 6 multipv 2 score 12 time 500 nodes 1000 nps 2000 hashfull 3 pv h2e2 h9g7";
        assert_eq!(search.info(&variation(2, 500)), [line]);
        assert!(search.info(&variation(1, 501)).is_empty());
        assert!(search.info(&variation(2, 900)).is_empty());
        assert_eq!(search.end(Some("h2e2")).len(), 2);
    }

    #[test]
    fn bounds_are_reported_in_uci_only() {
        let bound = SearchInfo { bound: ScoreBound::Lower, ..info(7, 1000) };
        assert!(Listening::start(Dialect::Ucci).info(&bound).is_empty());
        let said = Listening::start(Dialect::Uci).info(&bound);
        assert!(said[0].contains(" score cp 12 lowerbound nodes "));
    }

    #[test]
    fn an_answer_always_follows_its_variation() {
        let mut search = Listening::start(Dialect::Ucci);
        let line = "info depth 4 score -7 time 250 nodes 2000 nps 8000 hashfull 0 pv b0c2";
        assert_eq!(search.end(Some("b0c2")), [line]);
        assert!(search.end(Some("b0c2")).is_empty(), "the end is reported once");
        let mut search = Listening::start(Dialect::Ucci);
        search.info(&info(5, 900));
        assert_eq!(search.end(Some("b0c2")).len(), 1, "the move differs from the one reported");
        assert!(Listening::start(Dialect::Ucci).end(None).is_empty());
    }

    #[test]
    fn a_mated_side_is_reported_in_uci() {
        let mated: Position = "3k5/4P4/9/9/9/9/9/9/9/4K4 b".parse().unwrap();
        let said = Listening::to(style(Dialect::Uci), mated).end(None);
        assert_eq!(said, ["info depth 0 score mate 0"]);
    }

    #[test]
    fn root_moves_are_named_after_the_reports_held_back() {
        let mut search = Listening::start(Dialect::Uci);
        search.info(&info(9, 100));
        assert!(search.current_move(1, Duration::from_millis(200)).is_empty());
        let said = search.current_move(2, Duration::from_secs(4));
        assert_eq!(said.len(), 2, "the report held back comes first");
        assert_eq!(said[1], "info depth 9 currmove h2e2 currmovenumber 2");
        assert!(search.current_move(3, Duration::from_millis(4020)).is_empty());
    }
}
