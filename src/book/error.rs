// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors of book files.

use std::io;
use std::path::PathBuf;
use thiserror::Error;
use xiangqi::types::{Bilingual, Language, bilingual_errors, text};

/// Error from opening a book.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
#[non_exhaustive]
pub enum BookError {
    /// The file cannot be read.
    Io(Bilingual),
    /// The path is a directory, a pipe or a device.
    NoFile,
    /// The file is longer than its header says, or than the size limit.
    TooLong,
    /// The file is shorter than its header says.
    CutOff,
    /// The file is not a book in any of the formats.
    Foreign,
    /// The file is a database, and this library was built without SQLite.
    NoSqlite,
    /// The database cannot be read.
    Database(String),
    /// The database is not a book.
    NoTable,
    /// The bytes are those of a database whose keys have no index.
    NoKeyIndex,
    /// An index of the keys cannot be made beside the file.
    KeyIndex {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: Bilingual,
    },
    /// The file is a chuhe book in an unknown version of the format.
    Version {
        /// The version of the file.
        found: u16,
        /// The version that this program reads.
        supported: u16,
    },
    /// The checksum is wrong.
    Checksum,
    /// The record with this number, from 0, is malformed or out of order.
    Record(usize),
}

bilingual_errors!(BookError);

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::Io(error.into())
    }
}

impl BookError {
    /// Returns the error in words.
    pub fn text(&self, language: Language) -> String {
        let fixed = match self {
            Self::Io(error) => return error.text(language).to_owned(),
            Self::Database(error) => {
                return text!(language, "damaged book: {error}", "开局库损坏：数据库无法读取");
            }
            Self::KeyIndex { path, reason } => {
                return text!(
                    language,
                    "SQLite book without an index of its keys, and {path} cannot be written: {reason}",
                    "SQLite 开局库没有键值索引，且无法写入 {path}：{reason}",
                    path = path.display(),
                    reason = reason.text(language)
                );
            }
            Self::Version { found, supported } => {
                return text!(
                    language,
                    "unsupported version {found} of the book format; this program reads version {supported}",
                    "不支持开局库格式的版本{found}；此程序读取版本{supported}"
                );
            }
            Self::Record(number) => {
                return text!(
                    language,
                    "damaged book: record {number} is malformed or out of order",
                    "开局库损坏：第{number}条记录有误或次序不对"
                );
            }
            Self::NoFile => ("not a regular file", "不是普通文件"),
            Self::TooLong => (
                "damaged book: longer than its header says, or than 256 MiB",
                "开局库损坏：比文件头所记的长，或超过256 MiB",
            ),
            Self::CutOff => {
                ("truncated book: shorter than its header says", "开局库不完整：比文件头所记的短")
            }
            Self::Foreign => (
                "not a book of chuhe, ElephantEye (BOOK.DAT), BHGUI (.obk, .yfk), pfBook (.pfb) or xqbook (.xqb)",
                "不是 chuhe、ElephantEye（BOOK.DAT）、BHGUI（.obk、.yfk）、pfBook（.pfb）或 xqbook（.xqb）的开局库",
            ),
            Self::NoSqlite => (
                "SQLite book: this build reads books of chuhe and ElephantEye only",
                "SQLite 开局库：此版本只读取 chuhe 和 ElephantEye 的开局库",
            ),
            Self::NoTable => (
                "SQLite database without a table of book moves (bhobk, pfBook or book)",
                "SQLite 数据库中没有开局着法表（bhobk、pfBook 或 book）",
            ),
            Self::NoKeyIndex => (
                "SQLite book without an index of its keys: it can be probed as a file only",
                "SQLite 开局库没有键值索引：只能作为文件查询",
            ),
            Self::Checksum => ("damaged book: wrong checksum", "开局库损坏：校验和不符"),
        };
        language.pick(fixed.0, fixed.1).to_owned()
    }
}
