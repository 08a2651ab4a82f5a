// SPDX-License-Identifier: MIT OR Apache-2.0
//! Character encodings of game records.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;
use thiserror::Error;

/// A character encoding.
///
/// ```
/// use chuhe::notation::Encoding;
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

    /// Decodes bytes as UTF-8 if they are valid UTF-8, else in this encoding; invalid sequences are replaced.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if let Ok(text) = core::str::from_utf8(bytes) {
            return Cow::Borrowed(text);
        }
        self.decode_strictly(bytes)
    }

    /// Decodes bytes in this encoding even if they are valid UTF-8, as short words may be by chance.
    pub(crate) fn decode_strictly(self, bytes: &[u8]) -> Cow<'_, str> {
        let encoding = match self {
            Self::Utf8 => encoding_rs::UTF_8,
            // A superset of GBK.
            Self::Gbk => encoding_rs::GB18030,
            Self::Big5 => encoding_rs::BIG5,
        };
        encoding.decode_without_bom_handling(bytes).0
    }

    /// Encodes a text. Also returns the number of characters that the encoding lacks and that became question
    /// marks.
    pub fn encode(self, text: &str) -> (Vec<u8>, usize) {
        let encoding = match self {
            Self::Utf8 => return (text.as_bytes().to_vec(), 0),
            Self::Gbk => encoding_rs::GBK,
            Self::Big5 => encoding_rs::BIG5,
        };
        let (bytes, _, has_lost) = encoding.encode(text);
        if !has_lost {
            return (bytes.into_owned(), 0);
        }
        let is_lost = |c: char| encoding.encode(c.encode_utf8(&mut [0; 4])).2;
        let lost = text.chars().filter(|&c| is_lost(c)).count();
        (encoding.encode(&text.replace(is_lost, "?")).0.into_owned(), lost)
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
#[error("unknown encoding '{0}'; expected utf-8, gbk or big5")]
pub struct ParseEncodingError(pub String);

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_named = |encoding: &Self| encoding.to_string() == text.to_ascii_lowercase();
        Self::ALL.into_iter().find(is_named).ok_or_else(|| ParseEncodingError(text.to_owned()))
    }
}
