// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cuts a file into games, before anything else is known of it. What is around them is left out, a page of the web too.
//!
//! This is done on bytes, which is safe in GBK and Big5: in the second byte of a character a bracket may stand, but nothing
//! that looks like a mark.

use super::MARK;
use std::io::{self, BufRead};

/// What is around a game.
const FRAMES: [&[u8]; 3] = [b"DhtmlXQ]", b"DhtmlXQHTML]", b"DhtmlXQiFrame]"];

/// The text of a game.
#[derive(Default)]
pub struct Block {
    /// The number of the first line.
    pub line: usize,
    pub bytes: Vec<u8>,
}

/// The games of a file.
pub struct Blocks<R> {
    source: R,
    /// The number of the line to read.
    line: usize,
}

impl<R: BufRead> Blocks<R> {
    pub fn new(source: R) -> Self {
        Self { source, line: 1 }
    }

    /// The next game: all up to the next frame's edge, if there are fields in it; `None` at the file's end.
    pub fn next(&mut self) -> io::Result<Option<Block>> {
        loop {
            let (block, has_ended) = self.piece()?;
            if has_field(&block.bytes) {
                return Ok(Some(block));
            }
            if has_ended {
                return Ok(None);
            }
        }
    }

    /// All up to the next frame's edge, or to the file's end.
    fn piece(&mut self) -> io::Result<(Block, bool)> {
        let mut block = Block { line: self.line, bytes: Vec::new() };
        loop {
            let start = block.bytes.len();
            let has_ended = self.source.read_until(b']', &mut block.bytes)? == 0;
            self.line += block.bytes[start..].split(|&byte| byte == b'\n').count() - 1;
            if has_ended || is_edge(&block.bytes) {
                return Ok((block, has_ended));
            }
        }
    }
}

/// Does a field begin anywhere in the bytes?
pub fn has_field(bytes: &[u8]) -> bool {
    bytes.windows(MARK.len()).any(|bytes| bytes == MARK.as_bytes())
}

/// Does a frame begin or end with the last byte?
fn is_edge(bytes: &[u8]) -> bool {
    let mut before = FRAMES.iter().filter_map(|frame| bytes.strip_suffix(*frame));
    before.any(|before| before.ends_with(b"[") || before.ends_with(b"[/"))
}
