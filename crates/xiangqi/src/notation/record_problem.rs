// SPDX-License-Identifier: MIT OR Apache-2.0
//! The problems of game records and their locations.

use crate::notation::fen::FenError;
use crate::notation::game_result::GameResult;
use crate::notation::moves::MoveTextError;
use crate::position::SetupError;
use crate::types::{Language, text};
use core::fmt;
use thiserror::Error;

/// A location in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordLocation {
    /// Line number, from 1.
    Line(usize),
    /// Byte offset, from 0.
    Byte(u64),
}

impl RecordLocation {
    /// Returns the location in words.
    #[must_use]
    pub fn text(self, language: Language) -> String {
        match self {
            Self::Line(number) => text!(language, "line {number}", "第{number}行"),
            Self::Byte(number) => text!(language, "byte {number}", "第{number}字节"),
        }
    }
}

impl fmt::Display for RecordLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Language::English))
    }
}

/// A problem in a game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum RecordProblem {
    /// A text with neither tags nor moves.
    NoGame,
    /// A game of international chess.
    Chess,
    /// A malformed tag.
    Tag(String),
    /// The start position is not a valid FEN.
    Start(String, FenError),
    /// The start position is impossible.
    Setup(SetupError),
    /// A word that is not a legal move.
    Move(#[from] MoveTextError),
    /// An unexpected word.
    Stray(String),
    /// A comment or parenthesis that is not closed.
    Unclosed(char),
    /// The file ends within the game.
    Truncated,
    /// An unknown version of the file format.
    Version(u8),
    /// The keys of an encrypted file fail their check sum.
    Keys,
    /// A number that is not the code of a piece.
    Piece(u8),
    /// Too many levels of variations.
    TooDeep,
    /// A tag that a game has once stands there again.
    Repeated(String),
    /// Text after the result, which is kept as a comment.
    AfterResult(String),
    /// Text that is not part of a game.
    Outside(String),
    /// A result in unknown words, which are kept: as the tag `Result`, or as a comment if the moves state one.
    Result(String),
    /// Two results that differ; the second one counts.
    Results([GameResult; 2]),
}

impl RecordProblem {
    /// Returns true for a note: all moves of the game are read.
    #[must_use]
    pub const fn is_note(&self) -> bool {
        matches!(
            self,
            Self::Repeated(_) | Self::AfterResult(_) | Self::Outside(_) | Self::Result(_) | Self::Results(_)
        )
    }

    /// Returns the problem in words.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::NoGame => language
                .pick(
                    "neither tags nor moves: not a game in a known format",
                    "既无标签也无着法，不是已知格式的棋谱",
                )
                .to_owned(),
            Self::Chess => language.pick("chess, not xiangqi", "这是国际象棋，不是中国象棋").to_owned(),
            Self::Tag(tag) => text!(language, "'{tag}' is not a tag", "“{tag}”不是标签"),
            Self::Start(fen, error) => {
                text!(language, "'{fen}': {error}", "“{fen}”：{error}", error = error.text(language))
            }
            Self::Setup(error) => text!(
                language,
                "invalid start position: {error}",
                "初始局面不合法：{error}",
                error = error.text(language),
            ),
            Self::Move(error) => error.text(language),
            Self::Stray(word) => text!(language, "unexpected '{word}'", "多出“{word}”"),
            Self::Unclosed(mark) => text!(language, "'{mark}' is never closed", "“{mark}”没有闭合"),
            Self::Truncated => {
                language.pick("the file ends in the middle of a game", "文件不完整，对局未结束").to_owned()
            }
            Self::Version(version) => {
                text!(language, "unknown format version {version}", "未知的格式版本{version}")
            }
            Self::Keys => language
                .pick("damaged header: the keys do not add up to zero", "文件头损坏：密钥校验和不为零")
                .to_owned(),
            Self::Piece(code) => {
                text!(language, "{code} is not the code of a piece", "{code}不是棋子的编码")
            }
            Self::TooDeep => language.pick("variations are nested too deeply", "变着嵌套过深").to_owned(),
            Self::Repeated(tag) => {
                text!(language, "'{tag}' repeats a tag and is ignored", "“{tag}”是重复的标签，不予采用")
            }
            Self::AfterResult(text) => text!(
                language,
                "text after the result is kept as a comment: '{text}'",
                "结果之后的文字保留为注释：“{text}”"
            ),
            Self::Outside(text) => {
                text!(language, "not part of a game: '{text}'", "不属于任何对局：“{text}”")
            }
            Self::Result(text) => {
                text!(language, "unknown result '{text}', kept as it is", "未知的结果“{text}”，按原样保留")
            }
            Self::Results([first, second]) => text!(
                language,
                "the results {first} and {second} differ; {second} counts",
                "结果 {first} 与 {second} 不一致，以 {second} 为准"
            ),
        }
    }
}
