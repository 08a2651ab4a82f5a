// SPDX-License-Identifier: MIT OR Apache-2.0
//! The JSON that the scripts of the page read. Engines and openings are referred to by index.

use crate::arena::elo::score_of_elo;
use crate::arena::logged_game::LoggedGame;
use crate::arena::match_info::MatchInfo;
use crate::arena::sprt::Sprt;
use crate::arena::tally::Tally;
use crate::arena::wording;
use crate::types::{Color, Language};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Points of a curve, at most.
const CURVE_POINTS: usize = 300;

/// The root of the JSON.
#[derive(Serialize)]
pub struct Data<'a> {
    title: &'a str,
    /// The code of the language in which the page opens.
    language: &'static str,
    /// The texts of the log in Chinese.
    chinese: BTreeMap<String, String>,
    engines: Vec<&'a str>,
    /// The number of games to play.
    games: usize,
    sprt: Option<SprtStatus>,
    standings: Vec<Standing>,
    series: Vec<Series>,
    openings: Vec<Opening<'a>>,
    records: Vec<Game<'a>>,
}

#[derive(Serialize)]
struct SprtStatus {
    settings: String,
    low: f64,
    high: f64,
    llr: f64,
    decision: String,
}

#[derive(Serialize)]
struct Standing {
    engine: usize,
    wins: u64,
    draws: u64,
    losses: u64,
    pairs: [u64; 5],
    score: f64,
    /// Value and bounds of the 95 % confidence interval; infinite numbers become null in JSON.
    elo: Option<[f64; 3]>,
    los: Option<f64>,
}

#[derive(Serialize)]
struct Series {
    engine: usize,
    /// Number of games; score and the bounds of its confidence interval; LLR of the SPRT.
    points: Vec<(usize, f64, f64, f64, Option<f64>)>,
}

#[derive(PartialEq, Eq, Hash, Clone, Copy, Serialize)]
struct Opening<'a> {
    name: Option<&'a str>,
    fen: &'a str,
    moves: &'a [String],
}

#[derive(Serialize)]
struct Game<'a> {
    number: usize,
    red: usize,
    black: usize,
    opening: usize,
    /// Red's and Black's limits.
    limits: [&'a str; 2],
    rules: &'a str,
    /// The moves, separated by spaces: shorter than an array.
    moves: String,
    scores: &'a [Option<i32>],
    depths: &'a [Option<u32>],
    nodes: &'a [Option<u64>],
    ms: Vec<f64>,
    result: &'static str,
    reason: &'a str,
    blame: Option<usize>,
    detail: Option<&'a str>,
}

impl<'a> Data<'a> {
    pub fn new(info: &'a MatchInfo, records: &'a [LoggedGame]) -> Self {
        let mut engines = Numbers::default();
        for name in &info.engines {
            engines.number(name.as_str());
        }
        let mut openings = Numbers::default();
        let games = records.iter().map(|record| Game::new(record, &mut engines, &mut openings)).collect();
        let engines = engines.items;
        let tally = |engine: usize, games| Tally::of(&records[..games], engines[engine], None);
        let curves = if engines.len() == 2 { 1 } else { engines.len() };
        let series = (0..curves).map(|engine| {
            let sprt = info.sprt.as_ref().filter(|_| engine == 0);
            let points =
                stops(records.len()).map(|games| point(games, &tally(engine, games), sprt)).collect();
            Series { engine, points }
        });
        Self {
            title: &info.title,
            language: info.language.code(),
            chinese: in_chinese(records),
            games: info.games,
            sprt: info.sprt.as_ref().map(|sprt| SprtStatus::new(sprt, &info.tally(records))),
            standings: (0..engines.len())
                .map(|engine| Standing::new(engine, &tally(engine, records.len())))
                .collect(),
            series: series.collect(),
            engines: engines.clone(),
            openings: openings.items,
            records: games,
        }
    }
}

/// Returns the terminations, limits and rules of the games as they are logged, in English, with their
/// Chinese.
fn in_chinese(records: &[LoggedGame]) -> BTreeMap<String, String> {
    let zh = Language::Chinese;
    let mut texts = BTreeMap::new();
    for record in records {
        texts.insert(record.reason.clone(), wording::reason(&record.reason, zh));
        texts.insert(wording::rules(&record.rules, Language::English), wording::rules(&record.rules, zh));
        for limit in Color::ALL.map(|side| record.limit_of(side)) {
            texts.insert(limit.to_owned(), wording::limit(limit, zh));
        }
    }
    texts.insert("undecided".to_owned(), "未定".to_owned());
    texts
}

impl SprtStatus {
    fn new(sprt: &Sprt, tally: &Tally) -> Self {
        let (low, high) = sprt.bounds();
        let decision = sprt.decision(tally).map_or("undecided".to_owned(), |decision| decision.to_string());
        Self { settings: sprt.to_string(), low, high, llr: sprt.llr(tally), decision }
    }
}

impl Standing {
    fn new(engine: usize, tally: &Tally) -> Self {
        let Tally { wins, draws, losses, pairs } = *tally;
        let elo = tally.elo().map(|elo| [elo.value, elo.low, elo.high]);
        let los = (tally.games() > 0).then(|| tally.los());
        Self { engine, wins, draws, losses, pairs, score: tally.score(), elo, los }
    }
}

impl<'a> Game<'a> {
    fn new(
        record: &'a LoggedGame,
        engines: &mut Numbers<&'a str>,
        openings: &mut Numbers<Opening<'a>>,
    ) -> Self {
        let LoggedGame { fen, opening, opening_name, .. } = record;
        Self {
            number: record.game,
            red: engines.number(&record.red),
            black: engines.number(&record.black),
            opening: openings.number(Opening { name: opening_name.as_deref(), fen, moves: opening }),
            limits: [Color::Red, Color::Black].map(|side| record.limit_of(side)),
            rules: &record.rules,
            moves: record.moves.join(" "),
            scores: &record.scores,
            depths: &record.depths,
            nodes: &record.nodes,
            ms: record
                .ms
                .iter()
                .map(|ms| if *ms < 10.0 { (ms * 10.0).round() / 10.0 } else { ms.round() })
                .collect(),
            result: match record.winner() {
                Some(Color::Red) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            },
            reason: &record.reason,
            blame: record.blame.as_deref().map(|name| engines.number(name)),
            detail: record.detail.as_deref(),
        }
    }
}

/// Numbers distinct items in the order of their first occurrence.
struct Numbers<T> {
    items: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self { items: Vec::new(), numbers: HashMap::new() }
    }
}

impl<T: Copy + Eq + std::hash::Hash> Numbers<T> {
    fn number(&mut self, item: T) -> usize {
        *self.numbers.entry(item).or_insert_with(|| {
            self.items.push(item);
            self.items.len() - 1
        })
    }
}

/// Returns the numbers of games at which the curve has points: all of them if they are few, the last one
/// always.
fn stops(games: usize) -> impl Iterator<Item = usize> {
    let points = games.min(CURVE_POINTS);
    (1..=points).map(move |point| games * point / points)
}

/// Returns a point of a [series](Series). The interval of the score is that of the Elo difference.
fn point(games: usize, tally: &Tally, sprt: Option<&Sprt>) -> (usize, f64, f64, f64, Option<f64>) {
    let (low, high) = tally.elo().map_or((0.0, 1.0), |elo| (score_of_elo(elo.low), score_of_elo(elo.high)));
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    (games, rounded(tally.score()), rounded(low), rounded(high), sprt.map(|sprt| rounded(sprt.llr(tally))))
}
