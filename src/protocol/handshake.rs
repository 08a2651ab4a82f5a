// SPDX-License-Identifier: MIT OR Apache-2.0
//! The answer to `ucci` or `uci`: the engine's identity and its options.

use super::options::{NO_FILE, NO_VARIANT, OPTIONS, OptionKind, OptionSpec, Options, VARIANT};
use ucci::{Dialect, OptionLine, OptionType, Reply};
use xiangqi::rules::{RULE_NAMES, RuleSet};

/// Returns the answer to a greeting. The variant is left out if naming it would tell nothing.
pub fn replies(dialect: Dialect, has_variant: bool) -> Vec<Reply> {
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    let id = |key: &str, text: &str| Reply::Id { key: key.to_owned(), text: text.to_owned() };
    let mut replies = match dialect {
        Dialect::Ucci => vec![
            id("name", "chuhe"),
            id("version", VERSION),
            id("copyright", "2026 the chuhe authors"),
            id("author", "the chuhe authors"),
            id("user", "Free for everyone"),
        ],
        Dialect::Uci => vec![id("name", &format!("chuhe {VERSION}")), id("author", "the chuhe authors")],
    };
    let is_announced = |spec: &&OptionSpec| has_variant || !matches!(spec.kind, OptionKind::Variant);
    let announced = OPTIONS.iter().filter(is_announced);
    replies.extend(announced.filter_map(|spec| option(spec, dialect)).map(Reply::Option));
    if dialect == Dialect::Uci {
        replies.extend(tunables());
    }
    replies.push(Reply::Greeted(dialect));
    replies
}

/// Announces the tunables of the search.
fn tunables() -> impl Iterator<Item = Reply> {
    crate::search::params::ALL.iter().map(|tunable| {
        Reply::Option(OptionLine {
            name: tunable.name.to_owned(),
            kind: OptionType::Spin,
            min: Some(tunable.min.into()),
            max: Some(tunable.max.into()),
            words: Vec::new(),
            default: Some(tunable.default.to_string()),
        })
    })
}

/// Returns an option as a session knows it, announced or not: by its name in either dialect or an alias, with
/// all words that its values have.
pub fn known_option(name: &str, dialect: Dialect) -> Option<OptionLine> {
    let tunable = || {
        tunables().find_map(|reply| match reply {
            Reply::Option(option) if option.name.eq_ignore_ascii_case(name) => Some(option),
            _ => None,
        })
    };
    let known = OptionSpec::find(name).map(|spec| {
        let mut line = line(spec, name, dialect);
        if matches!(spec.kind, OptionKind::Rules) {
            line.words.extend(RULE_NAMES.iter().map(|rules| rules.name.to_owned()));
        }
        let last_parts = line.words.iter().filter_map(|word| Some(word.rsplit_once(' ')?.1.to_owned()));
        let last_parts: Vec<_> = last_parts.collect();
        line.words.extend(last_parts);
        line
    });
    known.or_else(tunable)
}

/// Announces an option; `None` if it has no name in `dialect`.
fn option(spec: &OptionSpec, dialect: Dialect) -> Option<OptionLine> {
    let name = match dialect {
        Dialect::Ucci => spec.ucci,
        Dialect::Uci => spec.uci,
    };
    (!name.is_empty()).then(|| line(spec, name, dialect))
}

