// SPDX-License-Identifier: MIT OR Apache-2.0
//! Values and depths, which the search computes with, and scores, which it reports.
//!
//! A [`Value`] is an integer in one of four bands, told apart by size:
//!
//! ```text
//!   ordinary        table              rule              mate
//! 0 … ±20 000   ±(22 000 - ply)   ±(24 000 - ply)   ±(32 000 - ply)
//! ```
//!
//! *Ordinary* values have a unit of their own, about a hundredth of a pawn that has not crossed the river; a
//! [`Score`] reports them in centipawns. The *table* band holds wins and losses that the endgame tables know,
//! by the plies until the capture that leads into a table. The *rule* band holds wins and losses by the
//! repetition rules: they depend on the moves that led to the position, so they are neither proven mates nor
//! stored in the transposition table. *Mate* values count plies from the root, so that a nearer mate is worth
//! more.

use crate::text;
use crate::types::language::Language;
use core::{fmt, ops};

/// A value from the perspective of the side to move: ordinary (a pawn is about 100), or an encoded win or
/// loss.
pub type Value = i32;

/// Maximum plies of a line.
pub const MAX_PLY: usize = 128;

/// Larger than any value.
pub const INFINITE: Value = 32_500;
/// Mate at once; a mate in `n` plies is worth `MATE - n`.
pub const MATE: Value = 32_000;
/// Values from here on are mates.
pub const MATE_BAND: Value = 31_000;
/// A position that the endgame tables know as won.
pub const TB_WIN: Value = 22_000;
/// Values from here up to the rule band are wins by the endgame tables.
pub const TB_BAND: Value = 21_000;
/// Win by rule at once.
pub const RULE_WIN: Value = 24_000;
/// Values from here up to the mate band are wins by rule.
pub const RULE_BAND: Value = 23_000;
/// The value reported as 100 centipawns: around move 32 it wins as often as not. Fitted to self-play games
/// (`chuhe wdl`), like the constant of the same name in Stockfish.
pub const NORMALIZE_TO_PAWN: Value = 204;
/// Upper bound of ordinary values.
pub const MAX_ORDINARY: Value = 20_000;

const _: () = {
    const LONGEST: Value = MAX_PLY as Value;
    assert!(MAX_ORDINARY < TB_BAND && TB_BAND < TB_WIN - LONGEST && TB_WIN < RULE_BAND);
    assert!(RULE_BAND < RULE_WIN - LONGEST && RULE_WIN < MATE_BAND && MATE_BAND < MATE - LONGEST);
};
const _: () = assert!(INFINITE < i16::MAX as Value);

/// Returns the value of being mated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// Returns the value of giving mate `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: usize) -> Value {
    -mated_in(ply)
}

/// Returns true for a mate by either side.
#[inline]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BAND
}

/// Returns true for a win or loss: by mate, by rule or by the endgame tables.
#[inline]
pub const fn is_decisive(value: Value) -> bool {
    value.abs() >= TB_BAND
}

/// Returns true for a win or loss by the repetition rules.
#[inline]
pub const fn is_by_rule(value: Value) -> bool {
    value.abs() >= RULE_BAND && !is_mate(value)
}

/// Returns true for a win or loss by the endgame tables.
#[inline]
pub const fn is_by_tb(value: Value) -> bool {
    is_decisive(value) && value.abs() < RULE_BAND
}

/// Converts an ordinary value to centipawns.
#[inline]
pub const fn centipawns(value: Value) -> i32 {
    (value * 100 + value.signum() * NORMALIZE_TO_PAWN / 2) / NORMALIZE_TO_PAWN
}

/// Converts centipawns to an ordinary value.
#[inline]
pub const fn from_centipawns(centipawns: i32) -> Value {
    (centipawns * NORMALIZE_TO_PAWN + centipawns.signum() * 50) / 100
}

/// A value in the form reported to users and programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Centipawns for the side to move: [`NORMALIZE_TO_PAWN`] is shown as 100.
    Cp(i32),
    /// Mate in this number of plies; negative when the side to move is mated.
    Mate(i32),
    /// Won (or, if negative, lost) by the repetition rules in this number of plies.
    Rule(i32),
    /// Won (or, if negative, lost) by the endgame tables, which know the position in this number of plies.
    Tb(i32),
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        let plies = |top: Value| (top - value.abs()) * if value < 0 { -1 } else { 1 };
        if is_mate(value) {
            Self::Mate(plies(MATE))
        } else if is_by_rule(value) {
            Self::Rule(plies(RULE_WIN))
        } else if is_by_tb(value) {
            Self::Tb(plies(TB_WIN))
        } else {
            Self::Cp(centipawns(value))
        }
    }
}

impl ops::Neg for Score {
    type Output = Self;

    /// Returns the score of the other side.
    fn neg(self) -> Self {
        match self {
            Self::Cp(cp) => Self::Cp(-cp),
            Self::Mate(plies) => Self::Mate(-plies),
            Self::Rule(plies) => Self::Rule(-plies),
            Self::Tb(plies) => Self::Tb(-plies),
        }
    }
}

