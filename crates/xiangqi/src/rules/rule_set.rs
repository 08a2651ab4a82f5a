// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rule sets: the offences that each of them counts, and the names of all of them, which the command line
//! and both protocols share.

use crate::types::{Color, Language, text};
use core::fmt;
use core::str::FromStr;
use thiserror::Error;

/// The gravest thing that a side did with every one of its moves in a repetition, in ascending order.
///
/// The side with the graver offence loses, and equal offences draw; a [`RuleSet`](super::RuleSet) decides
/// which offences it counts ([`RuleSet::counted`](super::RuleSet::counted)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Offence {
    /// Nothing forbidden: at least one idle move, or checks and chases in turn, or chases of different
    /// pieces.
    None,
    /// Perpetual chase: every move newly attacks one and the same piece.
    PerpetualChase,
    /// Perpetual chase of a rook that the chaser's horse pins to its king all the while: the rook's
    /// counter-threat against the horse does not exempt the chaser.
    ChaseOfPinnedRook,
    /// Perpetual check: every move checks.
    PerpetualCheck,
}

impl fmt::Display for Offence {
    /// Writes the name that programs read: `perpetual check`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "none",
            Self::PerpetualChase => "perpetual chase",
            Self::ChaseOfPinnedRook => "perpetual chase of a pinned rook",
            Self::PerpetualCheck => "perpetual check",
        })
    }
}

/// The rules by which repetitions are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum RuleSet {
    /// Every repetition is a draw.
    AlwaysDraw,
    /// Perpetual check loses; every other repetition is a draw.
    CheckBan,
    /// Asian rules: perpetual check loses against anything else, perpetual chase of one piece against no
    /// offence.
    #[default]
    Asian,
    /// The Chinese national rules: every check, mate threat and chase counts. A search that looks ahead
    /// judges as by [`Asian`](Self::Asian) rules ([`judge_span`](super::judge_span)); a position of the game
    /// that occurs for the third time is judged by the rules themselves.
    Chinese,
    /// The Chinese rules, read so that a repetition is judged after three full cycles, at the fourth
    /// occurrence.
    ChineseThreeCycles,
    /// The Chinese rules with the nine-move rule: nine forbidden moves of one side in a row are judged as a
    /// cycle, though no position repeats.
    ChineseNineMoves,
    /// The Chinese national rules of 1999 and 2011: the same classes, but no heavy and light chases, and a
    /// repetition is judged after three full cycles, at the fourth occurrence.
    #[cfg_attr(feature = "serde", serde(rename = "chinese-2011"))]
    Chinese2011,
    /// The computer rules used in engine matches: as Asian, but a repetition that contains a check is a draw
    /// unless one side checks perpetually.
    Computer,
}

/// The points on which the forms and readings of the Chinese rules differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChineseForm {
    /// The occurrence of a position at which its repetition is judged: the third, or the fourth, which ends
    /// the third full cycle.
    pub occurrences: u8,
    /// True if a heavy attack is graver than a light one (article 26.9).
    pub grades_attacks: bool,
    /// True if nine forbidden moves in a row are judged without a repetition.
    pub judges_nine_moves: bool,
}

impl RuleSet {
    /// Returns the form of the Chinese rules; `None` for other rules.
    pub(super) const fn chinese_form(self) -> Option<ChineseForm> {
        let form = ChineseForm { occurrences: 3, grades_attacks: true, judges_nine_moves: false };
        match self {
            Self::Chinese => Some(form),
            Self::ChineseThreeCycles => Some(ChineseForm { occurrences: 4, ..form }),
            Self::ChineseNineMoves => Some(ChineseForm { judges_nine_moves: true, ..form }),
            Self::Chinese2011 => Some(ChineseForm { occurrences: 4, grades_attacks: false, ..form }),
            Self::AlwaysDraw | Self::CheckBan | Self::Asian | Self::Computer => None,
        }
    }

    /// Returns the occurrence of a position at which its repetition is judged.
    #[must_use]
    pub const fn occurrences(self) -> u8 {
        match self.chinese_form() {
            Some(form) => form.occurrences,
            None => 3,
        }
    }

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
            _ => offence,
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
    /// Writes the name that the command line uses: `check-ban`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Each rule set comes first under its own name.
        let name = RULE_NAMES.iter().find(|name| name.rules == *self);
        f.write_str(name.map_or("", |name| name.name))
    }
}

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    /// Reads any name that [`RuleName::find`] knows.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        RuleName::find(text).map(|name| name.rules)
    }
}

