// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes records in version 1.0 of the format, which has no keys and which every reader knows.

use super::{HEADER, LAST_PLAIN, TEXTS};
use crate::notation::encoding::Encoding;
use crate::notation::lost::Lost;
use crate::notation::move_tree::squares_in_order;
use crate::notation::record::{Record, RecordedMove, Variation, append_comment};
use crate::types::{Color, Square};

/// A record as an XQF file, and what the format has no place for.
///
/// ```
/// use xiangqi::notation::{Encoding, Records};
/// let record = Records::new(&b"[Red \"\xba\xfa\"]\n\n1. h2e2 {x} (1. c3c4) *\n"[..]).next().unwrap()?;
/// let file = record.to_xqf(Encoding::Gbk).unwrap();
/// assert_eq!(Records::new(&file.bytes[..]).next().unwrap()?, record);
/// # Ok::<(), xiangqi::notation::ReadRecordError>(())
/// ```
pub struct XqfFile {
    /// The file.
    pub bytes: Vec<u8>,
    /// The parts of the game that the format has no place for.
    pub lost: Lost,
}

impl Record {
    /// Returns the record as an XQF file with texts in this encoding; `None` if there are more pieces of a
    /// kind than a game begins with. Comments before a variation become comments on its first move; the
    /// counters of the start position are not written.
    pub fn to_xqf(&self, encoding: Encoding) -> Option<XqfFile> {
        let squares = squares_in_order(&self.start)?;
        let mut header = [0; HEADER];
        header[..3].copy_from_slice(&[b'X', b'Q', LAST_PLAIN]);
        for (place, square) in header[0x10..].iter_mut().zip(squares) {
            *place = square.map_or(0xff, number);
        }
        header[0x32] = u8::from(self.start.side_to_move() == Color::Black);
        header[0x33] = self.result.code();
        let mut lost = Lost { glyphs: self.line.glyphs(), ..Lost::counters_of(self) };
        for (name, value) in self.tags.iter().filter(|(_, value)| !value.is_empty()) {
            let Some(&(start, end, _)) = TEXTS.iter().find(|(.., tag)| tag.eq_ignore_ascii_case(name)) else {
                lost.tags.insert(name.clone());
                continue;
            };
            let (text, rest) = fitting(value, encoding, end - start - 1);
            let (bytes, unknown) = encoding.encode(text);
            lost.characters += unknown;
            lost.cut.extend((!rest.is_empty()).then(|| name.clone()));
            header[start] = u8::try_from(bytes.len()).expect("a place has fewer than 64 bytes");
            header[start + 1..][..bytes.len()].copy_from_slice(&bytes);
        }
        let file = XqfFile { bytes: header.to_vec(), lost };
        let mut writer = Writer { file, encoding };
        let has_next = !self.line.moves.is_empty();
        writer.node([0x18, 0x20], has_next, false, &self.line.comment);
        if let Some(first) = self.line.moves.first() {
            let alternatives = alternatives(first);
            writer.line(&self.line, "", !alternatives.is_empty());
            writer.lines(&alternatives);
        }
        Some(writer.file)
    }
}

/// The number of a square, 10 * file + rank.
fn number(square: Square) -> u8 {
    10 * square.file() as u8 + square.rank() as u8
}

/// Splits a text behind the last character that fits into `room` bytes.
fn fitting(text: &str, encoding: Encoding, room: usize) -> (&str, &str) {
    let mut size = 0;
    let is_beyond = |c: char| {
        size += encoding.encode(c.encode_utf8(&mut [0; 4])).0.len();
        size > room
    };
    text.split_at(text.find(is_beyond).unwrap_or(text.len()))
}

/// All alternatives to a move. Those to the first move of an alternative are alternatives to the move itself.
fn alternatives(recorded: &RecordedMove) -> Vec<&Variation> {
    let mut all = Vec::new();
    for variation in &recorded.variations {
        if let Some(first) = variation.moves.first() {
            all.push(variation);
            all.extend(alternatives(first));
        }
    }
    all
}

struct Writer {
    file: XqfFile,
    encoding: Encoding,
}

impl Writer {
    /// Writes a line with all alternatives except those to its first move, which may follow.
    fn line(&mut self, line: &Variation, before: &str, has_alternative: bool) {
        let mut others: Vec<_> = line.moves.iter().map(alternatives).collect();
        for (index, recorded) in line.moves.iter().enumerate() {
            let mut comment = if index == 0 { before.to_owned() } else { String::new() };
            append_comment(&mut comment, &recorded.comment);
            for empty in recorded.variations.iter().filter(|variation| variation.moves.is_empty()) {
                append_comment(&mut comment, &empty.comment);
            }
            let has_alternative = if index == 0 { has_alternative } else { !others[index].is_empty() };
            let squares = [0x18 + number(recorded.mv.from()), 0x20 + number(recorded.mv.to())];
            self.node(squares, index + 1 < line.moves.len(), has_alternative, &comment);
        }
        others.drain(1..).rev().for_each(|others| self.lines(&others));
    }

    /// Writes all alternatives to a move.
    fn lines(&mut self, alternatives: &[&Variation]) {
        for (index, line) in alternatives.iter().enumerate() {
            self.line(line, &line.comment, index + 1 < alternatives.len());
        }
    }

    fn node(&mut self, [from, to]: [u8; 2], has_next: bool, has_alternative: bool, comment: &str) {
        let (text, unknown) = self.encoding.encode(&comment.replace('\n', "\r\n"));
        let marks = (0xf0 * u8::from(has_next)) | (0x0f * u8::from(has_alternative));
        self.file.bytes.extend([from, to, marks, 0]);
        self.file.bytes.extend(u32::try_from(text.len()).expect("a game is not that long").to_le_bytes());
        self.file.bytes.extend(text);
        self.file.lost.characters += unknown;
    }
}
