// SPDX-License-Identifier: MIT OR Apache-2.0
//! The texts of a game log in other languages. The log itself is English, since programs read it.

use crate::player::FaultKind;
use crate::time_control::SearchLimit;
use xiangqi::rules::{RULE_NAMES, Termination};
use xiangqi::types::{Language, text};

/// Terminations that are neither of the rules nor faults, in English as they are logged and in Chinese.
const REASONS: [(&str, &str); 6] = [
    ("resignation", "认输"),
    ("agreement", "议和"),
    ("mate found", "杀棋已定"),
    ("hopeless score", "劣势判负"),
    ("level score", "均势判和"),
    ("length", "达到着数上限"),
];

/// Returns the termination of a game; one that is not known as it is logged.
pub fn reason(logged: &str, language: Language) -> String {
    let termination = Termination::ALL.into_iter().find(|known| known.name(Language::English) == logged);
    let fault = FaultKind::ALL.into_iter().find(|known| known.text(Language::English) == logged);
    let name = termination.map(|known| known.name(language)).or(fault.map(|known| known.text(language)));
    let other = REASONS.iter().find(|reason| reason.0 == logged).map_or(logged, |reason| reason.1);
    name.unwrap_or_else(|| language.pick(logged, other)).to_owned()
}

/// Returns the name of rules of repetition.
pub fn rules(logged: &str, language: Language) -> String {
    let chinese = RULE_NAMES.iter().find(|rules| rules.name == logged).map_or(logged, |rules| rules.title.1);
    text!(language, "{logged} rules", "{chinese}")
}

/// Returns the limits of engines, each with the engine's name unless that is empty.
pub fn limits(limits: &[(String, SearchLimit)], language: Language) -> String {
    let part = |(name, limit): &(String, SearchLimit)| {
        format!("{name} {}", limit.text(language)).trim_start().to_owned()
    };
    limits.iter().map(part).collect::<Vec<_>>().join(language.pick(", ", "，"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    }
}