/// A name under which a user or a graphical interface asks for rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuleName {
    /// The name on the command line.
    pub name: &'static str,
    /// The name in UCCI and UCI.
    pub protocol: &'static str,
    /// The rules that are applied.
    pub rules: RuleSet,
    /// What people call them, in English and Chinese.
    pub title: (&'static str, &'static str),
}

/// The names of all rule sets, in the order in which people choose; whatever lists rule sets reads this table.
pub static RULE_NAMES: [RuleName; 8] = [
    RuleName {
        name: "asian",
        protocol: "AsianRule",
        rules: RuleSet::Asian,
        title: ("Asian and World rules", "亚洲规则（世界规则）"),
    },
    RuleName {
        name: "chinese",
        protocol: "ChineseRule",
        rules: RuleSet::Chinese,
        title: ("Chinese rules (2020)", "中国规则（2020）"),
    },
    RuleName {
        name: "chinese-three-cycles",
        protocol: "ChineseThreeCyclesRule",
        rules: RuleSet::ChineseThreeCycles,
        title: ("Chinese rules, after three full cycles", "中国规则（循环满三遍）"),
    },
    RuleName {
        name: "chinese-nine-moves",
        protocol: "ChineseNineMovesRule",
        rules: RuleSet::ChineseNineMoves,
        title: ("Chinese rules with the nine-move rule", "中国规则（兼判连续九回合）"),
    },
    RuleName {
        name: "chinese-2011",
        protocol: "Chinese2011Rule",
        rules: RuleSet::Chinese2011,
        title: ("Chinese rules (2011)", "中国规则（2011）"),
    },
    RuleName {
        name: "computer",
        protocol: "ComputerRule",
        rules: RuleSet::Computer,
        title: ("Computer rules", "电脑规则"),
    },
    RuleName {
        name: "check-ban",
        protocol: "CheckBan",
        rules: RuleSet::CheckBan,
        title: ("Only perpetual check loses", "只禁长将"),
    },
    RuleName {
        name: "always-draw",
        protocol: "AlwaysDraw",
        rules: RuleSet::AlwaysDraw,
        title: ("Every repetition is a draw", "循环一律作和"),
    },
];

/// Other names of the Asian rules: the World federation's rules of 2018 give the same verdicts.
const ASIAN_ALIASES: [&str; 2] = ["world", "wxf"];

impl RuleName {
    /// Returns the name that `text` means: of the command line or of the protocols, in any case, with or
    /// without hyphens and a final `rule` or `rules`. `world` and `wxf` mean `asian`.
    ///
    /// # Errors
    ///
    /// Fails if no rule set has this name.
    pub fn find(text: &str) -> Result<&'static Self, UnknownRuleSet> {
        let mut word = text.to_ascii_lowercase().replace(['-', '_', ' '], "");
        for suffix in ["rules", "rule"] {
            word.truncate(word.strip_suffix(suffix).unwrap_or(&word).len());
        }
        let word = if ASIAN_ALIASES.contains(&word.as_str()) { "asian".to_owned() } else { word };
        let found = RULE_NAMES.iter().find(|known| known.name.replace('-', "") == word);
        found.ok_or_else(|| UnknownRuleSet(text.to_owned()))
    }
}

/// The text does not name a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct UnknownRuleSet(String);

crate::bilingual_errors!(UnknownRuleSet);

impl UnknownRuleSet {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let names = RULE_NAMES.each_ref().map(|name| name.name).join(language.pick(", ", "、"));
        text!(
            language,
            "unknown rule set '{name}' (use one of {names})",
            "没有“{name}”这种规则（可用 {names}）",
            name = self.0
        )
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
        for name in &RULE_NAMES {
            for spelling in [name.name, name.protocol, &name.protocol.to_ascii_lowercase()] {
                assert_eq!(RuleName::find(spelling), Ok(name));
                assert_eq!(spelling.parse(), Ok(name.rules));
            }
            assert_eq!(name.rules.to_string(), name.name);
        }
        for (spelling, rules) in [
            ("CheckBan", RuleSet::CheckBan),
            ("check_ban", RuleSet::CheckBan),
            ("Always Draw", RuleSet::AlwaysDraw),
            ("Asian rules", RuleSet::Asian),
            ("computer-rule", RuleSet::Computer),
            ("World rules", RuleSet::Asian),
            ("WXF", RuleSet::Asian),
        ] {
            assert_eq!(spelling.parse(), Ok(rules));
        }
        assert!("".parse::<RuleSet>().is_err());
        let error = "asiatic".parse::<RuleSet>().unwrap_err().to_string();
        assert!(error.contains("'asiatic'"), "{error}");
        assert!(RULE_NAMES.iter().all(|name| error.contains(name.name)), "{error}");
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
