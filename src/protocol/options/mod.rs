// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options that a user can set with `setoption`.
//!
//! From a `setoption` line to its effect:
//!
//! 1. [`Command::parse`](ucci::Command::parse) splits the line into a name and a value.
//! 2. [`Options::set`] finds the name in [`OPTIONS`], whichever dialect it belongs to, reads the value as the
//!    option's type requires, and calls the option's setter.
//! 3. The setter changes a field of [`Options`].
//! 4. The session passes on what follows: [`Options::search_settings`] and [`Options::book_settings`] to the
//!    engine, [`Options::hash_megabytes`] to the transposition table. An [`OptionEffect`] says if more is to
//!    be done.
//!
//! The handshake announces options from the same table. `values` holds the values in force and turns file
//! names into paths.

mod table;
mod values;

pub use table::{NO_VARIANT, OPTIONS, OptionKind, OptionSpec, VARIANT};
pub use values::{NO_FILE, OptionEffect, Options};

use ucci::leading_integer;
use xiangqi::rules::{RuleName, RuleSet};

impl Options {
    /// Sets the option `name` to `value`, both as the GUI sent them.
    pub fn set(&mut self, name: &str, value: impl AsRef<[u8]>) -> OptionEffect {
        let randomness = self.randomness();
        let effect = self.assign(name, value.as_ref());
        if self.randomness() != randomness {
            self.reseed();
        }
        effect
    }

    fn assign(&mut self, name: &str, bytes: &[u8]) -> OptionEffect {
        let value = &*String::from_utf8_lossy(bytes);
        let Some(spec) = OptionSpec::find(name) else {
            return set_tunable(name, value);
        };
        match spec.kind {
            OptionKind::Check { get, set } => {
                let on = read_check(value, get(&Self::default()));
                set(self, on);
                if !SWITCH_WORDS.as_flattened().iter().any(|word| word.eq_ignore_ascii_case(value)) {
                    return OptionEffect::Unclear(format!("neither true nor false; set to {on}"));
                }
            }
            OptionKind::Spin { min, max, set, .. } => {
                let (number, effect) = read_number(value, min.into(), max.into());
                if let Some(number) = number {
                    set(self, u32::try_from(number).unwrap_or(min));
                }
                return effect;
            }
            OptionKind::Combo { words, get, set } => {
                let choice = words.iter().position(|word| is_choice(word, value));
                let index = choice.unwrap_or_else(|| get(&Self::default()));
                set(self, index);
                if choice.is_none() {
                    let (list, word) = (words.join(", "), words[index]);
                    return OptionEffect::Unclear(format!("not one of {list}; set to {word}"));
                }
            }
            OptionKind::Rules => return set_rules(self, value),
            OptionKind::Variant if ![VARIANT, NO_VARIANT].iter().any(|word| is_choice(word, value)) => {
                return OptionEffect::Refused(format!("it can only be {VARIANT}"));
            }
            OptionKind::File { set, .. } => return set(self, bytes),
            OptionKind::Button { ref effect } => return effect.clone(),
            OptionKind::Unsupported if read_check(value, false) => return OptionEffect::Unsupported,
            OptionKind::Variant | OptionKind::Unsupported => {}
        }
        OptionEffect::Set
    }
}

/// Returns true if `value` means this word of a combo: it is the word, or the last of its parts, such as `0`
/// for `from 0`.
pub fn is_choice(word: &str, value: &str) -> bool {
    let last = word.rsplit(' ').next().unwrap_or(word);
    [word, last].iter().any(|known| known.eq_ignore_ascii_case(value.trim()))
}

/// Sets the rules of this name; an unknown name means the default.
fn set_rules(options: &mut Options, name: &str) -> OptionEffect {
    let found = RuleName::find(name);
    options.settings.rules = found.as_ref().map_or(RuleSet::default(), |known| known.rules);
    match found {
        Ok(_) => OptionEffect::Set,
        Err(error) => OptionEffect::Note(format!("the Asian rules are applied: {error}")),
    }
}

/// Sets a tunable of the search (see `search::params`), which holds for all engines in the program.
fn set_tunable(name: &str, value: &str) -> OptionEffect {
    let Some(tunable) = crate::search::params::ALL.iter().find(|known| known.name.eq_ignore_ascii_case(name))
    else {
        return OptionEffect::Unknown;
    };
    let (number, effect) = read_number(value, tunable.min.into(), tunable.max.into());
    if let Some(number) = number {
        tunable.set(number as i32);
    }
    effect
}

