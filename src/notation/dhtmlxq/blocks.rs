// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits a file into games before its encoding is known. Anything around the games is skipped, such as the
//! rest of a web page.
//!
//! Splitting bytes is safe in GBK and Big5: the second byte of a character may be a bracket, but no sequence
//! of such bytes looks like a mark.

use super::fields::MARK;
use crate::bounded;
use crate::notation::record::{MAX_GAME, RecordLocation, located};
use std::io::{self, BufRead};

/// The tags that enclose a game.
const FRAMES: [&[u8]; 3] = [b"DhtmlXQ]", b"DhtmlXQHTML]", b"DhtmlXQiFrame]"];

/// The text of a game.
#[derive(Default)]
pub struct Block {
    /// Number of the first line.
    pub line: usize,
    pub bytes: Vec<u8>,
}

/// Splits a file into games.
pub struct Blocks<R> {
    source: R,
    /// Number of the next line.
    line: usize,
}

impl<R: BufRead> Blocks<R> {
    pub fn new(source: R) -> Self {
        Self { source, line: 1 }
    }

    /// Returns the next game, which is the text up to the next frame tag, if it contains a field; `None` at
    /// the end of the file.
    pub fn next(&mut self) -> io::Result<Option<Block>> {
        loop {
            let (block, has_ended) = self.chunk()?;
            if has_field(&block.bytes) {
                return Ok(Some(block));
            }
            if has_ended {
                return Ok(None);
            }
        }
    }

    /// Returns the text up to the next frame tag or the end of the file, and true at the end of the file.
    fn chunk(&mut self) -> io::Result<(Block, bool)> {
        let mut block = Block { line: self.line, bytes: Vec::new() };
        loop {
            let start = block.bytes.len();
            let read = bounded::read_until(&mut self.source, b']', &mut block.bytes, MAX_GAME);
            let has_ended = read.map_err(|error| located(error, RecordLocation::Line(block.line)))? == 0;
            self.line += block.bytes[start..].split(|&byte| byte == b'\n').count() - 1;
            if has_ended || is_edge(&block.bytes) {
                return Ok((block, has_ended));
            }
        }
    }
}

/// Returns true if a field begins anywhere in the bytes.
pub fn has_field(bytes: &[u8]) -> bool {
    bytes.windows(MARK.len()).any(|bytes| bytes == MARK.as_bytes())
}

/// Returns true if the bytes end with a tag that opens or closes a frame.
fn is_edge(bytes: &[u8]) -> bool {
    let mut before = FRAMES.iter().filter_map(|frame| bytes.strip_suffix(*frame));
    before.any(|before| before.ends_with(b"[") || before.ends_with(b"[/"))
}
