// SPDX-License-Identifier: MIT OR Apache-2.0
//! The facts of a match that are known before its first game.

use super::logged_game::LoggedGame;
use super::sprt::Sprt;
use super::tally::Tally;
use crate::types::Language;

/// A match as monitor, progress and report present it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct MatchInfo {
    /// The title.
    pub title: String,
    /// The names of the engines; scores are the first one's.
    pub engines: Vec<String>,
    /// The number of games to play.
    pub games: usize,
    /// The sequential probability ratio test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The language of the output for people.
    pub language: Language,
}

impl MatchInfo {
    /// Returns the results of the first engine against all others.
    pub fn tally(&self, records: &[LoggedGame]) -> Tally {
        self.engines.first().map_or_else(Tally::default, |first| Tally::of(records, first, None))
    }
}
