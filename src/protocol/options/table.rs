// SPDX-License-Identifier: MIT OR Apache-2.0
//! The option table: one line for each option, with its names, its type and the field of its value, and above
//! it the words of combos.

use super::values::{DEFAULT_BOOK, MAX_BOOK_PLIES, OptionEffect, Options};
use crate::engine::{BookChoice, Level, MAX_HASH_MB};
use crate::eval::Network;
use crate::search::{Amount, DrawRule, Style};
use crate::threads::MAX_THREADS;
use std::time::Duration;
use ucci::RankBase;
use xiangqi::types::{Color, Value};

/// An option: its names, its type, and the place of its value.
#[derive(Debug)]
pub struct OptionSpec {
    /// Its name in UCCI; empty: not announced there.
    pub ucci: &'static str,
    /// Its name in UCI; empty: not announced there.
    pub uci: &'static str,
    /// A name that is understood but never announced; may be empty.
    alias: &'static str,
    /// Its type and range, and access to its value.
    pub kind: OptionKind,
}

/// The types of options with their ranges, and access to their values. The default is the value that
/// [`Options::default`] has.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are the protocol's own words")]
pub enum OptionKind {
    /// On or off.
    Check { get: fn(&Options) -> bool, set: fn(&mut Options, bool) },
    /// A number.
    Spin { min: u32, max: u32, get: fn(&Options) -> u32, set: fn(&mut Options, u32) },
    /// One of several words; the value is an index into the list.
    Combo { words: &'static [&'static str], get: fn(&Options) -> usize, set: fn(&mut Options, usize) },
    /// The name of a rule set: announced as a combo, and understood as the command line understands it.
    Rules,
    /// The name of the only variant, or none. None is the default: python-chess and others send a value only
    /// if it differs from the default, and to name the variant tells how they count ranks (see `ranks`).
    Variant,
    /// One or more file names: bytes in an unknown encoding.
    File { default: &'static str, set: fn(&mut Options, &[u8]) -> OptionEffect },
    /// An action.
    Button { effect: OptionEffect },
    /// A switch that can only be off.
    Unsupported,
}

/// A switch that is a field of the options.
macro_rules! check {
    ($($field:ident).+) => {
        OptionKind::Check { get: |o| o.$($field).+, set: |o, on| o.$($field).+ = on }
    };
}

/// A number that is a field of the options.
macro_rules! spin {
    ($min:expr, $max:expr, $($field:ident).+) => {
        OptionKind::Spin {
            min: $min,
            max: $max,
            get: |o| o.$($field).+ as u32,
            set: |o, number| o.$($field).+ = number as _,
        }
    };
}

/// A field of the options whose values have words.
macro_rules! combo {
    ($choices:ident, $($field:ident).+) => {
        OptionKind::Combo {
            words: const { &words(&$choices) },
            get: |o| index(&$choices, &o.$($field).+),
            set: |o, i| o.$($field).+ = $choices[i].1,
        }
    };
}

/// Returns the words of a combo.
const fn words<T, const N: usize>(choices: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut i = 0;
    while i < N {
        words[i] = choices[i].0;
        i += 1;
    }
    words
}

/// Returns the index of the first word for `value`.
fn index<T: PartialEq>(choices: &[(&str, T)], value: &T) -> usize {
    choices.iter().position(|(_, choice)| choice == value).unwrap_or(0)
}

const fn button(effect: OptionEffect) -> OptionKind {
    OptionKind::Button { effect }
}

#[expect(clippy::similar_names, reason = "the protocols' own names")]
const fn option(ucci: &'static str, uci: &'static str, alias: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec { ucci, uci, alias, kind }
}

// The words of combos and their meanings.

const AMOUNTS: [(&str, Amount); 4] =
    [("None", Amount::None), ("Small", Amount::Small), ("Medium", Amount::Medium), ("Large", Amount::Large)];

/// Noise added to the values of root moves. XQWizard's default is `Small`, so up to there the best move is
/// always played.
const NOISE: [(&str, Value); 6] =
    [("None", 0), ("Tiny", 0), ("Small", 0), ("Medium", 10), ("Large", 25), ("Huge", 60)];

const STYLES: [(&str, Style); 3] =
    [("Solid", Style::Solid), ("Normal", Style::Normal), ("Risky", Style::Risky)];

const DRAWS: [(&str, DrawRule); 5] = [
    ("None", DrawRule::Draw),
    ("DrawAsBlackWin", DrawRule::Win(Color::Black)),
    ("DrawAsRedWin", DrawRule::Win(Color::Red)),
    ("DrawRepAsBlackWin", DrawRule::RepetitionWin(Color::Black)),
    ("DrawRepAsRedWin", DrawRule::RepetitionWin(Color::Red)),
];

const BOOK_CHOICES: [(&str, BookChoice); 3] =
    [("Weight", BookChoice::Weight), ("Best", BookChoice::Best), ("Result", BookChoice::Result)];

/// `None`: detected.
const RANKS: [(&str, Option<RankBase>); 3] =
    [("auto", None), ("from 0", Some(RankBase::Zero)), ("from 1", Some(RankBase::One))];

const FULL_LEVEL: u32 = Level::FULL.number();

const THREADS: OptionKind = OptionKind::Spin {
    min: 0,
    max: MAX_THREADS,
    get: |o| o.settings.threads as u32,
    set: Options::set_threads,
};

