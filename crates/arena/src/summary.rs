// SPDX-License-Identifier: MIT OR Apache-2.0
//! The summary of a match: results, estimates, and figures of each engine. All of it is computed from the
//! logged games, so that a match, its log and the merged logs of its parts give the same summary.

use crate::elo::Estimate;
use crate::log_records::LoggedGame;
use crate::sprt::{EloModel, Sprt};
use crate::tally::Tally;
use crate::time_control::SearchLimit;
use crate::translation;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use xiangqi::types::{Color, Language};

/// Mean times per move that differ by a larger share are told.
const MAX_TIME_GAP: f64 = 0.15;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchSummary {
    pub games: usize,
    pub limit: String,
    /// The engines with their limits; one without a name if all have the same.
    #[serde(skip)]
    pub(super) limits: Vec<(String, SearchLimit)>,
    pub rules: String,
    /// Results of the first engine against all others.
    pub first: MatchScore,
    /// Results of each engine against all others.
    pub standings: Vec<MatchScore>,
    /// Results of each pairing that has games.
    pub pairings: Vec<MatchScore>,
    pub engines: Vec<EngineSummary>,
    /// The faults of the engines, in their order.
    pub faults: Vec<FaultSummary>,
    /// Engines whose times differ although the limit is one time per move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_gap: Option<TimeGap>,
    /// The number of games by termination.
    pub reasons: BTreeMap<String, u64>,
    /// The SPRT of the first engine, if there is one.
    pub sprt: Option<SprtSummary>,
}

/// Results of an engine, against another one or against all.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchScore {
    pub engine: String,
    /// The opponent; `None`: all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// Wins, draws, losses and pentanomial counts.
    #[serde(flatten)]
    pub tally: Tally,
    /// The share of the points, 0 to 1.
    pub score: f64,
    /// The Elo difference, if there are games; infinite bounds are `null` in JSON.
    pub elo: Option<Estimate>,
    /// The difference in normalised Elo, if there are enough pairs.
    pub normalized_elo: Option<Estimate>,
    /// The likelihood of superiority, 0 to 1.
    pub los: f64,
}

#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct EngineSummary {
    pub name: String,
    pub games: u64,
    pub moves: u64,
    /// Average time per move in milliseconds.
    pub mean_ms: Option<f64>,
    /// Longest time for a move in milliseconds.
    pub max_ms: Option<f64>,
    pub mean_depth: Option<f64>,
    /// Nodes per second, from the reported nodes.
    pub nps: Option<f64>,
    /// The number of games lost by faults of each kind.
    pub faults: BTreeMap<String, u64>,
}

/// The games that an engine lost by faults of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultSummary {
    pub engine: String,
    pub kind: String,
    pub games: u64,
    /// The number of the first such game in the schedule, from 0.
    pub first_game: usize,
    pub detail: String,
}

/// The engines that took the least and the most time, on average, for a move under one fixed time per move:
/// the results then show the difference in time as well as that in strength.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TimeGap {
    pub faster: String,
    pub faster_ms: f64,
    pub slower: String,
    pub slower_ms: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SprtSummary {
    pub elo0: f64,
    pub elo1: f64,
    /// The unit of both.
    pub model: EloModel,
    /// `H0`, `H1` or `undecided`.
    pub decision: String,
    pub llr: f64,
    /// The bounds: H0 is accepted at or below the first, H1 at or above the second.
    pub bounds: (f64, f64),
}

impl MatchSummary {
    /// Summarises games between these engines, the first of which is the one under test.
    pub fn new(records: &[LoggedGame], engines: &[String], sprt: Option<&Sprt>) -> Self {
        let standings: Vec<_> = engines.iter().map(|engine| MatchScore::of(records, engine, None)).collect();
        let first = standings.first().cloned().unwrap_or_else(|| MatchScore::of(records, "", None));
        let pairings = engines.iter().enumerate().flat_map(|(i, one)| {
            engines[i + 1..].iter().map(move |other| MatchScore::of(records, one, Some(other)))
        });
        let mut reasons = BTreeMap::new();
        for record in records {
            *reasons.entry(record.reason.clone()).or_default() += 1;
        }
        let limits = limits_of(records, engines);
        let figures: Vec<_> = engines.iter().map(|name| EngineSummary::of(records, name)).collect();
        Self {
            games: records.len(),
            limit: translation::limits(&limits, Language::English),
            rules: records.first().map(|record| record.rules.clone()).unwrap_or_default(),
            pairings: pairings.filter(|score| score.tally.games() > 0).collect(),
            time_gap: TimeGap::of(&limits, &figures),
            engines: figures,
            faults: engines.iter().flat_map(|name| faults_of(records, name)).collect(),
            reasons,
            limits,
            sprt: sprt.map(|sprt| SprtSummary::of(sprt, &first.tally)),
            first,
            standings,
        }
    }
}

/// Returns the limit of all engines, without a name, or those of each.
fn limits_of(records: &[LoggedGame], engines: &[String]) -> Vec<(String, SearchLimit)> {
    let limit_of =
        |name: &str| records.iter().find_map(|record| Some(record.limit_of(record.side_of(name)?)));
    let mut limits: Vec<_> =
        engines.iter().filter_map(|name| Some((name.clone(), limit_of(name)?))).collect();
    if limits.windows(2).all(|pair| pair[0].1 == pair[1].1) {
        limits.truncate(1);
        for (name, _) in &mut limits {
            name.clear();
        }
    }
    limits
}

