// SPDX-License-Identifier: MIT OR Apache-2.0
//! Game files in XML: CBF of 象棋桥 (CCBridge) and PFC of 鹏飞象棋, one game per file.

mod cbf;
mod elements;
mod pfc;

use super::record::{Record, RecordError, RecordProblem};
use crate::position::Position;

/// A format in XML.
#[derive(Clone, Copy)]
pub enum XmlFormat {
    Cbf,
    Pfc,
}

impl XmlFormat {
    /// The format of a file that begins with these bytes; `None` if it is not in XML.
    pub fn of(head: &[u8]) -> Option<Self> {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        let contains = |text: &[u8]| head.windows(text.len()).any(|bytes| bytes == text);
        match head.first() {
            Some(b'<') if contains(b"<ChineseChessRecord") => Some(Self::Cbf),
            Some(b'<') if contains(b"<n version") => Some(Self::Pfc),
            _ => None,
        }
    }

    /// Reads the game of a file.
    pub fn read(self, text: &str) -> Result<Record, RecordError> {
        let record = match self {
            Self::Cbf => cbf::read(text),
            Self::Pfc => pfc::read(text),
        }?;
        if record.tags.is_empty() && record.line.moves.is_empty() && record.start == Position::startpos() {
            return Err(RecordError::at_line(1, RecordProblem::NoGame));
        }
        Ok(record)
    }
}
