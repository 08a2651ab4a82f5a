// SPDX-License-Identifier: MIT OR Apache-2.0
//! The refusal of an option. Neither protocol has an answer to `setoption`: a refusal shows in the engine's
//! announcement of its options, or in a remark that it prints afterwards.

use super::pipe::Greeting;
use std::path::Path;
use ucci::{Dialect, OptionLine, OptionType};
use xiangqi::types::{Bilingual, Language, bilingual, text};

/// Words of remarks that report a failure.
const FAILURES: [&str; 14] = [
    "error",
    "rejected",
    "ignored",
    "no such",
    "not found",
    "not loaded",
    "cannot",
    "can't",
    "could not",
    "couldn't",
    "failed",
    "unable",
    "invalid",
    "unknown",
];
/// Combos with more values are not listed.
const MAX_LISTED: usize = 8;
/// Names this alike, from 0 to 1, are suggested.
const LIKENESS: f64 = 0.75;

/// Looks up an option by the engine's name for itself, the option's name and the dialect: one that the engine
/// takes although it does not announce it, or with more values than it announces.
pub type KnownOptions<'a> = &'a (dyn Fn(&str, &str, Dialect) -> Option<OptionLine> + Sync);

/// Returns the reason why the engine's announcement rules out this value; `None`: it allows it.
pub fn refusal_by_announcement(
    greeting: &Greeting,
    known: Option<&OptionLine>,
    name: &str,
    value: &str,
) -> Option<Bilingual> {
    let announced = greeting.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let is_known = known.is_some();
    let option = match announced {
        Some(option) if option.kind != OptionType::Combo => Some(option),
        _ => known.or(announced),
    };
    if let Some(option) = option {
        return refusal_by_value(option, value, is_known);
    }
    let names = greeting.options.iter().map(|option| option.name.as_str());
    let lacks = |language| text!(language, "the engine has no option '{name}'", "引擎没有“{name}”这个选项");
    Some(with_suggestion(lacks, name, names))
}

/// Appends the name that was probably meant, as a hint.
fn with_suggestion<'a>(
    problem: impl Fn(Language) -> String,
    word: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Bilingual {
    let likeness = |name: &str| strsim::jaro_winkler(&word.to_lowercase(), &name.to_lowercase());
    let names = names.into_iter().map(|name| (likeness(name), name));
    let best = names.filter(|&(likeness, _)| likeness > LIKENESS).max_by(|a, b| a.0.total_cmp(&b.0));
    Bilingual::new(|language| match (problem(language), best) {
        (problem, None) => problem,
        (problem, Some((_, name))) => {
            text!(language, "{problem}; did you mean '{name}'?", "{problem}；可能是“{name}”")
        }
    })
}

fn refusal_by_value(option: &OptionLine, value: &str, is_known: bool) -> Option<Bilingual> {
    let is_any = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(value));
    match option.kind {
        OptionType::Spin => {
            let Ok(number) = value.trim().parse::<i64>() else {
                return Some(bilingual!("not a whole number", "不是整数"));
            };
            let is_within =
                option.min.is_none_or(|min| min <= number) && option.max.is_none_or(|max| number <= max);
            (!is_within).then(|| match (option.min, option.max) {
                (Some(min), Some(max)) => bilingual!("not from {min} to {max}", "应为{min}至{max}"),
                (Some(min), None) => bilingual!("less than {min}", "小于{min}"),
                (_, max) => bilingual!("more than {max}", "大于{max}", max = max.unwrap_or_default()),
            })
        }
        OptionType::Combo => {
            let is_word = option.words.is_empty() || option.words.iter().any(|word| is_any(&[word]));
            (!is_word).then(|| match &option.words[..] {
                words if words.len() <= MAX_LISTED => {
                    let words = words.join(", ");
                    bilingual!("not one of {words}", "可选：{words}")
                }
                words => {
                    if let Some((min, max)) = number_range(words) {
                        return bilingual!("not from {min} to {max}", "应为{min}至{max}");
                    }
                    let count = words.len();
                    let lacks = |language| {
                        text!(language, "not one of its {count} values", "不在可选的{count}个值之中")
                    };
                    with_suggestion(lacks, value, words.iter().map(String::as_str))
                }
            })
        }
        OptionType::Check => {
            let is_switch = is_any(&["true", "false"]) || is_known && is_any(&["on", "off", "1", "0"]);
            (!is_switch).then(|| bilingual!("neither true nor false", "应为 true 或 false"))
        }
        OptionType::Label | OptionType::Button | OptionType::String => None,
    }
}

/// Returns the smallest and the largest value if all are numbers that follow one another.
fn number_range(words: &[String]) -> Option<(i64, i64)> {
    let mut numbers: Vec<i64> = words.iter().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    numbers.sort_unstable();
    let follows = numbers.windows(2).all(|pair| pair[1] == pair[0] + 1);
    Some((*numbers.first()?, *numbers.last()?)).filter(|_| follows)
}

