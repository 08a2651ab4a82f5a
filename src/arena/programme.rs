// SPDX-License-Identifier: MIT OR Apache-2.0
//! What those who look on know of a match before its first game.

use super::record::GameRecord;
use super::sprt::Sprt;
use super::tally::Tally;

/// A match as it is announced.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Programme {
    /// What it is called.
    pub title: String,
    /// The names of the engines; scores are the first one's.
    pub engines: Vec<String>,
    /// How many games there are to be.
    pub games: usize,
    /// The test that ends the match early, if there is one.
    pub sprt: Option<Sprt>,
}

impl Programme {
    /// The results of the first engine against all others.
    pub fn tally(&self, records: &[GameRecord]) -> Tally {
        self.engines.first().map_or_else(Tally::default, |first| Tally::of(records, first, None))
    }
}
