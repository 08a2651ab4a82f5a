// SPDX-License-Identifier: MIT OR Apache-2.0
//! The texts of a game log in other languages. The log itself is English, since programs read it.

use crate::player::FaultKind;
use xiangqi::types::{Language, text};

/// Terminations of games other than faults, in English as they are logged and in Chinese.
const REASONS: [(&str, &str); 15] = [
    ("checkmate", "将死"),
    ("stalemate", "困毙"),
    ("perpetual check", "长将"),
    ("perpetual chase", "长捉"),
    ("perpetual attack", "长打"),
    ("repetition", "循环作和"),
    ("undecided repetition", "循环未能判定"),
    ("no capture for too long", "自然限着"),
    ("insufficient material", "子力不足"),
    ("resignation", "认输"),
    ("agreement", "议和"),
    ("mate found", "杀棋已定"),
    ("hopeless score", "劣势判负"),
    ("level score", "均势判和"),
    ("length", "达到着数上限"),
];

/// Rules of repetition, as they are logged and in Chinese.
const RULES: [(&str, &str); 8] = [
    ("asian", "亚洲规则"),
    ("chinese", "中国规则"),
    ("chinese-three-cycles", "中国规则（循环满三遍）"),
    ("chinese-nine-moves", "中国规则（兼判连续九回合）"),
    ("chinese-2011", "中国规则（2011）"),
    ("computer", "电脑规则"),
    ("check-ban", "只禁长将"),
    ("always-draw", "循环一律作和"),
];

fn find(pairs: &[(&str, &'static str)], english: &str) -> Option<&'static str> {
    pairs.iter().find(|pair| pair.0 == english).map(|pair| pair.1)
}

/// Returns the termination of a game; one that is not known as it is logged.
pub fn reason(logged: &str, language: Language) -> String {
    match FaultKind::ALL.into_iter().find(|kind| kind.text(Language::English) == logged) {
        Some(kind) => kind.text(language).to_owned(),
        None => language.pick(logged, find(&REASONS, logged).unwrap_or(logged)).to_owned(),
    }
}

/// Returns the name of rules of repetition.
pub fn rules(logged: &str, language: Language) -> String {
    let chinese = find(&RULES, logged).unwrap_or(logged);
    text!(language, "{logged} rules", "{chinese}")
}

/// Returns the limit on the search of an engine: `100 ms`, `5000 nodes`, `depth 8`, `8+0.08 s`.
pub fn limit(logged: &str, language: Language) -> String {
    let chinese = if let Some(nodes) = logged.strip_suffix(" nodes") {
        format!("每着{nodes}个节点")
    } else if let Some(time) = logged.strip_suffix(" ms") {
        format!("每着{time}毫秒")
    } else if let Some(control) = logged.strip_suffix(" s") {
        format!("{control}秒")
    } else if let Some(plies) = logged.strip_prefix("depth ") {
        format!("深度{plies}")
    } else {
        logged.to_owned()
    };
    language.pick(logged.to_owned(), chinese)
}

/// Returns the limits of engines, each with the engine's name unless that is empty.
pub fn limits(limits: &[(String, String)], language: Language) -> String {
    let part = |(name, logged): &(String, String)| {
        format!("{name} {}", limit(logged, language)).trim_start().to_owned()
    };
    limits.iter().map(part).collect::<Vec<_>>().join(language.pick(", ", "，"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time_control::SearchLimit;
    use std::time::Duration;
    use xiangqi::rules::{RULE_NAMES, Termination};

    #[test]
    fn everything_logged_has_a_name_in_chinese() {
        let terminations = Termination::ALL.map(|termination| termination.to_string());
        let faults = FaultKind::ALL.map(|kind| kind.to_string());
        for logged in terminations.iter().chain(&faults) {
            assert_ne!(reason(logged, Language::Chinese), *logged);
            assert_eq!(reason(logged, Language::English), *logged);
        }
        for rule in RULE_NAMES.iter().map(|name| name.rules) {
            assert_ne!(rules(&rule.to_string(), Language::Chinese), rule.to_string());
        }
        let control = SearchLimit::Clock("8+0.08".parse().unwrap());
        for (given, chinese) in [
            (SearchLimit::Movetime(Duration::from_millis(100)), "每着100毫秒"),
            (SearchLimit::Nodes(5000), "每着5000个节点"),
            (SearchLimit::Depth(8), "深度8"),
            (control, "8+0.08秒"),
        ] {
            assert_eq!(limit(&given.to_string(), Language::Chinese), chinese);
            assert_eq!(limit(&given.to_string(), Language::English), given.to_string());
        }
    }
}
