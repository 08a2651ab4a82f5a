// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels of play: their numbers, their Elo, and the constants of the model that makes them.

use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;
use thiserror::Error;

/// A level of playing strength, from 0, a beginner, to [`Level::FULL`].
///
/// ```
/// use chuhe::engine::Level;
/// let level: Level = "7".parse()?;
/// assert_eq!(Level::from_elo(level.elo()), level);
/// assert_eq!(Level::default(), Level::FULL);
/// # Ok::<(), chuhe::engine::LevelError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

/// The text is not the number of a level.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a level; levels are numbers from 0 to {full}", full = Level::FULL)]
pub struct LevelError(String);

/// The constants of a level; `levels.md` explains them.
#[derive(Clone, Copy, Debug)]
pub struct Weakness {
    /// Rating, measured against the neighbours.
    pub elo: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Root moves that the search looks at (`MultiPV`).
    pub lines: usize,
    /// Plies that the player sees after every move: 0 is the position after the move, 1 the captures then.
    pub sight: u32,
    /// Probability of looking a ply further.
    pub care: f64,
    /// Temperature of the choice among the moves, in centipawns.
    pub temperature: f64,
}

const ALL: usize = 128;

const fn weakness(elo: u32, nodes: u64, lines: usize, sight: u32, care: f64, temperature: f64) -> Weakness {
    Weakness { elo, nodes, lines, sight, care, temperature }
}

/// All levels below full strength.
const WEAKNESSES: [Weakness; 20] = [
    weakness(0, 300, ALL, 0, 0.00, 1500.0),
    weakness(155, 700, ALL, 0, 0.66, 125.0),
    weakness(250, 800, ALL, 0, 0.77, 105.0),
    weakness(375, 800, ALL, 0, 0.84, 89.0),
    weakness(605, 900, ALL, 0, 0.93, 78.0),
    weakness(820, 1_000, ALL, 1, 0.25, 87.0),
    weakness(1_060, 1_000, ALL, 1, 0.70, 71.0),
    weakness(1_265, 1_400, ALL, 2, 0.42, 58.0),
    weakness(1_530, 1_700, ALL, 2, 0.74, 47.0),
    weakness(1_760, 2_300, ALL, 2, 0.82, 36.0),
    weakness(1_945, 3_500, ALL, 3, 0.70, 35.0),
    weakness(2_150, 4_000, ALL, 3, 0.90, 25.0),
    weakness(2_315, 4_500, ALL, 3, 1.00, 17.0),
    weakness(2_490, 3_600, 9, 3, 1.00, 12.0),
    weakness(2_625, 3_200, 5, 3, 1.00, 11.0),
    weakness(2_790, 5_000, 5, 3, 1.00, 8.5),
    weakness(2_970, 6_200, 4, 3, 1.00, 7.0),
    weakness(3_140, 7_500, 3, 3, 1.00, 6.0),
    weakness(3_350, 9_000, 2, 3, 1.00, 5.0),
    weakness(3_605, 17_000, 2, 3, 1.00, 4.0),
];
/// Rating of full strength at 10 000 nodes per move.
const FULL_ELO: u32 = 3_735;

impl Level {
    /// Full strength: the search is not limited.
    pub const FULL: Self = Self(20);

    /// Range of the ratings.
    pub const ELO_RANGE: RangeInclusive<u32> = WEAKNESSES[0].elo..=FULL_ELO;

    /// Returns the level of this number, at most that of [`FULL`](Self::FULL).
    ///
    /// ```
    /// use chuhe::engine::Level;
    /// assert_eq!(Level::new(20), Some(Level::FULL));
    /// assert_eq!(Level::new(21), None);
    /// ```
    pub fn new(number: u32) -> Option<Self> {
        u8::try_from(number).ok().map(Self).filter(|&level| level <= Self::FULL)
    }

    /// Returns all levels, the weakest first.
    ///
    /// ```
    /// use chuhe::engine::Level;
    /// assert_eq!(Level::all().count(), 21);
    /// ```
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..=Self::FULL.0).map(Self)
    }

    /// Returns the number of the level.
    pub fn number(self) -> u32 {
        self.0.into()
    }

    /// Returns the rating of the level on this engine's own scale, which is not that of any list of people.
    pub fn elo(self) -> u32 {
        self.weakness().map_or(FULL_ELO, |weakness| weakness.elo)
    }

    /// Returns the level whose rating is nearest to `elo`.
    pub fn from_elo(elo: u32) -> Self {
        Self::all().min_by_key(|level| level.elo().abs_diff(elo)).expect("there are levels")
    }

    /// Returns what limits the level; `None`: full strength.
    pub(crate) fn weakness(self) -> Option<&'static Weakness> {
        WEAKNESSES.get(usize::from(self.0))
    }

    /// Returns the number of plies of a game in which the level plays from opening books; `None`: as many as
    /// the books' settings allow.
    pub(crate) fn book_plies(self) -> Option<u32> {
        self.weakness().map(|_| 2 * self.number())
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Self, LevelError> {
        let number = text.parse().ok().and_then(Self::new);
        number.ok_or_else(|| LevelError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_rise_in_even_steps_and_select_their_level() {
        let elos: Vec<u32> = Level::all().map(Level::elo).collect();
        for pair in elos.windows(2) {
            assert!((75..=275).contains(&(pair[1] - pair[0])), "{pair:?}");
        }
        assert!(Level::all().all(|level| Level::from_elo(level.elo()) == level));
        assert_eq!(Level::from_elo(u32::MAX), Level::FULL);
        assert_eq!(Level::from_elo(0).number(), 0);
    }

    #[test]
    fn only_numbers_of_levels_are_read() {
        assert!(Level::all().all(|level| level.to_string().parse() == Ok(level)));
        for text in ["", "21", "-1", "x", "256", "1.5"] {
            let error = text.parse::<Level>().unwrap_err();
            assert!(error.to_string().ends_with("levels are numbers from 0 to 20"), "{error}");
        }
    }
}
