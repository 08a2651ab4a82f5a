// SPDX-License-Identifier: MIT OR Apache-2.0
//! The encodings that records are kept in.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;
use thiserror::Error;

/// How a file keeps its characters.
///
/// ```
/// use chuhe::notation::Encoding;
/// assert_eq!(Encoding::Gbk.encode("炮8平5 ♜"), (b"\xc5\xda8\xc6\xbd5 ?".to_vec(), 1));
/// assert_eq!(Encoding::Gbk.decode(b"\xc5\xda8\xc6\xbd5"), "炮8平5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Encoding {
    /// All characters there are.
    #[default]
    Utf8,
    /// Simplified and traditional characters, as in mainland China.
    Gbk,
    /// Traditional characters, as in Taiwan and Hong Kong.
    Big5,
}

impl Encoding {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Utf8, Self::Gbk, Self::Big5];

    /// The text of the bytes if they are UTF-8, else in this encoding; what is neither is replaced.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        if let Ok(text) = core::str::from_utf8(bytes) {
            return Cow::Borrowed(text);
        }
        self.decode_strictly(bytes)
    }

    /// The text of the bytes in this encoding, even if they could be UTF-8, as short words may be by chance.
    pub(crate) fn decode_strictly(self, bytes: &[u8]) -> Cow<'_, str> {
        let encoding = match self {
            Self::Utf8 => encoding_rs::UTF_8,
            // It has all that GBK has.
            Self::Gbk => encoding_rs::GB18030,
            Self::Big5 => encoding_rs::BIG5,
        };
        encoding.decode_without_bom_handling(bytes).0
    }

    /// The text's bytes, and how many characters became question marks since the encoding has none of them.
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
    /// `utf-8`, as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Utf8 => "utf-8",
            Self::Gbk => "gbk",
            Self::Big5 => "big5",
        })
    }
}

/// There is no such encoding.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is none of the encodings utf-8, gbk, big5")]
pub struct ParseEncodingError(pub String);

impl FromStr for Encoding {
    type Err = ParseEncodingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_named = |encoding: &Self| encoding.to_string() == text.to_ascii_lowercase();
        Self::ALL.into_iter().find(is_named).ok_or_else(|| ParseEncodingError(text.to_owned()))
    }
}
