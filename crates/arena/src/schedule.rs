// SPDX-License-Identifier: MIT OR Apache-2.0
//! The schedule of a match: pairings, openings and colours. Everything follows from a few numbers, so that a
//! match can be split over machines and resumed without a stored list.
//!
//! The unit is the pair: the same two engines play the same opening twice, with colours swapped. Pair `p`
//! consists of the games `2p` and `2p + 1`. The pairings alternate round by round, so that partial results
//! are balanced, and all pairings of a round play the same opening. A longer match begins with the games of a
//! shorter one.

use std::str::FromStr;
use xiangqi::types::{Bilingual, SplitMix64, bilingual};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TournamentFormat {
    /// The first engine plays each of the others.
    #[default]
    Gauntlet,
    /// Every engine plays every other one.
    RoundRobin,
}

#[derive(Clone, Debug)]
pub struct GameSchedule {
    /// Indices of the engines of each pairing; the first of them has Red in the first game of a pair.
    pairings: Vec<[usize; 2]>,
    games: usize,
    /// Indices of the openings in the order of play.
    openings: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    pub game: usize,
    pub pair: usize,
    /// The indices of the engines that play Red and Black.
    pub engines: [usize; 2],
    pub opening: usize,
}

impl GameSchedule {
    /// Creates a schedule for at least two engines with `games` per pairing; `openings` are the indices of
    /// the openings in the order of play, at least one.
    pub fn new(format: TournamentFormat, engines: usize, games: usize, openings: Vec<usize>) -> Self {
        let firsts = match format {
            TournamentFormat::Gauntlet => 0..1,
            TournamentFormat::RoundRobin => 0..engines,
        };
        let pairings = firsts.flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        Self { pairings: pairings.collect(), games, openings }
    }

    /// Returns the indices of the openings in the order of play.
    pub fn openings(&self) -> &[usize] {
        &self.openings
    }

    /// Returns the number of pairs. The last pair of each pairing has a single game if the number of games is
    /// odd.
    pub fn pairs(&self) -> usize {
        self.pairings.len() * self.games.div_ceil(2)
    }

    pub fn games(&self) -> usize {
        self.pairings.len() * self.games
    }

    pub fn pair(&self, pair: usize) -> impl Iterator<Item = ScheduledGame> + use<> {
        let (round, turn) = (pair / self.pairings.len(), pair % self.pairings.len());
        let opening = self.openings[round % self.openings.len()];
        let [first, second] = self.pairings[turn];
        let count = self.games.saturating_sub(2 * round).min(2);
        [[first, second], [second, first]]
            .into_iter()
            .zip(2 * pair..)
            .take(count)
            .map(move |(engines, game)| ScheduledGame { game, pair, engines, opening })
    }

    /// Returns the game with this number, if it is in the schedule.
    pub fn game(&self, game: usize) -> Option<ScheduledGame> {
        self.pair(game / 2).nth(game % 2)
    }
}

/// A part of a match for one of several machines: the pairs whose number modulo `count` is `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// The number of this part, from 0.
    index: usize,
    count: usize,
}

impl Shard {
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Returns true if this part plays the pair.
    pub const fn contains(self, pair: usize) -> bool {
        pair % self.count == self.index
    }

    /// Returns how many of the first `pairs` pairs are in this part.
    pub const fn count(self, pairs: usize) -> usize {
        pairs / self.count + (pairs % self.count > self.index) as usize
    }
}

impl FromStr for Shard {
    type Err = Bilingual;

    /// Reads `1/4`, the first of four parts.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(part, count)| {
            Some((part.trim().parse::<usize>().ok()?, count.trim().parse::<usize>().ok()?))
        });
        match numbers {
            Some((part, count)) if (1..=count).contains(&part) => Ok(Self { index: part - 1, count }),
            _ => Err(bilingual!(
                "'{text}' is not a part of a match like 1/4 to 4/4 (part/parts)",
                "“{text}”不是比赛的一份；写法如 1/4 至 4/4（第几份/份数）"
            )),
        }
    }
}

/// Returns the numbers below `count`, shuffled by `seed`.
pub fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    SplitMix64::new(seed).shuffle(&mut numbers);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All games of a schedule, in the order of play.
    fn games_of(schedule: &GameSchedule) -> Vec<ScheduledGame> {
        (0..schedule.pairs()).flat_map(|pair| schedule.pair(pair)).collect()
    }

    #[test]
    fn each_pairing_plays_each_opening_with_both_colours() {
        let schedule = GameSchedule::new(TournamentFormat::RoundRobin, 3, 4, shuffled(10, 7));
        let games = games_of(&schedule);
        assert_eq!((schedule.games(), games.len()), (12, 12));
        let engines: Vec<_> = games.iter().map(|game| game.engines).collect();
        assert_eq!(engines[..6], [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(engines[..6], engines[6..]);
        for pair in games.chunks(2) {
            assert_eq!((pair[0].pair, pair[0].opening), (pair[1].pair, pair[1].opening));
        }
        let numbers: HashSet<_> = games.iter().map(|game| game.game).collect();
        assert_eq!(numbers.len(), 12);
        assert!(
            games.iter().all(|&game| schedule.game(game.game) == Some(game) && game.pair == game.game / 2)
        );
        assert_eq!(games[0].opening, games[5].opening);
        assert_ne!(games[0].opening, games[6].opening);
    }

    #[test]
    fn a_gauntlet_is_the_first_engine_against_the_others() {
        let games = games_of(&GameSchedule::new(TournamentFormat::Gauntlet, 4, 2, vec![0]));
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|game| game.engines.contains(&0)));
    }

    #[test]
    fn a_longer_match_begins_like_a_shorter_one() {
        let (short, long) = (5, 8);
        let plan = |games| GameSchedule::new(TournamentFormat::RoundRobin, 3, games, shuffled(4, 1));
        let all = games_of(&plan(long));
        let some = games_of(&plan(short));
        assert_eq!(some.len(), plan(short).games());
        assert!(some.iter().all(|game| all.contains(game)));
        assert_eq!(plan(short).game(2 * plan(short).pairs()), None);
        assert_eq!(plan(short).game(2 * plan(short).pairs() - 1), None, "the second half of an odd pair");
    }

    #[test]
    fn the_seed_orders_the_openings_and_all_come_before_one_comes_twice() {
        let openings = |seed| -> Vec<usize> {
            games_of(&GameSchedule::new(TournamentFormat::Gauntlet, 2, 40, shuffled(20, seed)))
                .iter()
                .map(|game| game.opening)
                .collect()
        };
        assert_eq!(openings(3), openings(3));
        assert_ne!(openings(3), openings(4));
        assert_eq!(openings(3).iter().collect::<HashSet<_>>().len(), 20);
    }

    #[test]
    fn parts_make_up_the_whole() {
        let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].map(|text| text.parse().unwrap()).into();
        for pair in 0..20 {
            assert_eq!(parts.iter().filter(|part| part.contains(pair)).count(), 1);
            assert!(Shard::WHOLE.contains(pair));
        }
        for part in parts {
            for pairs in 0..20 {
                assert_eq!(part.count(pairs), (0..pairs).filter(|&pair| part.contains(pair)).count());
            }
        }
        for bad in ["", "1", "0/2", "3/2", "-1/2", "1/0", "a/b", "1/2/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
