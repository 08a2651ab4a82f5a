// SPDX-License-Identifier: MIT OR Apache-2.0
//! The options a user can set: one table, one line of it for each.
//!
//! An [`OptionSpec`] holds an option's name in either dialect, its kind with default and range, and where its value
//! goes in [`Options`]. Announcing, reading, clamping and applying all follow from that line. Words are compared
//! without regard to case, and a name of one dialect is understood in the other, since programs mix them up.

mod paths;

use crate::engine::{BookSettings, DEFAULT_HASH_MB, available_megabytes};
use crate::eval::{Network, network::NetworkError};
use crate::rules::RuleSet;
use crate::search::{DrawRule, Level, Settings, Style};
use crate::types::{Color, Value};
use std::time::Duration;

/// The present value of every option.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an independent switch of the protocol")]
pub struct Options {
    /// Clock times are milliseconds, not seconds (UCCI).
    pub use_millisec: bool,
    /// Commands wait until the search has ended.
    pub batch: bool,
    /// More is told than is needed.
    pub debug: bool,
    /// The engine may accept a draw and resign (UCCI).
    pub draw_resign: bool,
    /// Reports tell chances of winning, drawing and losing (UCI).
    pub show_wdl: bool,
    /// The lowest rank's number; `None`: found out from the moves (UCI).
    pub rank_base: Option<u8>,
    /// Size of the transposition table in MiB; 0: the engine chooses.
    pub hash: usize,
    /// Books are asked (UCCI).
    pub use_book: bool,
    /// Books are asked (UCI).
    pub own_book: bool,
    /// Names as they came from outside.
    book_files: Vec<Vec<u8>>,
    book_plies: u32,
    best_book_move: bool,
    draw_limit: bool,
    draw_plies: u16,
    settings: Settings,
}

impl Default for Options {
    /// What the table announces as defaults.
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            use_millisec: true,
            batch: false,
            debug: false,
            draw_resign: true,
            show_wdl: false,
            rank_base: None,
            hash: DEFAULT_HASH_MB,
            use_book: true,
            own_book: false,
            book_files: vec![DEFAULT_BOOK.into()],
            book_plies: BOOK_PLIES,
            best_book_move: false,
            draw_limit: settings.draw_plies.is_some(),
            draw_plies: settings.draw_plies.unwrap_or(120),
            settings,
        }
    }
}

/// What setting an option came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionEffect {
    /// The value was taken over (or, being unreadable, ignored).
    Set,
    /// A new game begins.
    NewGame,
    /// Books are to be read again.
    LoadBooks,
    /// The engine cannot do that.
    Unsupported,
    /// The value cannot be used, for this reason, and the one before it stays.
    Refused(String),
    /// There is no such option.
    Unknown,
}

/// An option: its names, what values it takes, and where they go.
#[derive(Debug)]
pub struct OptionSpec {
    /// Announced under this name in UCCI; empty: not announced there.
    pub ucci: &'static str,
    /// Announced under this name in UCI; empty: not announced there.
    pub uci: &'static str,
    /// Understood but never announced; may be empty.
    also: &'static str,
    /// Values and their effect.
    pub kind: OptionKind,
}

/// The kinds of options, with defaults and limits.
#[derive(Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum OptionKind {
    /// On or off.
    Check { default: bool, set: fn(&mut Options, bool) },
    /// A number.
    Spin { default: u32, min: u32, max: u32, set: fn(&mut Options, u32) },
    /// One of some words; default and value are places in the list.
    Combo { default: usize, words: &'static [&'static str], set: fn(&mut Options, usize) },
    /// The name of a file or of several: bytes in an encoding that nobody tells.
    File { default: &'static str, set: fn(&mut Options, &[u8]) -> Result<(), NetworkError> },
    /// An action.
    Button { outcome: OptionEffect },
}

/// The book that is played from if it is there, and is not missed if it is not.
const DEFAULT_BOOK: &str = "chuhe.book";

/// More than any book has.
const BOOK_PLIES: u32 = 255;

const LEVELS: [Level; 4] = [Level::None, Level::Small, Level::Medium, Level::Large];
const LEVEL_WORDS: &[&str] = &["None", "Small", "Medium", "Large"];
/// There is nothing in between; programs that ask for it get everything.
const KNOWLEDGE: [Level; 2] = [Level::None, Level::Large];
const KNOWLEDGE_WORDS: &[&str] = &["None", "Large"];
/// As in XQWizard, whose default is "small": up to there the best move is always played.
const NOISE: [Value; 6] = [0, 0, 0, 10, 25, 60];
const NOISE_WORDS: &[&str] = &["None", "Tiny", "Small", "Medium", "Large", "Huge"];
const STYLES: [Style; 3] = [Style::Solid, Style::Normal, Style::Risky];
const STYLE_WORDS: &[&str] = &["Solid", "Normal", "Risky"];
const RULES: [RuleSet; 5] =
    [RuleSet::AlwaysDraw, RuleSet::CheckBan, RuleSet::Asian, RuleSet::Asian, RuleSet::Computer];
