// SPDX-License-Identifier: MIT OR Apache-2.0
//! The language of a run: `--lang`, else `CHUHE_LANG`, else the locale of POSIX: the first of `LC_ALL`,
//! `LC_MESSAGES` and `LANG` that is set.

use crate::types::Language;

/// The variable that sets the language of this program alone.
const VARIABLE: &str = "CHUHE_LANG";

/// Returns the language that was asked for by `--lang`, or that the environment, read by `variable`, asks
/// for; and a warning if the environment asks for one that does not exist. An empty variable counts as unset.
pub fn choose(
    asked: Option<Language>,
    variable: impl Fn(&str) -> Option<String>,
) -> (Language, Option<String>) {
    if let Some(language) = asked {
        return (language, None);
    }
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let locale = || {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        locale.map_or(Language::English, |locale| Language::of_locale(&locale))
    };
    match set(VARIABLE).map(|value| value.parse()) {
        None => (locale(), None),
        Some(Ok(language)) => (language, None),
        Some(Err(error)) => (locale(), Some(format!("{VARIABLE}: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn language(asked: Option<Language>, variables: &[(&str, &str)]) -> (Language, Option<String>) {
        choose(asked, |name| {
            let set = variables.iter().find(|variable| variable.0 == name);
            set.map(|variable| variable.1.to_owned())
        })
    }

    #[test]
    fn the_first_that_is_set_counts() {
        let (en, zh) = (Language::English, Language::Chinese);
        for (asked, variables, expected) in [
            (None, &[][..], en),
            (None, &[("LANG", "zh_CN.UTF-8")], zh),
            (None, &[("LANG", "zh_CN.UTF-8"), ("LC_MESSAGES", "en_US.UTF-8")], en),
            (None, &[("LC_MESSAGES", "zh_CN"), ("LANG", "C")], zh),
            (None, &[("LC_ALL", "C"), ("LC_MESSAGES", "zh_CN"), ("LANG", "zh_CN")], en),
            (None, &[("LC_ALL", ""), ("LANG", "zh_CN")], zh),
            (None, &[("CHUHE_LANG", "zh"), ("LC_ALL", "C")], zh),
            (None, &[("CHUHE_LANG", ""), ("LC_ALL", "zh_TW")], zh),
            (Some(en), &[("CHUHE_LANG", "zh"), ("LC_ALL", "zh_CN")], en),
            (Some(zh), &[("CHUHE_LANG", "fr")], zh),
        ] {
            assert_eq!(language(asked, variables), (expected, None), "{asked:?} {variables:?}");
        }
    }

    #[test]
    fn an_unknown_language_is_reported_and_the_locale_counts() {
        let (language, warning) = language(None, &[("CHUHE_LANG", "fr"), ("LANG", "zh_CN")]);
        assert_eq!(language, Language::Chinese);
        assert_eq!(warning.as_deref(), Some("CHUHE_LANG: 'fr' is not a supported language (en, zh)"));
    }
}
