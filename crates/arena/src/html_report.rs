// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report of a match as a self-contained HTML page, and the file that is kept up to date with it.
//!
//! Statistics are computed in Rust; they and the games travel as JSON in the page, whose scripts draw the
//! tables and charts and replay the games. Text from outside (names, terminations, openings) is in the JSON
//! alone, never in the HTML.

use crate::elo::score_of_elo;
use crate::log_records::LoggedGame;
use crate::spectator::{MatchEvent, MatchInfo, Spectator};
use crate::sprt::Sprt;
use crate::summary::MatchSummary;
use crate::tally::Tally;
use crate::time_control::SearchLimit;
use crate::translation;
use chuhe_console::files;
use chuhe_display::page::Page;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;
use xiangqi::notation::GameResult;
use xiangqi::types::{Color, Language};

/// A line of each page, by which `match` recognises its files.
pub const MARK: &str = r#"<meta name="generator" content="chuhe match">"#;

const PAGE: Page = Page {
    mark: MARK,
    body: include_str!("html_report/page.html"),
    style: ".banner { border: 2px solid var(--red); border-radius: 6px; padding: .4rem 1rem; } .banner b { color: var(--red); }\n.fault:not(.chip) { color: var(--red); font-weight: 600; }",
    scripts: &[include_str!("html_report/overview.js"), include_str!("html_report/replay.js")],
};

/// Rewriting the report takes at most one part in this many of the time.
const MIN_PAUSE_FACTOR: u32 = 20;
/// The most points of a curve.
const CURVE_POINTS: usize = 300;

/// Returns the report as an HTML page with the games in the order of `records`. The address fragment
/// `#game=3&ply=20` opens the third game at ply 20.
pub fn report(info: &MatchInfo, records: &[LoggedGame]) -> String {
    PAGE.render(&ReportData::new(info, records))
}

/// The report of a match in a file, rewritten as games end.
pub struct ReportFile {
    path: PathBuf,
    info: MatchInfo,
    games: Mutex<ReportedGames>,
}

struct ReportedGames {
    records: Vec<LoggedGame>,
    /// The file is not rewritten before this time.
    due: Instant,
}

impl ReportFile {
    /// Writes the report of the games `played` before.
    pub fn new(path: &Path, info: MatchInfo, played: &[LoggedGame]) -> io::Result<Self> {
        files::write(path, report(&info, played))?;
        let games = Mutex::new(ReportedGames { records: played.to_vec(), due: Instant::now() });
        Ok(Self { path: path.to_owned(), info, games })
    }

    /// Writes the report for the last time.
    pub fn finish(self) -> io::Result<()> {
        self.write(&self.games().records)
    }

    fn games(&self) -> MutexGuard<'_, ReportedGames> {
        self.games.lock().expect("writing a report does not panic")
    }

    fn write(&self, records: &[LoggedGame]) -> io::Result<()> {
        files::write(&self.path, report(&self.info, records))
    }
}

impl Spectator for ReportFile {
    /// The report of a long match is large: it is rewritten after each game while that is quick, and then
    /// less often.
    fn on_event(&self, event: &MatchEvent<'_>) {
        let MatchEvent::Ended { record } = *event else { return };
        let mut games = self.games();
        games.records.push(record.clone());
        let begin = Instant::now();
        if begin >= games.due {
            if let Err(error) = self.write(&games.records) {
                log::warn!("{}: {error}", self.path.display());
            }
            games.due = Instant::now() + begin.elapsed() * MIN_PAUSE_FACTOR;
        }
    }
}

/// The JSON that the scripts of the page read. Its games refer to engines and openings by index.
#[derive(Serialize)]
struct ReportData<'a> {
    title: &'a str,
    /// The code of the language in which the page opens.
    language: &'static str,
    /// The texts of the log in Chinese.
    chinese: BTreeMap<String, String>,
    engines: Vec<&'a str>,
    games: usize,
    /// The limits of the engines in English and Chinese.
    limits: [String; 2],
    summary: MatchSummary,
    /// The settings of the SPRT.
    sprt: Option<String>,
    series: Vec<Vec<CurvePoint>>,
    openings: Vec<Opening<'a>>,
    records: Vec<Game<'a>>,
}

/// The number of games; the score and the bounds of its confidence interval, which is that of the Elo
/// difference; the LLR of the SPRT.
type CurvePoint = (usize, f64, f64, f64, Option<f64>);

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
    limits: [SearchLimit; 2],
    rules: &'a str,
    /// The moves, separated by spaces: shorter than an array.
    moves: String,
    scores: &'a [Option<i32>],
    depths: &'a [Option<u32>],
    nodes: &'a [Option<u64>],
    ms: Vec<f64>,
    result: String,
    reason: &'a str,
    blame: Option<usize>,
    detail: Option<&'a str>,
}