const RULE_WORDS: &[&str] = &["AlwaysDraw", "CheckBan", "AsianRule", "ChineseRule", "ComputerRule"];
const DRAWS: [DrawRule; 5] = [
    DrawRule::Draw,
    DrawRule::Win(Color::Black),
    DrawRule::Win(Color::Red),
    DrawRule::RepetitionWin(Color::Black),
    DrawRule::RepetitionWin(Color::Red),
];
const DRAW_WORDS: &[&str] =
    &["None", "DrawAsBlackWin", "DrawAsRedWin", "DrawRepAsBlackWin", "DrawRepAsRedWin"];

const fn check(default: bool, set: fn(&mut Options, bool)) -> OptionKind {
    OptionKind::Check { default, set }
}

const fn spin(default: u32, min: u32, max: u32, set: fn(&mut Options, u32)) -> OptionKind {
    OptionKind::Spin { default, min, max, set }
}

const fn combo(default: usize, words: &'static [&'static str], set: fn(&mut Options, usize)) -> OptionKind {
    OptionKind::Combo { default, words, set }
}

#[allow(clippy::similar_names, reason = "the protocols' own names")]
const fn option(ucci: &'static str, uci: &'static str, also: &'static str, kind: OptionKind) -> OptionSpec {
    OptionSpec { ucci, uci, also, kind }
}

/// Every option, in the order in which they are announced.
#[rustfmt::skip]
#[allow(clippy::cast_possible_truncation, reason = "small numbers")]
pub static OPTIONS: [OptionSpec; 30] = [
    option("usemillisec", "", "", check(true, |o, on| o.use_millisec = on)),
    option("batch", "", "", check(false, |o, on| o.batch = on)),
    option("debug", "Debug", "", check(false, |o, on| o.debug = on)),
    option("ponder", "Ponder", "", check(false, |o, on| o.settings.ponder = on)),
    option("hashsize", "Hash", "", spin(DEFAULT_HASH_MB as u32, 0, 65_536, |o, mb| o.hash = mb as usize)),
    option("threads", "Threads", "", spin(1, 0, 512, |o, n| o.settings.threads = if n == 0 { cores() } else { n as usize })),
    option("multipv", "MultiPV", "", spin(1, 1, 128, |o, n| o.settings.multi_pv = n as usize)),
    option("moveoverhead", "Move Overhead", "", spin(30, 0, 5000, |o, ms| o.settings.move_overhead = Duration::from_millis(ms.into()))),
    option("repetition", "Repetition Rule", "", combo(2, RULE_WORDS, |o, i| o.settings.rules = RULES[i])),
    option("drawmoves", "", "", spin(120, 0, 300, Options::set_draw_plies)),
    option("", "Sixty Move Rule", "", check(true, |o, on| o.draw_limit = on)),
    option("", "Rule60MaxPly", "", spin(120, 1, 150, |o, plies| o.draw_plies = plies as u16)),
    option("", "Draw Rule", "", combo(0, DRAW_WORDS, |o, i| o.settings.draw_rule = DRAWS[i])),
    option("randomness", "", "selectivity", combo(0, NOISE_WORDS, Options::set_randomness)),
    // On from the start, as UCCI has it; but to UCI books are the interface's business, unless it hands them over.
    option("usebook", "", "", check(true, |o, on| o.use_book = on)),
    option("", "OwnBook", "", check(false, |o, on| o.own_book = on)),
    option("bookfiles", "BookFile", "Book File", OptionKind::File { default: DEFAULT_BOOK, set: Options::set_book_files }),
    option("bookdepth", "Book Depth", "", spin(BOOK_PLIES, 0, BOOK_PLIES, |o, plies| o.book_plies = plies)),
    option("bestbookmove", "Best Book Move", "", check(false, Options::set_best_book_move)),
    option("", "", "loadbook", OptionKind::Button { outcome: OptionEffect::LoadBooks }),
    option("pruning", "", "", combo(3, LEVEL_WORDS, |o, i| o.settings.pruning = LEVELS[i])),
    option("knowledge", "", "", combo(1, KNOWLEDGE_WORDS, |o, i| o.settings.knowledge = KNOWLEDGE[i])),
    option("evalfile", "EvalFile", "", OptionKind::File { default: Network::EMBEDDED, set: Options::set_network }),
    option("style", "", "", combo(1, STYLE_WORDS, |o, i| o.settings.style = STYLES[i])),
    option("idle", "", "", combo(0, LEVEL_WORDS, |o, i| o.settings.idle = LEVELS[i])),
    option("drawresign", "", "", check(true, |o, on| o.draw_resign = on)),
    option("", "UCI_ShowWDL", "", check(false, |o, on| o.show_wdl = on)),
    option("", "", "RankBase", combo(0, &["auto", "0", "1"], |o, i| o.rank_base = [None, Some(0), Some(1)][i])),
    option("newgame", "Clear Hash", "", OptionKind::Button { outcome: OptionEffect::NewGame }),
    option("", "", "promotion", check(false, |_, _| ())),
];