/// Reads a number and brings it into its range; `None` if it is not a number.
fn read_number(value: &str, min: i64, max: i64) -> (Option<i64>, OptionEffect) {
    let Some(number) = leading_integer(value) else {
        return (None, OptionEffect::Unclear("not a number; ignored".to_owned()));
    };
    let clamped = number.clamp(min, max);
    let effect = if clamped == number {
        OptionEffect::Set
    } else {
        OptionEffect::Unclear(format!("not from {min} to {max}; set to {clamped}"))
    };
    (Some(clamped), effect)
}

/// The words that switch an option off and on.
const SWITCH_WORDS: [[&str; 3]; 2] = [["false", "off", "0"], ["true", "on", "1"]];

/// Reads a switch; unclear words mean its default.
fn read_check(value: &str, default: bool) -> bool {
    let is_any = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
    let [off, on] = SWITCH_WORDS;
    if default { !is_any(off) } else { is_any(on) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::BookChoice;
    use crate::search::{Amount, Style};
    use crate::threads;
    use std::path::PathBuf;
    use std::time::Duration;
    use ucci::Dialect;
    use xiangqi::types::Color;

    #[test]
    fn every_word_of_a_combo_has_its_effect() {
        let set = |name: &str, value: &str| {
            let mut options = Options::default();
            assert_eq!(options.set(name, value), OptionEffect::Set);
            options.search_settings()
        };
        assert_eq!(set("repetition", "ALWAYSDRAW").rules, RuleSet::AlwaysDraw);
        assert_eq!(set("Repetition Rule", "computerrule").rules, RuleSet::Computer);
        assert_eq!(set("repetition", "always-draw").rules, RuleSet::AlwaysDraw);
        assert_eq!(set("repetition", "asian").rules, RuleSet::Asian);
        assert_eq!(set("repetition", "ChineseRule").rules, RuleSet::Chinese);
        assert_eq!(set("randomness", "small").noise, 0);
        assert_eq!(set("selectivity", "huge").noise, 60);
        assert_eq!(set("style", "risky").style, Style::Risky);
        assert_eq!(set("pruning", "none").pruning, Amount::None);
        assert_eq!(set("knowledge", "none").knowledge, Amount::None);
        assert_eq!(set("knowledge", "medium").knowledge, Amount::Medium);
        assert_eq!(set("idle", "large").idle, Amount::Large);
        assert_eq!(set("moveoverhead", "100").move_overhead, Duration::from_millis(100));
        assert_eq!(set("MULTIPV", "7").multi_pv, 7);
        assert!(set("Ponder", "on").ponder);
    }

    #[test]
    fn rules_that_are_not_applied_are_named() {
        for (value, part) in [("nonsense", "'nonsense'"), ("", "''")] {
            let mut options = Options::default();
            options.set("repetition", "checkban");
            let OptionEffect::Note(note) = options.set("repetition", value) else { panic!("{value}") };
            assert!(note.contains(part) && note.contains("the Asian rules are applied"), "{note}");
            assert_eq!(options.search_settings().rules, RuleSet::Asian);
        }
    }

    #[test]
    fn numbers_are_clamped_and_nonsense_is_ignored() {
        let mut options = Options::default();
        for (value, threads) in
            [("4", 4), ("x", 4), ("", 4), ("-3", threads::cores()), ("99999999999999999999", 512), ("8 x", 8)]
        {
            options.set("threads", value);
            assert_eq!(options.search_settings().threads, threads, "{value}");
        }
        assert_eq!(options.set("hashsize", "0"), OptionEffect::Set);
        assert!((64..=256).contains(&options.hash_megabytes()));
        options.set("Hash", "2");
        assert_eq!(options.hash_megabytes(), 2);
    }

    #[test]
    fn one_level_is_behind_all_its_options() {
        let mut options = Options::default();
        for (name, value, level) in [
            ("level", "3", 3),
            ("Skill Level", "99", 20),
            ("skill level", "7", 7),
            ("level", "nonsense", 7),
            ("UCI_Elo", "0", 7),
            ("UCI_LimitStrength", "true", 0),
            ("UCI_Elo", "99999", 20),
            ("UCI_Elo", "-5", 0),
            ("level", "5", 0),
            ("UCI_LimitStrength", "false", 5),
        ] {
            options.set(name, value);
            assert_eq!(options.level().number(), level, "{name} {value}");
        }
    }

    #[test]
    fn impossible_values_have_a_reason() {
        let mut options = Options::default();
        for (name, value, expected) in [
            ("level", "21", "not from 0 to 20; set to 20"),
            ("Skill Level", "strong", "not a number; ignored"),
            ("Threads", "-1", "not from 0 to 512; set to 0"),
            ("ponder", "perhaps", "neither true nor false; set to false"),
            ("style", "wild", "not one of Solid, Normal, Risky; set to Normal"),
        ] {
            assert_eq!(
                options.set(name, value),
                OptionEffect::Unclear(expected.to_owned()),
                "{name} {value}"
            );
        }
        for (name, value) in [("level", "20"), ("Hash", "16"), ("ponder", "ON"), ("style", "risky")] {
            assert_eq!(options.set(name, value), OptionEffect::Set, "{name} {value}");
        }
    }

    #[test]
    fn the_natural_limit_can_be_moved_and_lifted() {
        let mut options = Options::default();
        options.set("drawmoves", "0");
        assert_eq!(options.search_settings().draw_plies, None);
        options.set("Rule60MaxPly", "100");
        assert_eq!(options.search_settings().draw_plies, None, "a number does not switch the limit on");
        options.set("Sixty Move Rule", "true");
        assert_eq!(options.search_settings().draw_plies, Some(100));
        options.set("Sixty Move Rule", "false");
        options.set("drawmoves", "90");
        assert_eq!(options.search_settings().draw_plies, Some(90));
    }

    #[test]
    fn unclear_switches_mean_their_default() {
        for (value, on, off) in
            [("on", true, true), ("0", false, false), ("maybe", true, false), ("1", true, true)]
        {
            assert_eq!((read_check(value, true), read_check(value, false)), (on, off), "{value}");
        }
    }

    #[test]
    fn buttons_and_unknown_names_are_recognised() {
        let mut options = Options::default();
        assert_eq!(options.set("newgame", "now"), OptionEffect::NewGame);
        assert_eq!(options.set("clear hash", ""), OptionEffect::NewGame);
        assert_eq!(options.set("LoadBook", ""), OptionEffect::LoadBooks);
        assert_eq!(options.set("guiname", "XQWizard"), OptionEffect::Unknown);
        assert_eq!(options.set("", "1"), OptionEffect::Unknown);
        assert_eq!(options.set("promotion", "false"), OptionEffect::Set);
        assert_eq!(options.set("promotion", "true"), OptionEffect::Unsupported);
    }

    #[test]
    fn an_invalid_network_file_changes_nothing() {
        let mut options = Options::default();
        for name in ["/no/such/file", ".", "Cargo.toml"] {
            assert!(matches!(options.set("evalfile", name), OptionEffect::Refused(_)), "{name}");
        }
        for name in ["", "<Embedded>", "<empty>"] {
            assert_eq!(options.set("EvalFile", name), OptionEffect::Set);
            assert_eq!(options, Options::default());
        }
    }

    #[test]
    fn book_files_are_separated_by_semicolons() {
        let mut options = Options::default();
        for (names, expected) in [
            ("", &[][..]),
            ("<empty>", &[]),
            (" ; ;", &[]),
            ("C:\\My Books\\BOOK.DAT", &["C:\\My Books\\BOOK.DAT"]),
            ("no such.book ; /b/other.dat;", &["no such.book", "/b/other.dat"]),
        ] {
            assert_eq!(options.set("BookFile", names), OptionEffect::Set);
            let files = options.book_settings(Dialect::Ucci).files;
            assert!(files.iter().all(|file| file.side.is_none()));
            assert!(
                files.iter().map(|file| &file.path).eq(expected
                    .iter()
                    .map(PathBuf::from)
                    .collect::<Vec<_>>()
                    .iter())
            );
        }
        options.set("BookFile", "red:/a.obk;Black: /b.pfb;C:/red:.xqb");
        let files = options.book_settings(Dialect::Ucci).files;
        let sides: Vec<_> = files.iter().map(|file| (file.side, file.path.to_str().unwrap())).collect();
        assert_eq!(
            sides,
            [(Some(Color::Red), "/a.obk"), (Some(Color::Black), "/b.pfb"), (None, "C:/red:.xqb")]
        );
        let many = "x;".repeat(101);
        assert_eq!(options.set("BookFile", &many[2..]), OptionEffect::Set);
        let refused = OptionEffect::Refused("101 books; at most 100 can be used".to_owned());
        assert_eq!(options.set("BookFile", &many), refused);
        assert_eq!(options.book_settings(Dialect::Ucci).files.len(), 100, "the setting before stays");
        options.set("Book Depth", "12");
        assert_eq!(options.book_settings(Dialect::Ucci).plies, 12);
    }

    #[test]
    fn the_seed_is_random_only_where_it_has_an_effect() {
        for (word, randomness, choice, has_seed) in [
            ("best", "none", BookChoice::Best, false),
            ("result", "small", BookChoice::Result, false),
            ("best", "huge", BookChoice::Best, true),
            ("weight", "none", BookChoice::Weight, true),
        ] {
            let mut options = Options::default();
            options.set("Book Choice", word);
            options.set("randomness", randomness);
            options.reseed();
            assert_eq!(options.book_settings(Dialect::Ucci).choice, choice);
            assert_eq!(options.search_settings().seed != 0, has_seed);
        }
    }
}