/// Returns the remarks that report a failure with one of these options, and that option: they name it, or the
/// file that is its value.
pub fn refusals_by_remarks(remarks: &[String], options: &[(String, String)]) -> Vec<Bilingual> {
    let refusal = |remark: &String| {
        let lower = remark.to_lowercase();
        if !FAILURES.iter().any(|word| lower.contains(word)) {
            return None;
        }
        let names = |text: &str| !text.is_empty() && lower.contains(&text.to_lowercase());
        // A word without these may also stand in a remark about something else.
        let is_file = |name: &str, value: &str| {
            value.contains(['.', '/', '\\']) || name.to_lowercase().ends_with("file")
        };
        let names_file = |name: &str, value: &str| {
            let file = Path::new(value).file_name().map(|file| file.to_string_lossy());
            is_file(name, value) && file.is_some_and(|file| names(&file))
        };
        let (name, value) = options.iter().find(|(name, value)| names(name) || names_file(name, value))?;
        let prefixes = ["info string ", "info message "];
        let text = prefixes.iter().find_map(|prefix| remark.strip_prefix(prefix)).unwrap_or(remark);
        Some(bilingual!("option.{name}={value}: {text}", "option.{name}={value}：{text}"))
    };
    remarks.iter().filter_map(refusal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ucci::Reply;

    fn greeting(lines: &[&str]) -> Greeting {
        let option = |line: &&str| match Reply::parse(line.as_bytes()) {
            Some(Reply::Option(option)) => option,
            other => panic!("{other:?}"),
        };
        Greeting { name: "some engine".to_owned(), options: lines.iter().map(option).collect() }
    }

    fn refusal(name: &str, value: &str) -> String {
        let greeting = greeting(&[
            "option name Hash type spin default 16 min 1 max 64",
            "option name UCI_Variant type combo default chess var chess var xiangqi",
            "option name Ponder type check default false",
            "option name EvalFile type string default <empty>",
            "option name Clear Hash type button",
            "option name Depth type spin min 1 max 99999999999999999999",
        ]);
        refusal_by_announcement(&greeting, None, name, value)
            .map_or_else(String::new, |text| text.to_string())
    }

    #[test]
    fn announced_options_rule_out_names_and_values() {
        for (name, value) in [
            ("hash", "64"),
            ("UCI_Variant", "Xiangqi"),
            ("Ponder", "TRUE"),
            ("EvalFile", "any text"),
            ("Clear Hash", ""),
        ] {
            assert_eq!(refusal(name, value), "", "{name}={value}");
        }
        for (name, value, reason) in [
            ("hash", "0", "not from 1 to 64"),
            ("hash", "1k", "not a whole number"),
            ("Depth", "0", "less than 1"),
            ("UCI_Variant", "shogi", "not one of chess, xiangqi"),
            ("Ponder", "1", "neither true nor false"),
            ("Evalfile2", "x", "the engine has no option 'Evalfile2'; did you mean 'EvalFile'?"),
        ] {
            assert_eq!(refusal(name, value), reason, "{name}={value}");
        }
    }

    #[test]
    fn an_option_may_be_known_without_an_announcement() {
        let line = "option rankbase type combo var auto var 0 var 1";
        let known = || greeting(&[line]).options.pop();
        let refusal = |value| refusal_by_announcement(&greeting(&[]), known().as_ref(), "RankBase", value);
        assert_eq!(refusal("1"), None);
        assert_eq!(refusal("2"), Some(bilingual!("not one of auto, 0, 1", "可选：auto, 0, 1")));
        let known = greeting(&["option ponder type check"]).options.pop();
        assert_eq!(refusal_by_announcement(&greeting(&[]), known.as_ref(), "Ponder", "on"), None);
    }

    #[test]
    fn remarks_about_the_options_are_refusals() {
        let options = [("EvalFile", "nets/typo.nnue"), ("Hash", "16")];
        let options = options.map(|(name, value)| (name.to_owned(), value.to_owned()));
        for (remark, expected) in [
            (
                "info string EvalFile rejected: cannot read the file",
                Some("option.EvalFile=nets/typo.nnue: EvalFile rejected: cannot read the file"),
            ),
            (
                "info string ERROR: The network file typo.nnue was not loaded",
                Some("option.EvalFile=nets/typo.nnue: ERROR: The network file typo.nnue was not loaded"),
            ),
            ("No such option: Hash", Some("option.Hash=16: No such option: Hash")),
            ("info string Hash table allocation: large pages used", None),
            ("info string 16 tablebases not found", None),
            ("info string NNUE evaluation using typo.nnue", None),
        ] {
            let found = refusals_by_remarks(&[remark.to_owned()], &options);
            assert_eq!(found.first().map(|found| found.text(Language::English)), expected, "{remark}");
        }
    }
}
