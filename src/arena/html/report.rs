// SPDX-License-Identifier: MIT OR Apache-2.0
//! The page, and the file that is kept up to date with it.
//!
//! Text from outside (names, terminations, openings) is in the JSON of the page alone, never in its HTML.

use super::data::Data;
use crate::arena::logged_game::LoggedGame;
use crate::arena::match_info::MatchInfo;
use crate::arena::spectator::{MatchEvent, Spectator};
use crate::files;
use crate::render::page::Page;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A line of each page, by which `match` recognises its files.
pub const MARK: &str = r#"<meta name="generator" content="chuhe match">"#;

const PAGE: Page = Page {
    mark: MARK,
    body: include_str!("page.html"),
    style: ".banner { border: 2px solid var(--red); border-radius: 6px; padding: .4rem 1rem; } .banner b { color: var(--red); }\n.fault:not(.chip) { color: var(--red); font-weight: 600; }",
    scripts: &[include_str!("overview.js"), include_str!("replay.js")],
};

/// Rewriting the report takes at most one part in this many of the time.
const MIN_PAUSE_FACTOR: u32 = 20;

/// Returns the report as an HTML page with the games in the order of `records`. The address fragment
/// `#game=3&ply=20` opens the third game at ply 20.
pub fn report(info: &MatchInfo, records: &[LoggedGame]) -> String {
    PAGE.render(&Data::new(info, records))
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
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(path: &Path, info: MatchInfo, played: &[LoggedGame]) -> io::Result<Self> {
        files::write(path, report(&info, played))?;
        let games = Mutex::new(ReportedGames { records: played.to_vec(), due: Instant::now() });
        Ok(Self { path: path.to_owned(), info, games })
    }

    /// Writes the report for the last time.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.write(&self.games().records)
    }

    fn games(&self) -> MutexGuard<'_, ReportedGames> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::samples;
    use crate::render::page::{assert_is_self_contained, data};
    use crate::types::Language;
    use std::fs;

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
        assert_eq!(data["standings"][0]["pairs"], serde_json::json!([0, 0, 0, 1, 1]));
        assert_eq!(data["series"][0]["points"].as_array().unwrap().len(), 5);
        assert_eq!(data["sprt"]["decision"], "undecided");
    }

    #[test]
    fn a_match_without_games_and_engines_has_a_report() {
        let sprt = Some("elo0=0,elo1=10".parse().unwrap());
        let data = data(&report(&MatchInfo { sprt, ..MatchInfo::default() }, &[]));
        assert_eq!(data["engines"], serde_json::json!([]));
        assert_eq!(data["sprt"]["decision"], "undecided");
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
            (&"亚洲规则".into(), &"每着100毫秒".into())
        );
        let reason = data["records"][0]["reason"].as_str().unwrap();
        assert_ne!(data["chinese"][reason], reason);
    }

    #[test]
    fn every_text_of_the_page_has_its_chinese() {
        let page = include_str!("page.html");
        for line in page.lines().filter(|line| line.contains("<h2") || line.contains("<footer")) {
            assert!(line.contains("data-zh="), "{line}");
        }
        for script in [include_str!("overview.js"), include_str!("replay.js")] {
            assert_eq!(script.matches("title: \"").count(), 0, "a title without its Chinese");
            assert!(script.matches("say(").count() >= 10);
        }
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