impl OptionSpec {
    /// The option of this name, in whichever dialect.
    pub fn find(name: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|spec| {
            [spec.ucci, spec.uci, spec.also].iter().any(|known| known.eq_ignore_ascii_case(name))
        })
    }
}

impl Options {
    /// Sets the option `name` to `value`, both as they came from outside.
    pub fn set(&mut self, name: &str, value: impl AsRef<[u8]>) -> OptionEffect {
        let bytes = value.as_ref();
        let value = &*String::from_utf8_lossy(bytes);
        let Some(spec) = OptionSpec::find(name).filter(|_| !name.is_empty()) else {
            return set_tunable(name, value);
        };
        match spec.kind {
            OptionKind::Check { default, set } => {
                let on = read_check(value, default);
                set(self, on);
                if on && spec.also == "promotion" {
                    return OptionEffect::Unsupported;
                }
            }
            OptionKind::Spin { min, max, set, .. } => {
                if let Some(number) = leading_integer(value) {
                    let clamped = number.clamp(min.into(), max.into());
                    set(self, u32::try_from(clamped).unwrap_or(min));
                }
            }
            OptionKind::Combo { default, words, set } => {
                let choice = words.iter().position(|word| word.eq_ignore_ascii_case(value));
                set(self, choice.unwrap_or(default));
            }
            OptionKind::File { set, .. } => {
                if let Err(error) = set(self, bytes) {
                    return OptionEffect::Refused(error.to_string());
                }
            }
            OptionKind::Button { ref outcome } => return outcome.clone(),
        }
        OptionEffect::Set
    }

    /// What the search has to know of them.
    pub fn settings(&self) -> Settings {
        let draw_plies = self.draw_limit.then_some(self.draw_plies);
        Settings { draw_plies, ..self.settings.clone() }
    }

    /// Which books are to be asked, each where it lies now.
    pub fn book_settings(&self) -> BookSettings {
        let files = self.book_files.iter().filter_map(|name| {
            let file = paths::locate(name);
            (*name != DEFAULT_BOOK.as_bytes() || file.is_file()).then_some(file)
        });
        let files = files.collect();
        BookSettings { files, plies: self.book_plies, is_weighted: !self.best_book_move }
    }

    /// Makes chance play differently in the next game than in the last.
    pub fn reseed(&mut self) {
        let needs_chance = self.settings.noise > 0 || !self.best_book_move;
        self.settings.seed = if needs_chance { rand::random() } else { 0 };
    }

    /// Size of the transposition table in MiB: as asked for; if the choice is the engine's, 1/32 of the memory but 64
    /// to 256.
    pub fn hash_megabytes(&self) -> usize {
        match self.hash {
            0 => (available_megabytes().unwrap_or(0) / 32).clamp(64, 256),
            asked => asked,
        }
    }

    fn set_network(&mut self, name: &[u8]) -> Result<(), NetworkError> {
        self.settings.network = Network::named(paths::locate(name))?;
        Ok(())
    }

    /// Files that are no books are found out later: they do not keep the others from being used.
    #[allow(clippy::unnecessary_wraps, reason = "as the other files")]
    fn set_book_files(&mut self, names: &[u8]) -> Result<(), NetworkError> {
        let names = names.split(|&byte| byte == b';').map(<[u8]>::trim_ascii);
        let names = names.filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case(b"<empty>"));
        self.book_files = names.map(<[u8]>::to_vec).collect();
        Ok(())
    }

    fn set_best_book_move(&mut self, on: bool) {
        if on != self.best_book_move {
            self.best_book_move = on;
            self.reseed();
        }
    }

    fn set_randomness(&mut self, step: usize) {
        if NOISE[step] != self.settings.noise {
            self.settings.noise = NOISE[step];
            self.reseed();
        }
    }

    #[allow(clippy::cast_possible_truncation, reason = "at most 300")]
    fn set_draw_plies(&mut self, plies: u32) {
        self.draw_limit = plies > 0;
        if plies > 0 {
            self.draw_plies = plies as u16;
        }
    }
}

