// SPDX-License-Identifier: MIT OR Apache-2.0
//! The option table: one line for each option, with its names, its type and its setter, and above it the
//! values of combos.

use super::values::{DEFAULT_BOOK, MAX_BOOK_PLIES, NO_FILE, Options};
use crate::engine::{BookChoice, DEFAULT_HASH_MB, Level};
use crate::eval::Network;
use crate::search::{Amount, DrawRule, Style};
use std::time::Duration;
use xiangqi::types::{Color, Value};

/// The effect of a `setoption` beyond the changed value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionEffect {
    /// None: the value was set, or ignored because it cannot be read.
    Set,
    /// A new game begins.
    NewGame,
    /// The books are read again.
    LoadBooks,
    /// The value was set, but in another sense than it seems.
    Note(String),
    /// The engine does not support this value.
    Unsupported,
    /// The value is unusable for this reason, and the previous one stays in use.
    Refused(String),
    /// There is no such option.
    Unknown,
}

/// An option: its names, its type, and where its value goes.
#[derive(Debug)]
pub struct OptionSpec {
    /// Its name in UCCI; empty: not announced there.
    pub ucci: &'static str,
    /// Its name in UCI; empty: not announced there.
    pub uci: &'static str,
    /// A name that is understood but never announced; may be empty.
    alias: &'static str,
    /// Its type, default and setter.
    pub kind: OptionKind,
}

/// The types of options with their defaults, ranges and setters.
#[derive(Debug)]
#[expect(missing_docs, reason = "the fields are the protocol's own words")]
pub enum OptionKind {
    /// On or off.
    Check { default: bool, set: fn(&mut Options, bool) },
    /// A number.
    Spin { default: u32, min: u32, max: u32, set: fn(&mut Options, u32) },
    /// One of several words; default and value are indices into the list.
    Combo { default: usize, words: &'static [&'static str], set: fn(&mut Options, usize) },
    /// The name of a rule set: announced as a combo, and understood as the command line understands it.
    Rules,
    /// One or more file names: bytes in an unknown encoding.
    File { default: &'static str, set: fn(&mut Options, &[u8]) -> Result<(), String> },
    /// An action.
    Button { effect: OptionEffect },
    /// A switch that can only be off.
    Unsupported,
}

const fn check(default: bool, set: fn(&mut Options, bool)) -> OptionKind {
    OptionKind::Check { default, set }
}

const fn spin(default: u32, min: u32, max: u32, set: fn(&mut Options, u32)) -> OptionKind {
    OptionKind::Spin { default, min, max, set }
}

const fn combo(default: usize, words: &'static [&'static str], set: fn(&mut Options, usize)) -> OptionKind {
    OptionKind::Combo { default, words, set }
}

const fn button(effect: OptionEffect) -> OptionKind {
    OptionKind::Button { effect }
}

#[expect(clippy::similar_names, reason = "the protocols' own names")]
const fn option(ucci: &'static str, uci: &'static str, alias: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec { ucci, uci, alias, kind }
}

// The values of combos: the words, and the meaning of each in the same order.

const AMOUNTS: [Amount; 4] = [Amount::None, Amount::Small, Amount::Medium, Amount::Large];
const AMOUNT_WORDS: &[&str] = &["None", "Small", "Medium", "Large"];

/// Noise added to the values of root moves. XQWizard's default is `Small`, so up to there the best move is
/// always played.
pub const NOISE: [Value; 6] = [0, 0, 0, 10, 25, 60];
const NOISE_WORDS: &[&str] = &["None", "Tiny", "Small", "Medium", "Large", "Huge"];

const STYLES: [Style; 3] = [Style::Solid, Style::Normal, Style::Risky];
const STYLE_WORDS: &[&str] = &["Solid", "Normal", "Risky"];

const DRAWS: [DrawRule; 5] = [
    DrawRule::Draw,
    DrawRule::Win(Color::Black),
    DrawRule::Win(Color::Red),
    DrawRule::RepetitionWin(Color::Black),
    DrawRule::RepetitionWin(Color::Red),
];
const DRAW_WORDS: &[&str] =
    &["None", "DrawAsBlackWin", "DrawAsRedWin", "DrawRepAsBlackWin", "DrawRepAsRedWin"];

const BOOK_CHOICES: [BookChoice; 3] = [BookChoice::Weight, BookChoice::Best, BookChoice::Result];
const BOOK_CHOICE_WORDS: &[&str] = &["Weight", "Best", "Result"];

/// The only variant played.
const VARIANT_WORDS: &[&str] = &["xiangqi"];

/// `None`: detected from the moves.
const RANK_BASES: [Option<u8>; 3] = [None, Some(0), Some(1)];
const RANK_BASE_WORDS: &[&str] = &["auto", "0", "1"];

/// The level of play is the index.
const LEVEL_WORDS: &[&str] = &[
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18",
    "19", "20",
];

/// The number of [`Level::FULL`], and its place among the words.
const FULL_LEVEL: u32 = 20;
const MAX_ELO: u32 = *Level::ELO_RANGE.end();