const MOVE_OVERHEAD: OptionKind = OptionKind::Spin {
    min: 0,
    max: 5000,
    get: |o| o.settings.move_overhead.as_millis() as u32,
    set: |o, ms| o.settings.move_overhead = Duration::from_millis(ms.into()),
};

const DRAW_MOVES: OptionKind =
    OptionKind::Spin { min: 0, max: 300, get: |o| o.draw_plies, set: Options::set_draw_plies };

/// The name of the only variant.
pub const VARIANT: &str = "xiangqi";
/// The value of the option that names no variant.
pub const NO_VARIANT: &str = "auto";

/// Every option, in the order in which they are announced: name in UCCI, name in UCI, alias, type.
#[rustfmt::skip]
pub static OPTIONS: [OptionSpec; 36] = [
    option("usemillisec", "", "", check!(use_millisec)),
    option("batch", "", "", check!(batch)),
    option("debug", "Debug", "", check!(debug)),
    option("ponder", "Ponder", "", check!(settings.ponder)),
    option("hashsize", "Hash", "", spin!(0, MAX_HASH_MB as u32, hash)),
    option("threads", "Threads", "", THREADS),
    option("multipv", "MultiPV", "", spin!(1, 128, settings.multi_pv)),
    option("moveoverhead", "Move Overhead", "", MOVE_OVERHEAD),
    option("repetition", "Repetition Rule", "", OptionKind::Rules),
    option("drawmoves", "", "", DRAW_MOVES),
    option("", "Sixty Move Rule", "", check!(draw_limit)),
    option("", "Rule60MaxPly", "", spin!(1, 150, draw_plies)),
    option("", "Draw Rule", "", combo!(DRAWS, settings.draw_rule)),
    option("level", "Skill Level", "", spin!(0, FULL_LEVEL, level)),
    option("", "UCI_LimitStrength", "", check!(limits_strength)),
    option("", "UCI_Elo", "", spin!(*Level::ELO_RANGE.start(), *Level::ELO_RANGE.end(), elo)),
    option("randomness", "", "selectivity", combo!(NOISE, settings.noise)),
    // UCCI's text sets the default to on. In UCI the GUI plays from a book unless it leaves that to the
    // engine.
    option("usebook", "", "", check!(use_book)),
    option("", "OwnBook", "", check!(own_book)),
    option("bookfiles", "BookFile", "Book File", OptionKind::File { default: DEFAULT_BOOK, set: Options::set_book_files }),
    option("bookdepth", "Book Depth", "", spin!(0, MAX_BOOK_PLIES, book_plies)),
    option("bookchoice", "Book Choice", "", combo!(BOOK_CHOICES, book_choice)),
    option("", "", "loadbook", button(OptionEffect::LoadBooks)),
    option("useegtb", "UseTables", "", check!(use_tables)),
    option("egtbpaths", "TablePath", "", OptionKind::File { default: "", set: Options::set_table_paths }),
    option("pruning", "", "", combo!(AMOUNTS, settings.pruning)),
    option("knowledge", "", "", combo!(AMOUNTS, settings.knowledge)),
    option("evalfile", "EvalFile", "", OptionKind::File { default: Network::EMBEDDED, set: Options::set_network }),
    option("style", "", "", combo!(STYLES, settings.style)),
    option("idle", "", "", combo!(AMOUNTS, settings.idle)),
    option("drawresign", "", "", check!(draw_resign)),
    option("", "UCI_ShowWDL", "", check!(show_wdl)),
    // Programs of Fairy-Stockfish's family recognise the game by it.
    option("", "UCI_Variant", "", OptionKind::Variant),
    option("", "Ranks", "RankBase", combo!(RANKS, ranks)),
    option("newgame", "Clear Hash", "", button(OptionEffect::NewGame)),
    option("", "", "promotion", OptionKind::Unsupported),
];

impl OptionSpec {
    /// Returns the option of this name, in either dialect and in any case.
    pub fn find(name: &str) -> Option<&'static Self> {
        let is_known = |known: &str| !known.is_empty() && known.eq_ignore_ascii_case(name);
        OPTIONS.iter().find(|spec| [spec.ucci, spec.uci, spec.alias].into_iter().any(is_known))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Settings;

    #[test]
    fn the_values_in_force_are_those_of_the_search_and_can_be_set_again() {
        for spec in &OPTIONS {
            let mut options = Options::default();
            match spec.kind {
                OptionKind::Check { get, set } => set(&mut options, get(&Options::default())),
                OptionKind::Spin { min, max, get, set } => {
                    let default = get(&options);
                    assert!((min..=max).contains(&default));
                    set(&mut options, default);
                }
                OptionKind::Combo { get, set, .. } => set(&mut options, get(&Options::default())),
                OptionKind::File { default, set } => {
                    set(&mut options, default.as_bytes());
                }
                OptionKind::Rules
                | OptionKind::Variant
                | OptionKind::Button { .. }
                | OptionKind::Unsupported => {}
            }
            assert_eq!(options, Options::default(), "{spec:?}");
        }
        assert_eq!(Options::default().search_settings(), Settings::default());
    }

    #[test]
    fn names_are_unique_and_fit_their_dialect() {
        let names = |spec: &OptionSpec| [spec.ucci, spec.uci, spec.alias].map(str::to_ascii_lowercase);
        for (i, spec) in OPTIONS.iter().enumerate() {
            assert!(spec.ucci.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
            for other in &OPTIONS[i + 1..] {
                assert!(names(spec).iter().all(|name| name.is_empty() || !names(other).contains(name)));
            }
        }
    }
}
