// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who plays whom, from which opening, in which order: all of it follows from a few numbers, so that a match can be
//! split over machines and taken up again without anybody keeping a list.
//!
//! The unit is the pair: the same two engines play the same opening twice, with colours swapped. Pair `p` consists of
//! the games `2p` and `2p + 1`. The pairings take turns, round by round, so that partial results are balanced, and all
//! pairings of a round play the same opening. A longer match begins with the games of a shorter one.

use crate::types::SplitMix64;
use std::str::FromStr;
use thiserror::Error;

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum TournamentFormat {
    /// The first engine plays each of the others.
    #[default]
    Gauntlet,
    /// Everybody plays everybody.
    RoundRobin,
}

/// The whole plan of a match.
#[derive(Clone, Debug)]
pub struct GameSchedule {
    /// Indices of engines that meet; the first of them has Red in the first game of a pair.
    pairings: Vec<[usize; 2]>,
    /// Games of each pairing.
    games: usize,
    /// Indices of openings in the order in which they are played.
    openings: Vec<usize>,
}

/// A game of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its number.
    pub game: usize,
    /// The number of its pair.
    pub pair: usize,
    /// The indices of the engines that play Red and Black.
    pub engines: [usize; 2],
    /// The index of the opening.
    pub opening: usize,
}

impl GameSchedule {
    /// A plan for so many engines (two at least), `games` for each pairing, `openings` of which there is at least one.
    /// The order of the openings depends on the seed.
    pub fn new(format: TournamentFormat, engines: usize, games: usize, openings: usize, seed: u64) -> Self {
        let firsts = match format {
            TournamentFormat::Gauntlet => 0..1,
            TournamentFormat::RoundRobin => 0..engines,
        };
        let pairings = firsts.flat_map(|first| (first + 1..engines).map(move |second| [first, second]));
        Self { pairings: pairings.collect(), games, openings: shuffled(openings, seed) }
    }

    /// How many pairs there are. The last ones are of a single game if the number of games is odd.
    pub fn pairs(&self) -> usize {
        self.pairings.len() * self.games.div_ceil(2)
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.pairings.len() * self.games
    }

    /// The games of a pair.
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

    /// The game of that number, if it is in the plan.
    pub fn game(&self, game: usize) -> Option<ScheduledGame> {
        self.pair(game / 2).nth(game % 2)
    }
}

/// A part of a match: one of several machines plays the pairs whose number leaves a certain remainder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part, from 0.
    index: usize,
    /// How many parts there are.
    count: usize,
}

/// The text names no part of a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is not a part of a whole, like 1/4 to 4/4")]
pub struct ParseShardError(String);

impl Shard {
    /// Everything.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// Does it play this pair?
    pub const fn has(self, pair: usize) -> bool {
        pair % self.count == self.index
    }

    /// How many of the first so many pairs it plays.
    pub const fn share(self, pairs: usize) -> usize {
        pairs / self.count + (pairs % self.count > self.index) as usize
    }
}

impl FromStr for Shard {
    type Err = ParseShardError;

    /// Reads `1/4`, the first of four parts.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/').and_then(|(part, count)| {
            Some((part.trim().parse::<usize>().ok()?, count.trim().parse::<usize>().ok()?))
        });
        match numbers {
            Some((part, count)) if (1..=count).contains(&part) => Ok(Self { index: part - 1, count }),
            _ => Err(ParseShardError(text.to_owned())),
        }
    }
}

/// The numbers below `count` in an order that depends on the seed (Fisher and Yates).
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut rng = SplitMix64::new(seed);
    let mut numbers: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        numbers.swap(last, rng.below(last + 1));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// All games of a plan, in the order of play.
    fn fixtures(schedule: &GameSchedule) -> Vec<ScheduledGame> {
        (0..schedule.pairs()).flat_map(|pair| schedule.pair(pair)).collect()
    }

    #[test]
    fn both_colours_of_each_pairing_play_each_opening() {
        let schedule = GameSchedule::new(TournamentFormat::RoundRobin, 3, 4, 10, 7);
        let games = fixtures(&schedule);
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
        let games = fixtures(&GameSchedule::new(TournamentFormat::Gauntlet, 4, 2, 1, 0));
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|game| game.engines.contains(&0)));
    }

    #[test]
    fn a_longer_match_begins_like_a_shorter_one() {
        let (short, long) = (5, 8);
        let plan = |games| GameSchedule::new(TournamentFormat::RoundRobin, 3, games, 4, 1);
        let all = fixtures(&plan(long));
        let some = fixtures(&plan(short));
        assert_eq!(some.len(), plan(short).games());
        assert!(some.iter().all(|game| all.contains(game)));
        assert_eq!(plan(short).game(2 * plan(short).pairs()), None);
        assert_eq!(plan(short).game(2 * plan(short).pairs() - 1), None, "the second half of an odd pair");
    }

    #[test]
    fn the_seed_orders_the_openings_and_all_come_before_one_comes_twice() {
        let openings = |seed| -> Vec<usize> {
            fixtures(&GameSchedule::new(TournamentFormat::Gauntlet, 2, 40, 20, seed))
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
            assert_eq!(parts.iter().filter(|part| part.has(pair)).count(), 1);
            assert!(Shard::WHOLE.has(pair));
        }
        for part in parts {
            for pairs in 0..20 {
                assert_eq!(part.share(pairs), (0..pairs).filter(|&pair| part.has(pair)).count());
            }
        }
        for bad in ["", "1", "0/2", "3/2", "-1/2", "1/0", "a/b", "1/2/3"] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
