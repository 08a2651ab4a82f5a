// SPDX-License-Identifier: MIT OR Apache-2.0
//! Languages of the program's output, and the one form of its texts.
//!
//! A text for people is written once, as a pair: [`Language::pick`] takes fixed texts, `text!` takes formats
//! with the same values in both. Either needs both languages to compile, and a translation is read beside its
//! original. Lines that programs read (protocols, JSON keys, `bestmove …`) are the same in every language.

use crate::types::bilingual;
use core::fmt::Display;
use core::str::FromStr;
use std::io::{self, ErrorKind};
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
            _ => Err(bilingual!(
                "'{text}' is not a supported language (en, zh)",
                "没有“{text}”这种语言（可用 en、zh）"
            )),
        }
    }
}

/// A text for people in both languages, and the one error of the commands. [`bilingual!`] makes one from
/// both texts, and `?` from an error of a type that `bilingual_errors!` names. A single text becomes one only as
/// a [name](Self::named).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.0[0])]
pub struct Bilingual([String; 2]);

impl From<[String; 2]> for Bilingual {
    /// Takes the words in each language, in the order of [`Language::ALL`].
    fn from(words: [String; 2]) -> Self {
        Self(words)
    }
}

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

    /// Puts the place before an error: a name that is the same in both languages, of a file or an option.
    #[must_use]
    pub fn at(self, name: impl Display) -> Self {
        self.within(&Self::named(name))
    }

    /// Takes a name that is the same in both languages, of a file or an option.
    pub fn named(name: impl Display) -> Self {
        Self([name.to_string(), name.to_string()])
    }

    /// Puts the place before an error, in words.
    #[must_use]
    pub fn within(self, place: &Self) -> Self {
        let ([english, chinese], Self([before, zh_before])) = (self.0, place);
        bilingual!("{before}: {english}", "{zh_before}：{chinese}")
    }
}

/// An error of a file. The words are those of the system in English; in Chinese they are of its kind.
impl From<io::Error> for Bilingual {
    fn from(error: io::Error) -> Self {
        Self::from(&error)
    }
}

impl From<&io::Error> for Bilingual {
    fn from(error: &io::Error) -> Self {
        if let Some(own) = error.get_ref().and_then(|inner| inner.downcast_ref::<Self>()) {
            return own.clone();
        }
        let chinese = match error.kind() {
            ErrorKind::NotFound => "文件或目录不存在",
            ErrorKind::PermissionDenied => "没有权限",
            ErrorKind::IsADirectory => "这是一个目录",
            ErrorKind::AlreadyExists => "文件已存在",
            ErrorKind::NotADirectory => "不是目录",
            ErrorKind::DirectoryNotEmpty => "目录不为空",
            ErrorKind::StorageFull => "磁盘空间已满",
            ErrorKind::QuotaExceeded => "超出磁盘配额",
            ErrorKind::FileTooLarge => "文件过大",
            ErrorKind::ReadOnlyFilesystem => "文件系统为只读",
            ErrorKind::ResourceBusy | ErrorKind::ExecutableFileBusy => "文件正被占用",
            ErrorKind::InvalidFilename | ErrorKind::InvalidInput => "文件名无效",
            ErrorKind::InvalidData => "数据无效",
            ErrorKind::UnexpectedEof => "文件不完整",
            ErrorKind::BrokenPipe => "管道已关闭",
            ErrorKind::AddrInUse => "地址已被占用",
            ErrorKind::AddrNotAvailable => "本机没有此地址",
            ErrorKind::TimedOut => "超时",
            ErrorKind::Interrupted => "已中断",
            ErrorKind::OutOfMemory => "内存不足",
            ErrorKind::WouldBlock => "资源暂时不可用",
            _ => "系统错误",
        };
        match error.raw_os_error() {
            Some(code) if chinese == "系统错误" => bilingual!("{error}", "系统错误 {code}"),
            _ => bilingual!("{error}", "{chinese}"),
        }
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

/// Formats a [`Bilingual`] as [`text!`] formats a text: `bilingual!("{n} moves", "{n}步")`.
#[macro_export]
macro_rules! bilingual {
    ($english:literal, $chinese:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        $(let $name = &$value;)*
        $crate::types::Bilingual::from([::std::format!($english), ::std::format!($chinese)])
    }};
}

/// Lets `?` make errors whose method `text` returns them in either language into a [`Bilingual`].
#[macro_export]
macro_rules! bilingual_errors {
    ($($error:ty),* $(,)?) => {$(
        impl ::core::convert::From<$error> for $crate::types::Bilingual {
            fn from(error: $error) -> Self {
                Self::new(|language| error.text(language))
            }
        }
    )*};
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
