// SPDX-License-Identifier: MIT OR Apache-2.0
//! Languages of the program's output, and the one form of its texts.
//!
//! A text for people is written once, as a pair: [`Language::pick`] takes fixed texts, `text!` takes formats
//! with the same values in both. Either needs both languages to compile, and a translation is read beside its
//! original. Lines that programs read (protocols, JSON keys, `bestmove …`) are the same in every language.

use crate::types::text;
use core::str::FromStr;
use thiserror::Error;

/// A language of texts for users.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese in simplified characters.
    Chinese,
}

impl Language {
    /// All languages, in the order of the pairs.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Returns the code that [`FromStr`] reads.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }

    /// Returns the text, or any other value, that belongs to this language.
    ///
    /// ```
    /// use xiangqi::types::Language;
    /// assert_eq!(Language::Chinese.pick("move", "着法"), "着法");
    /// ```
    pub fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }

    /// Returns the language of a locale such as `zh_CN.UTF-8`. Every locale that is not Chinese gets English.
    #[must_use]
    pub fn of_locale(locale: &str) -> Self {
        let is_chinese = locale.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("zh"));
        if is_chinese { Self::Chinese } else { Self::English }
    }
}

impl FromStr for Language {
    type Err = Bilingual;

    /// Reads `en` and `zh`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.to_ascii_lowercase().as_str() {
            "en" => Ok(Self::English),
            "zh" => Ok(Self::Chinese),
            _ => Err(Bilingual::new(|language| {
                text!(
                    language,
                    "'{text}' is not a supported language (en, zh)",
                    "没有“{text}”这种语言（可用 en、zh）"
                )
            })),
        }
    }
}

/// An error in both languages, for those that no type of their own describes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.0[0])]
pub struct Bilingual([String; 2]);

impl Bilingual {
    /// Takes the words of an error in each language.
    pub fn new(words: impl Fn(Language) -> String) -> Self {
        Self(Language::ALL.map(words))
    }

    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> &str {
        let [english, chinese] = &self.0;
        language.pick(english, chinese)
    }
}

/// Formats a text in a language: `text!(language, "{n} moves", "{n}步")`. Values that are not variables follow
/// by name; each language may use those it needs.
#[macro_export]
macro_rules! text {
    ($language:expr, $english:literal, $chinese:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        $(let $name = &$value;)*
        match $language {
            $crate::types::Language::English => ::std::format!($english),
            $crate::types::Language::Chinese => ::std::format!($chinese),
        }
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_written_in_the_language() {
        let moves = 3;
        let say = |language| text!(language, "{moves} moves by {side}", "{side}走了{moves}步", side = "X");
        assert_eq!(Language::ALL.map(say), ["3 moves by X", "X走了3步"]);
    }

    #[test]
    fn chinese_locales_begin_with_zh() {
        for locale in ["zh", "zh_CN.UTF-8", "zh_TW", "zh-Hans", "ZH_cn"] {
            assert_eq!(Language::of_locale(locale), Language::Chinese, "{locale}");
        }
        for locale in ["C", "", "POSIX", "en_US.UTF-8", "de_DE", "中文", "z"] {
            assert_eq!(Language::of_locale(locale), Language::English, "{locale}");
        }
    }
}
