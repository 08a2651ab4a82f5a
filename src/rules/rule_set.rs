// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rule sets: names, and the offences that each of them counts.

use super::offence::Offence;
use crate::types::Color;
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// The rules by which repetitions are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RuleSet {
    /// Every repetition is a draw.
    AlwaysDraw,
    /// Perpetual check loses; every other repetition is a draw.
    CheckBan,
    /// Asian rules: perpetual check loses against anything else, perpetual chase of one piece against no
    /// offence.
    #[default]
    Asian,
    /// The computer rules used in engine matches: as Asian, but a repetition that contains a check is a draw
    /// unless one side checks perpetually.
    Computer,
}

impl RuleSet {
    /// Returns `offence` as this rule set counts it; `any_check` is true if any move of the repetition, by
    /// either side, gives check.
    #[must_use]
    pub fn counted(self, offence: Offence, any_check: bool) -> Offence {
        match self {
            Self::AlwaysDraw => Offence::None,
            Self::CheckBan if offence < Offence::PerpetualCheck => Offence::None,
            Self::Computer if offence < Offence::PerpetualCheck && any_check => Offence::None,
            // The computer rules do not grade perpetual chases.
            Self::Computer if offence == Offence::ChaseOfPinnedRook => Offence::PerpetualChase,
            Self::CheckBan | Self::Asian | Self::Computer => offence,
        }
    }

    /// Returns the side that loses by a repetition: the one whose offence, as counted, is graver; `None` is a
    /// draw.
    #[must_use]
    pub fn loser(self, offences: [Offence; 2], any_check: bool) -> Option<Color> {
        let counted = offences.map(|offence| self.counted(offence, any_check));
        Color::ALL.into_iter().find(|&side| counted[side] > counted[!side])
    }
}

impl fmt::Display for RuleSet {
    /// Writes the name in the form that is also read: `check-ban`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AlwaysDraw => "always-draw",
            Self::CheckBan => "check-ban",
            Self::Asian => "asian",
            Self::Computer => "computer",
        })
    }
}

/// The text does not name a supported rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseRuleSetError {
    /// The rules of the Chinese Xiangqi Association.
    #[error("the chinese rules are not supported (use asian, computer, check-ban or always-draw)")]
    Chinese,
    /// Any other text.
    #[error("unknown rule set '{0}' (use asian, computer, check-ban or always-draw)")]
    Unknown(String),
}

impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    /// Reads `asian`, `check-ban` and so on in either case, with or without the hyphen, and the protocols'
    /// names, which end in `rule`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let word = text.to_ascii_lowercase().replace('-', "");
        match word.strip_suffix("rule").unwrap_or(&word) {
            "asian" => Ok(Self::Asian),
            "computer" => Ok(Self::Computer),
            "checkban" => Ok(Self::CheckBan),
            "alwaysdraw" => Ok(Self::AlwaysDraw),
            "chinese" => Err(ParseRuleSetError::Chinese),
            _ => Err(ParseRuleSetError::Unknown(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE_SETS: [RuleSet; 4] =
        [RuleSet::AlwaysDraw, RuleSet::CheckBan, RuleSet::Asian, RuleSet::Computer];

    #[test]
    fn rule_sets_are_read_as_written_and_in_other_spellings() {
        for rules in RULE_SETS {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert_eq!("CheckBan".parse(), Ok(RuleSet::CheckBan));
        assert_eq!("AsianRule".parse(), Ok(RuleSet::Asian));
        assert_eq!("Chinese".parse::<RuleSet>(), Err(ParseRuleSetError::Chinese));
        assert!("".parse::<RuleSet>().is_err() && "asiatic".parse::<RuleSet>().is_err());
    }

    #[test]
    fn the_graver_offence_loses_as_far_as_the_rules_count_it() {
        use Offence::{ChaseOfPinnedRook, None as Nothing, PerpetualChase, PerpetualCheck};
        // Red's and Black's offence, whether a move checks, and Red's loss by each of `RULE_SETS`.
        for (red, black, any_check, red_loses) in [
            (Nothing, Nothing, false, [false, false, false, false]),
            (PerpetualChase, Nothing, false, [false, false, true, true]),
            (PerpetualChase, Nothing, true, [false, false, true, false]),
            (ChaseOfPinnedRook, PerpetualChase, false, [false, false, true, false]),
            (PerpetualCheck, PerpetualChase, true, [false, true, true, true]),
            (PerpetualCheck, PerpetualCheck, true, [false, false, false, false]),
        ] {
            for (rules, red_loses) in RULE_SETS.into_iter().zip(red_loses) {
                let loser = red_loses.then_some(Color::Red);
                assert_eq!(rules.loser([red, black], any_check), loser, "{rules}: {red:?}, {black:?}");
            }
        }
    }
}