fn faults_of(records: &[LoggedGame], engine: &str) -> Vec<FaultSummary> {
    let mut faults: BTreeMap<&str, FaultSummary> = BTreeMap::new();
    for record in records.iter().filter(|record| record.blame.as_deref() == Some(engine)) {
        let first = || FaultSummary {
            engine: engine.to_owned(),
            kind: record.reason.clone(),
            games: 0,
            first_game: record.game,
            detail: record.detail.clone().unwrap_or_default(),
        };
        faults.entry(&record.reason).or_insert_with(first).games += 1;
    }
    faults.into_values().collect()
}

/// Returns the engines of a match in their original order, which is derived from the games: in the first game
/// of a pair, the engine that comes first has Red. The records must be ordered by number.
pub fn engines_of(records: &[LoggedGame]) -> Vec<String> {
    let mut names = Vec::new();
    let mut before: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for record in records {
        let (first, second) = match record.game % 2 {
            0 => (&record.red, &record.black),
            _ => (&record.black, &record.red),
        };
        before.entry(second).or_default().insert(first);
        for name in [first, second] {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
    }
    names.sort_by_key(|name| before.get(name.as_str()).map_or(0, BTreeSet::len));
    names
}

impl MatchScore {
    /// Returns the results of an engine against another one, or against all.
    pub(super) fn of(records: &[LoggedGame], engine: &str, opponent: Option<&str>) -> Self {
        let tally = Tally::of(records, engine, opponent);
        Self {
            engine: engine.to_owned(),
            opponent: opponent.map(str::to_owned),
            score: tally.score(),
            elo: tally.elo(),
            normalized_elo: tally.normalized_elo(),
            los: tally.los(),
            tally,
        }
    }
}

impl TimeGap {
    /// Compares engines that have the same fixed time per move; `None` if their times are alike.
    fn of(limits: &[(String, SearchLimit)], engines: &[EngineSummary]) -> Option<Self> {
        let is_movetime = matches!(limits, [(_, SearchLimit::Movetime(_))]);
        let means = || engines.iter().filter_map(|engine| Some((&engine.name, engine.mean_ms?)));
        let (faster, faster_ms) = means().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let (slower, slower_ms) = means().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let is_wide = is_movetime && slower_ms > faster_ms * (1.0 + MAX_TIME_GAP);
        is_wide.then(|| Self { faster: faster.clone(), faster_ms, slower: slower.clone(), slower_ms })
    }
}

impl SprtSummary {
    fn of(sprt: &Sprt, tally: &Tally) -> Self {
        let decision = sprt.decision(tally).map_or("undecided".to_owned(), |decision| decision.to_string());
        let Sprt { elo0, elo1, model, .. } = *sprt;
        Self { elo0, elo1, model, decision, llr: sprt.llr(tally), bounds: sprt.bounds() }
    }
}

#[derive(Default)]
struct Sums {
    moves: u64,
    time: Duration,
    longest: Duration,
    depths: u64,
    moves_of_depths: u64,
    nodes: u128,
    time_of_nodes: Duration,
}

impl Sums {
    fn add(&mut self, record: &LoggedGame, side: Color) {
        let skipped = usize::from(record.first_mover() != side);
        for played in record.played().skip(skipped).step_by(2) {
            let time = Duration::try_from_secs_f64(played.ms / 1000.0).unwrap_or_default();
            self.moves += 1;
            self.time = self.time.saturating_add(time);
            self.longest = self.longest.max(time);
            if let Some(depth) = played.depth {
                self.depths += u64::from(depth);
                self.moves_of_depths += 1;
            }
            if let Some(nodes) = played.nodes {
                // Engines may report any number: the sum must not overflow.
                self.nodes += u128::from(nodes);
                self.time_of_nodes = self.time_of_nodes.saturating_add(time);
            }
        }
    }
}

impl EngineSummary {
    fn of(records: &[LoggedGame], name: &str) -> Self {
        let mut engine = Self { name: name.to_owned(), ..Self::default() };
        let mut sums = Sums::default();
        for record in records {
            let Some(side) = record.side_of(name) else { continue };
            engine.games += 1;
            sums.add(record, side);
            if record.blame.as_deref() == Some(name) {
                *engine.faults.entry(record.reason.clone()).or_default() += 1;
            }
        }
        let has_moved = sums.moves > 0;
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        engine.moves = sums.moves;
        engine.mean_ms = has_moved.then(|| milliseconds(sums.time) / sums.moves as f64);
        engine.max_ms = has_moved.then(|| milliseconds(sums.longest));
        engine.mean_depth =
            (sums.moves_of_depths > 0).then(|| sums.depths as f64 / sums.moves_of_depths as f64);
        engine.nps =
            (!sums.time_of_nodes.is_zero()).then(|| sums.nodes as f64 / sums.time_of_nodes.as_secs_f64());
        engine
    }
}