/// Returns the announcement of an option under this name.
fn line(spec: &OptionSpec, name: &str, dialect: Dialect) -> OptionLine {
    let word = |word: &str| match dialect {
        Dialect::Ucci => word.to_ascii_lowercase(),
        Dialect::Uci => word.to_owned(),
    };
    let defaults = Options::default();
    let mut line = OptionLine {
        name: name.to_owned(),
        kind: OptionType::Button,
        min: None,
        max: None,
        words: Vec::new(),
        default: None,
    };
    match spec.kind {
        OptionKind::Check { get, .. } => {
            line.kind = OptionType::Check;
            line.default = Some(get(&defaults).to_string());
        }
        OptionKind::Spin { min, max, get, .. } => {
            line.kind = OptionType::Spin;
            (line.min, line.max) = (Some(min.into()), Some(max.into()));
            line.default = Some(get(&defaults).to_string());
        }
        OptionKind::Combo { words, get, .. } => {
            line.kind = OptionType::Combo;
            line.words = words.iter().map(|text| word(text)).collect();
            line.default = Some(word(words[get(&defaults)]));
        }
        OptionKind::Rules => {
            line.kind = OptionType::Combo;
            line.words = RULE_NAMES.iter().map(|name| word(name.protocol)).collect();
            let default = RULE_NAMES.iter().find(|name| name.rules == RuleSet::default());
            line.default = default.map(|name| word(name.protocol));
        }
        OptionKind::Variant => {
            line.kind = OptionType::Combo;
            line.words = vec![VARIANT.to_owned(), NO_VARIANT.to_owned()];
            line.default = Some(NO_VARIANT.to_owned());
        }
        OptionKind::File { default, .. } => {
            line.kind = OptionType::String;
            let nothing = (dialect == Dialect::Uci).then_some(NO_FILE);
            let default = Some(default).filter(|name| !name.is_empty()).or(nothing);
            line.default = default.map(str::to_owned);
        }
        OptionKind::Button { .. } | OptionKind::Unsupported => {}
    }
    // uci2wb overlooks which word is the default, and XBoard then takes the first one for the value in force
    // and sets it. The words of the variant are its list of games, and XBoard plays the first.
    if !matches!(spec.kind, OptionKind::Variant) {
        line.words.sort_by_key(|word| Some(word) != line.default.as_ref());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_handshake_has_the_form_that_guis_expect() {
        let older = "id name chuhe
            option usemillisec type check default true
            option batch type check default false
            option debug type check default false
            option ponder type check default false
            option hashsize type spin min 0 max 65536 default 64
            option threads type spin min 0 max 512 default 1
            option multipv type spin min 1 max 128 default 1
            option moveoverhead type spin min 0 max 5000 default 30
            option repetition type combo var asianrule var chineserule \
             var chinesethreecyclesrule var chineseninemovesrule var chinese2011rule var computerrule var checkban \
             var alwaysdraw default asianrule
            option drawmoves type spin min 0 max 300 default 120
            option level type spin min 0 max 20 default 20
            option randomness type combo var none var tiny var small var medium var large var huge default none
            option usebook type check default true
            option bookfiles type string default chuhe.book
            option bookdepth type spin min 0 max 255 default 255
            option useegtb type check default true
            option egtbpaths type string
            option evalfile type string default <embedded>
            option style type combo var normal var solid var risky default normal
            option newgame type button
            ucciok";
        let newer = "id author the chuhe authors
            option name Debug type check default false
            option name Ponder type check default false
            option name Hash type spin default 64 min 0 max 65536
            option name Threads type spin default 1 min 0 max 512
            option name MultiPV type spin default 1 min 1 max 128
            option name Move Overhead type spin default 30 min 0 max 5000
            option name Repetition Rule type combo default AsianRule var AsianRule var ChineseRule \
             var ChineseThreeCyclesRule var ChineseNineMovesRule var Chinese2011Rule var ComputerRule var CheckBan \
             var AlwaysDraw
            option name Sixty Move Rule type check default true
            option name Rule60MaxPly type spin default 120 min 1 max 150
            option name Skill Level type spin default 20 min 0 max 20
            option name UCI_LimitStrength type check default false
            option name UCI_Elo type spin default 3860 min 0 max 3860
            option name OwnBook type check default false
            option name BookFile type string default chuhe.book
            option name Book Depth type spin default 255 min 0 max 255
            option name Book Choice type combo default Weight var Weight var Best var Result
            option name UseTables type check default true
            option name TablePath type string default <empty>
            option name EvalFile type string default <embedded>
            option name UCI_ShowWDL type check default false
            option name UCI_Variant type combo default auto var xiangqi var auto
            option name Ranks type combo default auto var auto var from 0 var from 1
            option name Clear Hash type button
            uciok";
        for (dialect, expected) in [(Dialect::Ucci, older), (Dialect::Uci, newer)] {
            let lines: Vec<_> = replies(dialect, true).iter().map(|reply| reply.to_line(dialect)).collect();
            let expected: Vec<_> = expected.lines().map(str::trim).collect();
            let found: Vec<_> = lines.iter().filter(|line| expected.contains(&line.as_str())).collect();
            assert_eq!(found, expected);
            let longest = if dialect == Dialect::Ucci { 200 } else { 250 };
            assert!(lines.iter().all(|line| line.is_ascii() && line.len() < longest && line.trim() == line));
            assert!(lines[0].starts_with("id name chuhe"));
        }
    }

    #[test]
    fn a_handshake_reads_back() {
        for dialect in [Dialect::Ucci, Dialect::Uci] {
            for reply in replies(dialect, true) {
                assert_eq!(Reply::parse(reply.to_line(dialect)), Some(reply));
            }
        }
    }

    /// Asserts that a client that checks the grammar of options accepts this one.
    #[track_caller]
    fn assert_grammar(option: &OptionLine, dialect: Dialect) {
        const KEYWORDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];
        let is_plain = |text: &str| {
            let mut words = text.split(' ');
            !text.is_empty() && words.all(|word| !word.is_empty() && !KEYWORDS.contains(&word))
        };
        let OptionLine { name, kind, min, max, words, default } = option;
        assert!(is_plain(name) && words.iter().all(|word| is_plain(word)), "{option:?}");
        assert!(default.as_deref().is_none_or(is_plain), "{option:?}");
        let is_one_word = [name].into_iter().chain(words).all(|text| !text.contains(' '));
        assert!(dialect == Dialect::Uci || is_one_word, "{option:?}");
        let range = min.zip(*max).map(|(min, max)| min..=max);
        let is_listed = |text: &String| words.iter().filter(|word| *word == text).count() == 1;
        let fits = match (kind, default) {
            (OptionType::Check, Some(default)) => ["true", "false"].contains(&default.as_str()),
            (OptionType::Spin, Some(default)) => range
                .as_ref()
                .is_some_and(|range| default.parse().is_ok_and(|number| range.contains(&number))),
            (OptionType::Combo, Some(default)) => is_listed(default) && words.iter().all(is_listed),
            // UCCI leaves an empty default out; UCI writes `<empty>`.
            (OptionType::String, default) => match dialect {
                Dialect::Ucci => default.as_deref() != Some(NO_FILE),
                Dialect::Uci => default.is_some(),
            },
            (kind, default) => *kind == OptionType::Button && default.is_none(),
        };
        assert!(fits, "{option:?}");
        assert!(range.is_some() == (*kind == OptionType::Spin), "{option:?}");
        assert!(words.is_empty() == (*kind != OptionType::Combo), "{option:?}");
    }

    #[test]
    fn every_option_line_obeys_the_grammar_of_its_dialect() {
        for dialect in [Dialect::Ucci, Dialect::Uci] {
            let lines: Vec<_> = OPTIONS.iter().filter_map(|spec| option(spec, dialect)).collect();
            assert!(lines.len() > 20);
            for line in &lines {
                assert_grammar(line, dialect);
            }
        }
        for reply in tunables() {
            let Reply::Option(line) = reply else { panic!("{reply:?}") };
            assert_grammar(&line, Dialect::Uci);
        }
    }
}