impl<'a> ReportData<'a> {
    fn new(info: &'a MatchInfo, records: &'a [LoggedGame]) -> Self {
        let mut engines = Numbers::default();
        for name in &info.engines {
            engines.number(name.as_str());
        }
        let mut openings = Numbers::default();
        let games = records.iter().map(|record| Game::new(record, &mut engines, &mut openings)).collect();
        let engines = engines.items;
        let names: Vec<String> = engines.iter().map(|&name| name.to_owned()).collect();
        // In a match of two, one curve is the other upside down.
        let curves = if engines.len() == 2 { 1 } else { engines.len() };
        let series = engines[..curves].iter().enumerate().map(|(index, engine)| {
            let sprt = info.sprt.as_ref().filter(|_| index == 0);
            let point = |games| curve_point(games, &Tally::of(&records[..games], engine, None), sprt);
            stops(records.len()).map(point).collect()
        });
        let summary = MatchSummary::new(records, &names, info.sprt.as_ref());
        Self {
            title: &info.title,
            language: info.language.code(),
            chinese: in_chinese(records),
            games: info.games,
            limits: Language::ALL.map(|language| translation::limits(&summary.limits, language)),
            summary,
            sprt: info.sprt.map(|sprt| sprt.to_string()),
            series: series.collect(),
            engines,
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
        texts.insert(record.reason.clone(), translation::reason(&record.reason, zh));
        texts.insert(
            translation::rules(&record.rules, Language::English),
            translation::rules(&record.rules, zh),
        );
        for limit in Color::ALL.map(|side| record.limit_of(side)) {
            texts.insert(limit.to_string(), limit.text(zh));
        }
    }
    texts.insert("undecided".to_owned(), "未定".to_owned());
    texts
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
            limits: Color::ALL.map(|side| record.limit_of(side)),
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
            result: GameResult::from_winner(record.winner()).to_string(),
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

fn curve_point(games: usize, tally: &Tally, sprt: Option<&Sprt>) -> CurvePoint {
    let (low, high) = tally.elo().map_or((0.0, 1.0), |elo| (score_of_elo(elo.low), score_of_elo(elo.high)));
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    (games, rounded(tally.score()), rounded(low), rounded(high), sprt.map(|sprt| rounded(sprt.llr(tally))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_records::samples;
    use chuhe_display::page::{assert_is_self_contained, data};
    use std::fs;
    use xiangqi::types::Language;

    #[test]
    fn every_game_is_in_the_page() {
        let results = ["1-0", "0-1", "1/2-1/2", "0-1", "1-0"];
        let games: Vec<_> = results.iter().enumerate().map(|(i, result)| samples::game(i, result)).collect();
        let info = MatchInfo { sprt: Some("elo0=0,elo1=10".parse().unwrap()), ..samples::match_info() };
        let data = data(&report(&info, &games));
        assert_eq!(data["engines"], serde_json::json!(["new", "old"]));
        assert_eq!(data["records"].as_array().unwrap().len(), 5);
        let game = &data["records"][2];
        assert_eq!(
            (&game["number"], &game["red"], &game["result"]),
            (&2.into(), &0.into(), &"1/2-1/2".into())
        );
        assert_eq!(game["moves"], "h0g2 i9h9 i0h0");
        assert_eq!(data["openings"].as_array().unwrap().len(), 1);
        assert_eq!(data["summary"]["standings"][0]["pairs"], serde_json::json!([0, 0, 0, 1, 1]));
        assert_eq!(data["series"][0].as_array().unwrap().len(), 5);
        assert_eq!(data["summary"]["sprt"]["decision"], "undecided");
    }

    #[test]
    fn a_match_without_games_and_engines_has_a_report() {
        let sprt = Some("elo0=0,elo1=10".parse().unwrap());
        let data = data(&report(&MatchInfo { sprt, ..MatchInfo::default() }, &[]));
        assert_eq!(data["engines"], serde_json::json!([]));
        assert_eq!(data["summary"]["sprt"]["decision"], "undecided");
    }

    #[test]
    fn hostile_names_stay_inside_the_data() {
        let hostile = "</script><script>alert(1)</script><!-- @DATA@ @SCRIPT@ \" \u{2028}";
        let mut game = samples::game(0, "1-0");
        game.red = hostile.to_owned();
        game.reason = hostile.to_owned();
        let harmless = report(&samples::match_info(), &[]);
        let page = report(&MatchInfo { title: hostile.to_owned(), ..samples::match_info() }, &[game]);
        for tag in ["<script", "</script", "<!--"] {
            assert_eq!(page.matches(tag).count(), harmless.matches(tag).count(), "{tag}");
        }
        let data = data(&page);
        assert_eq!(data["title"], hostile);
        assert_eq!(data["engines"], serde_json::json!(["new", "old", hostile]));
    }

    #[test]
    fn the_page_opens_in_the_language_of_the_match() {
        let info = MatchInfo { language: Language::Chinese, ..samples::match_info() };
        let data = data(&report(&info, &[samples::game(0, "1-0")]));
        assert_eq!(data["language"], "zh");
        assert_eq!(
            (&data["chinese"]["asian rules"], &data["chinese"]["100 ms"]),
            (&"亚洲规则（世界规则）".into(), &"每着100毫秒".into())
        );
        let reason = data["records"][0]["reason"].as_str().unwrap();
        assert_ne!(data["chinese"][reason], reason);
    }

    #[test]
    fn the_page_is_self_contained() {
        let page = report(&samples::match_info(), &[samples::game(0, "1-0")]);
        assert_is_self_contained(&page);
    }

    #[test]
    fn the_file_is_rewritten_as_games_end() {
        let path = std::env::temp_dir().join(format!("chuhe-report-{}.html", std::process::id()));
        let file = ReportFile::new(&path, samples::match_info(), &[samples::game(0, "1-0")]).unwrap();
        let games = || data(&fs::read_to_string(&path).unwrap())["records"].as_array().unwrap().len();
        assert_eq!(games(), 1);
        for number in 1..4 {
            file.on_event(&MatchEvent::Ended { record: &samples::game(number, "0-1") });
        }
        file.finish().unwrap();
        assert_eq!(games(), 4);
        fs::remove_file(&path).unwrap();
    }
}
