// SPDX-License-Identifier: MIT OR Apache-2.0
//! Character encodings of game records.

use crate::types::{Language, text};
use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;
use thiserror::Error;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
#[path = "encoding/tables.rs"]
mod backend;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
#[path = "encoding/browser.rs"]
mod backend;

/// A character encoding.
///
/// ```
/// use xiangqi::notation::Encoding;
/// assert_eq!(Encoding::Gbk.encode("炮8平5 ♜"), (b"\xc5\xda8\xc6\xbd5 ?".to_vec(), 1));
/// assert_eq!(Encoding::Gbk.decode(b"\xc5\xda8\xc6\xbd5"), "炮8平5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Encoding {
    /// UTF-8: all characters.
    #[default]
    Utf8,
    /// GBK: simplified and traditional characters, used in mainland China.
    Gbk,
    /// Big5: traditional characters, used in Taiwan and Hong Kong.
    Big5,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 3] = [Self::Utf8, Self::Gbk, Self::Big5];

    /// Decodes bytes as UTF-8 if they are valid UTF-8, else in this encoding; invalid sequences are replaced, and
    /// so is NUL, by a space: files with it are not taken for texts.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        let text = match core::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.decode_strictly(bytes)),
        };
        if text.contains('\0') { Cow::Owned(text.replace('\0', " ")) } else { text }
    }

    /// Decodes a text in the encoding that it is in: UTF-16 by its byte order mark, UTF-8, or GBK or Big5,
    /// whichever makes more sense.
    ///
    /// ```
    /// use xiangqi::notation::Encoding;
    /// assert_eq!(Encoding::decode_any(b"\xc5\xda8\xc6\xbd5"), "炮8平5");
    /// ```
    pub fn decode_any(bytes: &[u8]) -> Cow<'_, str> {
        if is_utf_16(bytes) { Cow::Owned(decode_utf_16(bytes)) } else { Self::guess(bytes).decode(bytes) }
    }

    /// Decodes bytes in this encoding even if they are valid UTF-8, as short words may be by chance. Half a
    /// character at the end is left out.
    pub(crate) fn decode_strictly(self, bytes: &[u8]) -> String {
        backend::decode(self, bytes)
    }

    /// The encoding that bytes not in UTF-8 are probably in: GBK, Big5, or UTF-8 with a few damaged
    /// characters.
    pub(crate) fn guess(bytes: &[u8]) -> Self {
        let (mut valid, mut damaged) = (0, 0);
        for chunk in bytes.utf8_chunks() {
            valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
            damaged += usize::from(!chunk.invalid().is_empty());
        }
        // In a text in GBK, at most every third character is valid UTF-8 by chance.
        if valid > 8 * damaged { Self::Utf8 } else { Self::guess_chinese(bytes) }
    }

    /// The Chinese encoding that bytes are probably in, GBK or Big5, by the number of common characters,
    /// which both sort to the front. Characters take two bytes in both.
    pub(crate) fn guess_chinese(bytes: &[u8]) -> Self {
        let (mut gbk, mut big5) = (0, 0);
        let mut rest = bytes;
        while let Some((&first, after)) = rest.split_first() {
            rest = after;
            if first >= 0x81
                && let Some((&second, after)) = after.split_first()
            {
                rest = after;
                gbk += usize::from((0xb0..=0xd7).contains(&first) && second >= 0xa1);
                big5 += usize::from(
                    (0xa4..=0xc6).contains(&first) && matches!(second, 0x40..=0x7e | 0xa1..=0xfe),
                );
            }
        }
        if big5 > gbk { Self::Big5 } else { Self::Gbk }
    }

    /// Encodes a text. Also returns the number of characters that the encoding lacks and that became question
    /// marks.
    pub fn encode(self, text: &str) -> (Vec<u8>, usize) {
        if let Some(bytes) = backend::encode(self, text) {
            return (bytes, 0);
        }
        let mut lost = 0;
        let encoded = text.chars().flat_map(|c| {
            backend::encode(self, c.encode_utf8(&mut [0; 4])).unwrap_or_else(|| {
                lost += 1;
                vec![b'?']
            })
        });
        (encoded.collect(), lost)
    }
}

/// Returns true for bytes that begin with a byte order mark of UTF-16.
pub fn is_utf_16(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff")
}

/// Decodes a text in UTF-16 by the byte order mark at its begin.
pub fn decode_utf_16(bytes: &[u8]) -> String {
    let (mark, units) = bytes.as_chunks().0.split_first().expect("a mark is there");
    let unit = if mark[0] == 0xff { u16::from_le_bytes } else { u16::from_be_bytes };
    let units = units.iter().map(|&bytes| unit(bytes));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Texts of a game that are all in one encoding.
pub struct GuessedTexts {
    /// The encoding if it is known.
    pub fallback: Option<Encoding>,
    /// Other texts of the game, which help to guess the encoding.
    pub context: Vec<u8>,
}

impl GuessedTexts {
    /// Decodes a text.
    pub fn decode(&self, text: &[u8]) -> String {
        let guess = || Encoding::guess_chinese(&[&self.context[..], text].join(&b' '));
        self.fallback.unwrap_or_else(guess).decode_strictly(text)
    }
}

impl fmt::Display for Encoding {
    /// The name that [`FromStr`] reads, such as `utf-8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "utf-8",
            Self::Gbk => "gbk",
            Self::Big5 => "big5",
        })
    }
}

/// Error from reading the name of an encoding.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct ParseEncodingError(pub String);

crate::bilingual_errors!(ParseEncodingError);

impl ParseEncodingError {
    /// Returns the error in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        text!(
            language,
            "unknown encoding '{name}'; expected utf-8, gbk or big5",
            "没有“{name}”这种编码；可用 utf-8、gbk、big5",
            name = self.0
        )
    }
}

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_named = |encoding: &Self| encoding.to_string() == text.to_ascii_lowercase();
        Self::ALL.into_iter().find(is_named).ok_or_else(|| ParseEncodingError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_encodings_are_told_apart() {
        for (gbk, big5) in [
            ("王天一", "王天一"),
            ("许银川", "許銀川"),
            ("胡荣华", "胡榮華"),
            ("赵国荣 先胜 吕钦", "趙國榮 先勝 呂欽"),
            ("炮二平五 马８进７", "炮二平五 馬８進７"),
            ("第一届“五羊杯”冠军赛", "第一屆「五羊杯」冠軍賽"),
            ("象棋残局大全，红先胜。", "象棋殘局大全，紅先勝。"),
        ] {
            for (encoding, text) in [(Encoding::Gbk, gbk), (Encoding::Big5, big5)] {
                let (bytes, lost) = encoding.encode(text);
                assert_eq!((lost, Encoding::guess(&bytes)), (0, encoding), "{text}");
            }
        }
        assert_eq!(Encoding::guess(b"plain \xff"), Encoding::Gbk);
        let damaged = "许银川胜吕钦于羊城".as_bytes();
        assert_eq!(Encoding::guess(&damaged[..damaged.len() - 1]), Encoding::Gbk, "too short");
        let damaged = [damaged, &damaged[..4]].concat();
        assert_eq!(Encoding::guess(&damaged), Encoding::Utf8);
    }
}