/// Every option, in the order in which they are announced: name in UCCI, name in UCI, alias, type.
#[rustfmt::skip]
pub static OPTIONS: [OptionSpec; 37] = [
    option("usemillisec", "", "", check(true, |o, on| o.use_millisec = on)),
    option("batch", "", "", check(false, |o, on| o.batch = on)),
    option("debug", "Debug", "", check(false, |o, on| o.debug = on)),
    option("ponder", "Ponder", "", check(false, |o, on| o.settings.ponder = on)),
    option("hashsize", "Hash", "", spin(DEFAULT_HASH_MB as u32, 0, 65_536, |o, mb| o.hash = mb as usize)),
    option("threads", "Threads", "", spin(1, 0, 512, Options::set_threads)),
    option("multipv", "MultiPV", "", spin(1, 1, 128, |o, n| o.settings.multi_pv = n as usize)),
    option("moveoverhead", "Move Overhead", "", spin(30, 0, 5000, |o, ms| o.settings.move_overhead = Duration::from_millis(ms.into()))),
    option("repetition", "Repetition Rule", "", OptionKind::Rules),
    option("drawmoves", "", "", spin(120, 0, 300, Options::set_draw_plies)),
    option("", "Sixty Move Rule", "", check(true, |o, on| o.draw_limit = on)),
    option("", "Rule60MaxPly", "", spin(120, 1, 150, |o, plies| o.draw_plies = plies as u16)),
    option("", "Draw Rule", "", combo(0, DRAW_WORDS, |o, i| o.settings.draw_rule = DRAWS[i])),
    option("level", "", "", combo(FULL_LEVEL as usize, LEVEL_WORDS, |o, i| o.set_level(|o| o.level = i as u32))),
    option("", "Skill Level", "", spin(FULL_LEVEL, 0, FULL_LEVEL, |o, level| o.set_level(|o| o.level = level))),
    option("", "UCI_LimitStrength", "", check(false, |o, on| o.set_level(|o| o.limits_strength = on))),
    option("", "UCI_Elo", "", spin(MAX_ELO, *Level::ELO_RANGE.start(), MAX_ELO, |o, elo| o.set_level(|o| o.elo = elo))),
    option("randomness", "", "selectivity", combo(0, NOISE_WORDS, Options::set_randomness)),
    // UCCI's text sets the default to on. In UCI the GUI plays from a book unless it leaves that to the
    // engine.
    option("usebook", "", "", check(true, |o, on| o.use_book = on)),
    option("", "OwnBook", "", check(false, |o, on| o.own_book = on)),
    option("bookfiles", "BookFile", "Book File", OptionKind::File { default: DEFAULT_BOOK, set: Options::set_book_files }),
    option("bookdepth", "Book Depth", "", spin(MAX_BOOK_PLIES, 0, MAX_BOOK_PLIES, |o, plies| o.book_plies = plies)),
    option("bookchoice", "Book Choice", "", combo(0, BOOK_CHOICE_WORDS, |o, i| o.set_book_choice(BOOK_CHOICES[i]))),
    option("", "", "loadbook", button(OptionEffect::LoadBooks)),
    option("useegtb", "UseTables", "", check(true, |o, on| o.use_tables = on)),
    option("egtbpaths", "TablePath", "", OptionKind::File { default: NO_FILE, set: Options::set_table_paths }),
    option("pruning", "", "", combo(3, AMOUNT_WORDS, |o, i| o.settings.pruning = AMOUNTS[i])),
    option("knowledge", "", "", combo(3, AMOUNT_WORDS, |o, i| o.settings.knowledge = AMOUNTS[i])),
    option("evalfile", "EvalFile", "", OptionKind::File { default: Network::EMBEDDED, set: Options::set_network }),
    option("style", "", "", combo(1, STYLE_WORDS, |o, i| o.settings.style = STYLES[i])),
    option("idle", "", "", combo(0, AMOUNT_WORDS, |o, i| o.settings.idle = AMOUNTS[i])),
    option("drawresign", "", "", check(true, |o, on| o.draw_resign = on)),
    option("", "UCI_ShowWDL", "", check(false, |o, on| o.show_wdl = on)),
    // Programs of Fairy-Stockfish's family recognise the game by it, and they count ranks from 1.
    option("", "UCI_Variant", "", combo(0, VARIANT_WORDS, |o, _| o.is_variant_named = true)),
    option("", "", "RankBase", combo(0, RANK_BASE_WORDS, |o, i| o.rank_base = RANK_BASES[i])),
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
    fn defaults_of_the_table_are_those_in_force() {
        // To set the variant has an effect, whatever the value.
        for spec in OPTIONS.iter().filter(|spec| spec.uci != "UCI_Variant") {
            let mut options = Options::default();
            match spec.kind {
                OptionKind::Check { default, set } => set(&mut options, default),
                OptionKind::Spin { default, min, max, set } => {
                    assert!((min..=max).contains(&default));
                    set(&mut options, default);
                }
                OptionKind::Combo { default, set, .. } => set(&mut options, default),
                OptionKind::File { default, set } => set(&mut options, default.as_bytes()).unwrap(),
                OptionKind::Rules | OptionKind::Button { .. } | OptionKind::Unsupported => {}
            }
            assert_eq!(options, Options::default(), "{spec:?}");
        }
        assert_eq!(Options::default().search_settings(), Settings::default());
    }

    #[test]
    fn every_level_has_its_word() {
        assert_eq!(FULL_LEVEL, Level::FULL.number());
        assert!(Level::all().map(|level| level.to_string()).eq(LEVEL_WORDS.iter().copied()));
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
