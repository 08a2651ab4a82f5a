// SPDX-License-Identifier: MIT OR Apache-2.0
//! Result counts: wins, draws and losses of games, and pentanomial counts of pairs. `elo.rs` and `sprt.rs`
//! compute Elo, LOS and LLR from them.

use crate::log_records::LoggedGame;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;
use std::ops::AddAssign;

/// Results of one engine against others. The unit of all estimates is the pair of games with colours swapped:
/// openings favour a side, so the two games of a pair are not independent.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// Pentanomial counts: complete pairs by half points won in them, 0 to 4.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts the results of the engine `first` against the engine `second`, or against all. The records may
    /// come in any order; a pair without its second game counts as a single game.
    pub fn of<'a>(
        records: impl IntoIterator<Item = &'a LoggedGame>,
        first: &str,
        second: Option<&str>,
    ) -> Self {
        let is_between = |record: &&LoggedGame| second.is_none_or(|name| record.side_of(name).is_some());
        RunningTally::of(records.into_iter().filter(is_between), first).tally
    }

    /// Counts a game that belongs to no complete pair, by the half points won: 0, 1 or 2.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts both games of a pair, by the half points won in each.
    pub fn add_pair(&mut self, one: u8, other: u8) {
        self.add_game(one);
        self.add_game(other);
        self.pairs[usize::from(one.min(2) + other.min(2))] += 1;
    }

    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns points and games, as in `12.5 (20)`: `1/2` would read as a draw.
    pub fn points(&self) -> String {
        let half = if self.draws.is_multiple_of(2) { "" } else { ".5" };
        format!("{}{half} ({})", self.wins + self.draws / 2, self.games())
    }

    /// Returns the score: the share of all points, from 0 to 1; ½ without games.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.pairs.iter_mut().zip(other.pairs).for_each(|(sum, pairs)| *sum += pairs);
    }
}

impl fmt::Display for Tally {
    /// Writes wins, draws and losses: `12-30-8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.wins, self.draws, self.losses)
    }
}

/// Results of an engine against all others, which grow game by game, in any order.
#[derive(Clone, Debug)]
pub struct RunningTally {
    engine: String,
    /// The counts so far; half a pair is counted as a single game.
    pub tally: Tally,
    /// Half points of pairs whose other game is missing.
    half_pairs: HashMap<usize, u8>,
}

impl RunningTally {
    pub fn of<'a>(records: impl IntoIterator<Item = &'a LoggedGame>, engine: &str) -> Self {
        let (tally, half_pairs) = (Tally::default(), HashMap::new());
        let mut running = Self { engine: engine.to_owned(), tally, half_pairs };
        records.into_iter().for_each(|record| running.add(record));
        running
    }

    /// Counts a game if the engine played it.
    pub fn add(&mut self, record: &LoggedGame) {
        let Some(half_points) = record.half_points(&self.engine) else { return };
        self.tally.add_game(half_points);
        match self.half_pairs.remove(&record.pair) {
            Some(other) => self.tally.pairs[usize::from(half_points + other)] += 1,
            None => _ = self.half_pairs.insert(record.pair, half_points),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log_records::samples;

    fn record(pair: usize, red: &str, black: &str, result: &str) -> LoggedGame {
        LoggedGame { pair, red: red.to_owned(), black: black.to_owned(), ..samples::game(0, result) }
    }

    #[test]
    fn records_are_counted_singly_and_in_pairs() {
        let records = [
            record(0, "new", "old", "1-0"),
            record(1, "new", "old", "1/2-1/2"),
            record(0, "old", "new", "1/2-1/2"),
            record(1, "old", "new", "1/2-1/2"),
            record(2, "new", "old", "0-1"),
            record(3, "new", "other", "0-1"),
            record(3, "other", "new", "1-0"),
            record(4, "old", "other", "1-0"),
        ];
        let against_old = Tally { wins: 1, draws: 3, losses: 1, pairs: [0, 0, 1, 1, 0] };
        assert_eq!(Tally::of(&records, "new", Some("old")), against_old);
        let against_all = Tally { wins: 1, draws: 3, losses: 3, pairs: [1, 0, 1, 1, 0] };
        assert_eq!(Tally::of(&records, "new", None), against_all);
        let reversed = Tally { wins: 1, draws: 3, losses: 1, pairs: [0, 1, 1, 0, 0] };
        assert_eq!(Tally::of(records.iter().rev(), "old", Some("new")), reversed);
        assert_eq!(Tally::of(&records, "other engine", None), Tally::default());
    }

    #[test]
    fn games_and_score_follow_from_the_counts() {
        let mut tally = Tally::default();
        assert_eq!((tally.games(), tally.score()), (0, 0.5));
        tally.add_pair(2, 1);
        tally.add_pair(2, 2);
        assert_eq!((tally.games(), tally.score()), (4, 0.875));
        assert_eq!((tally.to_string(), tally.points()), ("3-1-0".to_owned(), "3.5 (4)".to_owned()));
    }
}
