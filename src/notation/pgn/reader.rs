// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the games of a file one by one.

use super::encoding::Encoding;
use super::parse::{self, RecordError};
use super::record::Record;
use super::section::Sections;
use std::io::{self, BufRead};
use thiserror::Error;

/// There is no record.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadRecordError {
    /// The file cannot be read any further.
    #[error(transparent)]
    File(#[from] io::Error),
    /// This game cannot be read. There may be others behind it.
    #[error(transparent)]
    Game(#[from] RecordError),
}

/// The games of a file, of which no more than one is kept in memory. A game that cannot be read is an error among the
/// others; after an error of the file there is nothing more.
pub struct Records<R> {
    sections: Sections<R>,
    fallback: Encoding,
    has_ended: bool,
}

impl<R: BufRead> Records<R> {
    /// The games in UTF-8, or in GBK where they are not.
    pub fn new(source: R) -> Self {
        Self::with_fallback(source, Encoding::Gbk)
    }

    /// The games in UTF-8, or in the encoding given where they are not.
    pub fn with_fallback(source: R, fallback: Encoding) -> Self {
        Self { sections: Sections::new(source), fallback, has_ended: false }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<Record, ReadRecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        match self.sections.next() {
            Ok(Some(section)) => {
                let text = self.fallback.decode(&section.bytes);
                Some(parse::parse(&text, section.line).map_err(ReadRecordError::Game))
            }
            Ok(None) => {
                self.has_ended = true;
                None
            }
            Err(error) => {
                self.has_ended = true;
                Some(Err(error.into()))
            }
        }
    }
}