/// Numbers of the search, which hold for all engines in the program.
#[cfg(feature = "tune")]
#[allow(clippy::cast_possible_truncation, reason = "clamped to the range of an i32")]
fn set_tunable(name: &str, value: &str) -> OptionEffect {
    let Some(tunable) = crate::search::params::ALL.iter().find(|known| known.name.eq_ignore_ascii_case(name))
    else {
        return OptionEffect::Unknown;
    };
    if let Some(number) = leading_integer(value) {
        tunable.set(number.clamp(tunable.min.into(), tunable.max.into()) as i32);
    }
    OptionEffect::Set
}

/// The numbers of the search are constants.
#[cfg(not(feature = "tune"))]
fn set_tunable(_: &str, _: &str) -> OptionEffect {
    OptionEffect::Unknown
}

/// A switch: unclear words leave it where it is at the start.
fn read_check(value: &str, default: bool) -> bool {
    let is_any = |words: [&str; 3]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
    if default { !is_any(["false", "off", "0"]) } else { is_any(["true", "on", "1"]) }
}

/// The number that a word begins with, cut to the range of `i64`; decimals and exponents are understood.
#[allow(clippy::cast_possible_truncation, reason = "float to integer casts saturate, as is wanted")]
pub fn leading_integer(word: &str) -> Option<i64> {
    let unsigned = word.strip_prefix(['-', '+']).unwrap_or(word);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let read =
        |text: &str| text.parse().ok().or_else(|| text.parse::<f64>().ok().map(|number| number as i64));
    read(word).or_else(|| {
        let rest = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
        read(&word[..word.len() - rest.len()])
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn defaults_of_the_table_are_those_in_force() {
        for spec in &OPTIONS {
            let mut options = Options::default();
            match spec.kind {
                OptionKind::Check { default, set } => set(&mut options, default),
                OptionKind::Spin { default, min, max, set } => {
                    assert!((min..=max).contains(&default));
                    set(&mut options, default);
                }
                OptionKind::Combo { default, set, .. } => set(&mut options, default),
                OptionKind::File { default, set } => set(&mut options, default.as_bytes()).unwrap(),
                OptionKind::Button { .. } => {}
            }
            assert_eq!(options, Options::default(), "{spec:?}");
        }
        assert_eq!(Options::default().settings(), Settings::default());
    }

    #[test]
    fn names_are_unique_and_fit_their_dialect() {
        let names = |spec: &OptionSpec| [spec.ucci, spec.uci, spec.also].map(str::to_ascii_lowercase);
        for (i, spec) in OPTIONS.iter().enumerate() {
            assert!(spec.ucci.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
            for other in &OPTIONS[i + 1..] {
                assert!(names(spec).iter().all(|name| name.is_empty() || !names(other).contains(name)));
            }
        }
    }

    #[test]
    fn every_word_of_a_choice_has_its_effect() {
        let set = |name: &str, value: &str| {
            let mut options = Options::default();
            assert_eq!(options.set(name, value), OptionEffect::Set);
            options.settings()
        };
        assert_eq!(set("repetition", "ALWAYSDRAW").rules, RuleSet::AlwaysDraw);
        assert_eq!(set("Repetition Rule", "computerrule").rules, RuleSet::Computer);
        assert_eq!(set("repetition", "chineserule").rules, RuleSet::Asian);
        assert_eq!(set("repetition", "nonsense").rules, RuleSet::Asian);
        assert_eq!(set("randomness", "small").noise, 0);
        assert_eq!(set("selectivity", "huge").noise, 60);
        assert_eq!(set("style", "risky").style, Style::Risky);
        assert_eq!(set("pruning", "none").pruning, Level::None);
        assert_eq!(set("knowledge", "none").knowledge, Level::None);
        assert_eq!(set("knowledge", "medium").knowledge, Level::Large);
        assert_eq!(set("idle", "large").idle, Level::Large);
        assert_eq!(set("moveoverhead", "100").move_overhead, Duration::from_millis(100));
        assert_eq!(set("MULTIPV", "7").multi_pv, 7);
        assert!(set("Ponder", "on").ponder);
    }

    #[test]
    fn numbers_are_clamped_and_nonsense_is_ignored() {
        let mut options = Options::default();
        for (value, threads) in
            [("4", 4), ("x", 4), ("", 4), ("-3", cores()), ("99999999999999999999", 512), ("8 x", 8)]
        {
            assert_eq!(options.set("threads", value), OptionEffect::Set);
            assert_eq!(options.settings().threads, threads, "{value}");
        }
        assert_eq!(options.set("hashsize", "0"), OptionEffect::Set);
        assert!((64..=256).contains(&options.hash_megabytes()));
        options.set("Hash", "2");
        assert_eq!(options.hash_megabytes(), 2);
    }

    #[test]
    fn the_natural_limit_can_be_moved_and_lifted() {
        let mut options = Options::default();
        options.set("drawmoves", "0");
        assert_eq!(options.settings().draw_plies, None);
        options.set("Rule60MaxPly", "100");
        assert_eq!(options.settings().draw_plies, None, "a number is no switch");
        options.set("Sixty Move Rule", "true");
        assert_eq!(options.settings().draw_plies, Some(100));
        options.set("Sixty Move Rule", "false");
        options.set("drawmoves", "90");
        assert_eq!(options.settings().draw_plies, Some(90));
    }

    #[test]
    fn unclear_switches_stay_at_their_default() {
        for (value, on, off) in
            [("on", true, true), ("0", false, false), ("maybe", true, false), ("1", true, true)]
        {
            assert_eq!((read_check(value, true), read_check(value, false)), (on, off), "{value}");
        }
    }

    #[test]
    fn buttons_and_strangers_are_told_apart() {
        let mut options = Options::default();
        assert_eq!(options.set("newgame", "now"), OptionEffect::NewGame);
        assert_eq!(options.set("clear hash", ""), OptionEffect::NewGame);
        assert_eq!(options.set("LoadBook", ""), OptionEffect::LoadBooks);
        assert_eq!(options.set("egtbpaths", "C:\\EGTB"), OptionEffect::Unknown);
        assert_eq!(options.set("", "1"), OptionEffect::Unknown);
        assert_eq!(options.set("promotion", "false"), OptionEffect::Set);
        assert_eq!(options.set("promotion", "true"), OptionEffect::Unsupported);
    }

    #[test]
    fn a_file_that_is_no_network_changes_nothing() {
        let mut options = Options::default();
        for name in ["/no/such/file", ".", "Cargo.toml"] {
            assert!(matches!(options.set("evalfile", name), OptionEffect::Refused(_)), "{name}");
        }
        for name in ["", "<Embedded>", "<empty>"] {
            assert_eq!(options.set("EvalFile", name), OptionEffect::Set);
            assert_eq!(options, Options::default());
        }
        assert_eq!(options.set("EvalFile", "<Classic>"), OptionEffect::Set);
        assert_eq!(options.settings().network, None);
    }

    #[test]
    fn books_are_named_one_after_another() {
        let mut options = Options::default();
        for (names, expected) in [
            ("", &[][..]),
            ("<empty>", &[]),
            (" ; ;", &[]),
            ("C:\\My Books\\BOOK.DAT", &["C:\\My Books\\BOOK.DAT"]),
            ("no such.book ; /b/other.dat;", &["no such.book", "/b/other.dat"]),
        ] {
            assert_eq!(options.set("BookFile", names), OptionEffect::Set);
            assert_eq!(options.book_settings().files, expected.iter().map(PathBuf::from).collect::<Vec<_>>());
        }
        options.set("Book Depth", "12");
        assert_eq!(options.book_settings().plies, 12);
    }

    #[test]
    fn chance_has_a_seed_only_where_it_plays() {
        for (best_book_move, randomness, is_weighted, has_seed) in [
            ("true", "none", false, false),
            ("true", "small", false, false),
            ("true", "huge", false, true),
            ("false", "none", true, true),
        ] {
            let mut options = Options::default();
            options.set("Best Book Move", best_book_move);
            options.set("randomness", randomness);
            options.reseed();
            assert_eq!(options.book_settings().is_weighted, is_weighted);
            assert_eq!(options.settings().seed != 0, has_seed);
        }
    }

    #[test]
    fn leading_numbers_are_read_and_cut_to_their_range() {
        for (word, number) in [
            ("12", Some(12)),
            ("-5", Some(-5)),
            ("+7", Some(7)),
            ("12abc", Some(12)),
            ("1e30", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
            ("2.9", Some(2)),
            ("", None),
            ("-", None),
            ("inf", None),
            ("-nan", None),
            ("x1", None),
        ] {
            assert_eq!(leading_integer(word), number, "{word}");
        }
    }
}
