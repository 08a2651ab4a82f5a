// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report of a match: one page that needs nothing but itself, neither a server nor a net.
//!
//! What takes statistics is computed here; the games travel as JSON in the page, and its scripts count them, draw the
//! charts and replay the games. Whatever comes from outside (names, reasons, openings) is in that JSON alone.

mod data;

use super::programme::Programme;
use super::record::GameRecord;
use super::spectator::{Event, Spectator};
use crate::files;
use crate::render::page::Page;
use data::Data;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

const PAGE: Page = Page {
    body: include_str!("page.html"),
    style: "",
    scripts: &[include_str!("overview.js"), include_str!("replay.js")],
};

/// Writing the report again and again takes at most this part of the time.
const SHARE_OF_TIME: u32 = 20;

/// The report as a page, the games in the order of their ends. `#game=3&ply=20` behind its address opens a game, counted
/// from 1, after so many plies.
pub fn report(programme: &Programme, records: &[GameRecord]) -> String {
    PAGE.render(&Data::new(programme, records))
}

/// Keeps the report of a match in a file, renewed as games end.
pub struct ReportFile {
    path: PathBuf,
    programme: Programme,
    state: Mutex<State>,
}

struct State {
    records: Vec<GameRecord>,
    /// Not before then the file is written again.
    due: Instant,
}

impl ReportFile {
    /// Writes the report of what has been `played` before.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(path: &Path, programme: Programme, played: &[GameRecord]) -> io::Result<Self> {
        files::write(path, report(&programme, played))?;
        let state = Mutex::new(State { records: played.to_vec(), due: Instant::now() });
        Ok(Self { path: path.to_owned(), programme, state })
    }

    /// Writes it for the last time.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn finish(self) -> io::Result<()> {
        self.write(&self.state())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, state: &State) -> io::Result<()> {
        files::write(&self.path, report(&self.programme, &state.records))
    }
}

impl Spectator for ReportFile {
    /// A long match has a large report: it is renewed after each game while that is quick, and then less often.
    fn notice(&self, event: &Event<'_>) {
        let Event::Ended { record } = *event else { return };
        let mut state = self.state();
        state.records.push(record.clone());
        let begin = Instant::now();
        if begin >= state.due {
            if let Err(error) = self.write(&state) {
                log::warn!("{}: {error}", self.path.display());
            }
            state.due = Instant::now() + begin.elapsed() * SHARE_OF_TIME;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::samples;
    use crate::render::page::{assert_is_self_contained, data};
    use std::fs;

    #[test]
    fn every_game_is_in_the_page() {
        let results = ["1-0", "0-1", "1/2-1/2", "0-1", "1-0"];
        let games: Vec<_> = results.iter().enumerate().map(|(i, result)| samples::game(i, result)).collect();
        let programme = Programme { sprt: Some("elo0=0,elo1=10".parse().unwrap()), ..samples::programme() };
        let data = data(&report(&programme, &games));
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
        let data = data(&report(&Programme { sprt, ..Programme::default() }, &[]));
        assert_eq!(data["engines"], serde_json::json!([]));
        assert_eq!(data["sprt"]["decision"], "undecided");
    }

    #[test]
    fn no_name_breaks_out_of_the_data() {
        let hostile = "</script><script>alert(1)</script><!-- @DATA@ @SCRIPT@ \" \u{2028}";
        let mut game = samples::game(0, "1-0");
        game.red = hostile.to_owned();
        game.reason = hostile.to_owned();
        let harmless = report(&samples::programme(), &[]);
        let page = report(&Programme { title: hostile.to_owned(), ..samples::programme() }, &[game]);
        for tag in ["<script", "</script", "<!--"] {
            assert_eq!(page.matches(tag).count(), harmless.matches(tag).count(), "{tag}");
        }
        let data = data(&page);
        assert_eq!(data["title"], hostile);
        assert_eq!(data["engines"], serde_json::json!(["new", "old", hostile]));
    }

    #[test]
    fn the_page_asks_for_nothing_else() {
        let page = report(&samples::programme(), &[samples::game(0, "1-0")]);
        assert_is_self_contained(&page);
    }

    #[test]
    fn the_file_is_renewed_as_games_end() {
        let path = std::env::temp_dir().join(format!("chuhe-report-{}.html", std::process::id()));
        let file = ReportFile::new(&path, samples::programme(), &[samples::game(0, "1-0")]).unwrap();
        let games = || data(&fs::read_to_string(&path).unwrap())["records"].as_array().unwrap().len();
        assert_eq!(games(), 1);
        for number in 1..4 {
            file.notice(&Event::Ended { record: &samples::game(number, "0-1") });
        }
        file.finish().unwrap();
        assert_eq!(games(), 4);
        fs::remove_file(&path).unwrap();
    }
}