impl Score {
    /// Returns the score as a number, to sort and to plot by: centipawns, or `win` less the plies to a win,
    /// and the negative of that for a loss.
    ///
    /// ```
    /// use xiangqi::types::Score;
    /// let scores = [Score::Mate(0), Score::Mate(-4), Score::Cp(-7), Score::Rule(0), Score::Mate(1)];
    /// assert_eq!(scores.map(|score| score.number(1000)), [-1000, -996, -7, 1000, 999]);
    /// ```
    #[must_use]
    pub const fn number(self, win: i32) -> i32 {
        match self {
            Self::Cp(cp) => cp,
            Self::Rule(0) | Self::Tb(0) => win,
            Self::Mate(plies) | Self::Rule(plies) | Self::Tb(plies) if plies > 0 => win - plies,
            Self::Mate(plies) | Self::Rule(plies) | Self::Tb(plies) => -win - plies,
        }
    }

    /// Returns the score in words, for tables, not for protocols: `+0.35`, `mate in 3`, `mated in 2`, `won by
    /// rule`.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        match self {
            Self::Cp(cp) => {
                format!("{}{}.{:02}", if cp < 0 { '-' } else { '+' }, cp.abs() / 100, cp.abs() % 100)
            }
            Self::Mate(plies) if plies > 0 => {
                text!(language, "mate in {moves}", "{moves}步杀", moves = (plies + 1) / 2)
            }
            Self::Mate(plies) => text!(language, "mated in {moves}", "被{moves}步杀", moves = -plies / 2),
            Self::Rule(plies) if plies >= 0 => language.pick("won by rule", "按规则胜").to_owned(),
            Self::Rule(_) => language.pick("lost by rule", "按规则负").to_owned(),
            Self::Tb(plies) if plies >= 0 => language.pick("won by tables", "残局库胜").to_owned(),
            Self::Tb(_) => language.pick("lost by tables", "残局库负").to_owned(),
        }
    }
}

impl fmt::Display for Score {
    /// Writes the [text](Self::text) in English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

/// Depth left to search, in 1/16 ply. May be negative in reductions and in quiescence.
///
/// Extensions are fractions of a ply that add up along a line to whole plies; reductions are fractions as
/// well. A type of its own keeps depths (left to search) and plies (distance from the root) apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// Zero: the quiescence search begins.
    pub const ZERO: Self = Self(0);
    /// One ply.
    pub const ONE_PLY: Self = Self(16);
    /// Depth of the last iteration.
    pub const MAX: Self = Self::plies(100);

    /// Creates a depth of `n` whole plies.
    #[inline]
    pub const fn plies(n: i32) -> Self {
        Self(n * 16)
    }

    /// Creates a depth of `n` sixteenths of a ply.
    #[inline]
    pub const fn sixteenths(n: i32) -> Self {
        Self(n)
    }

    /// Returns the whole plies, rounded down.
    #[inline]
    pub const fn whole(self) -> i32 {
        self.0 >> 4
    }
}

impl ops::Add for Depth {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl ops::Sub for Depth {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_do_not_overlap() {
        assert!(is_mate(mated_in(MAX_PLY)) && is_mate(mate_in(MAX_PLY)));
        assert!(is_by_rule(RULE_WIN - 100) && !is_mate(RULE_WIN));
        assert!(is_by_tb(TB_WIN) && is_by_tb(100 - TB_WIN) && !is_by_rule(TB_WIN));
        assert!(!is_decisive(MAX_ORDINARY) && !is_by_tb(RULE_WIN));
    }

    #[test]
    fn scores_say_what_values_mean() {
        assert_eq!(Score::from(mate_in(1)), Score::Mate(1));
        assert_eq!(Score::from(mated_in(4)), Score::Mate(-4));
        assert_eq!(Score::from(-(RULE_WIN - 6)), Score::Rule(-6));
        assert_eq!(Score::from(TB_WIN - 3), Score::Tb(3));
        assert_eq!(Score::from(mated_in(0)), Score::Mate(0));
        assert_eq!(Score::from(0), Score::Cp(0));
        assert!((-6000..=6000).all(|shown| Score::from(from_centipawns(shown)) == Score::Cp(shown)));
        assert_eq!(Score::from(-NORMALIZE_TO_PAWN).to_string(), "-1.00");
        assert_eq!(Score::from(mate_in(5)).to_string(), "mate in 3");
        assert_eq!(Score::from(mated_in(4)).to_string(), "mated in 2");
    }

    #[test]
    fn fractions_add_up_to_plies() {
        let two_thirds = Depth::sixteenths(11);
        assert_eq!(two_thirds.whole(), 0);
        assert_eq!((two_thirds + two_thirds).whole(), 1);
        assert_eq!((Depth::plies(3) - Depth::sixteenths(1)).whole(), 2);
        assert_eq!(Depth::sixteenths(-1).whole(), -1);
    }
}
