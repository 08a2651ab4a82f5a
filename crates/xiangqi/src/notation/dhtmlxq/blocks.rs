// SPDX-License-Identifier: MIT OR Apache-2.0
//! Splits a file into games before its encoding is known. Anything around the games is skipped, such as the
//! rest of a web page.
//!
//! Splitting bytes is safe in GBK and Big5: the second byte of a character may be a bracket, but no sequence
//! of such bytes looks like a mark.

use super::fields::{MARK, SCRIPT};
use crate::bounded;
use crate::notation::record::{Encoding, MAX_GAME, RecordLocation, located};
use std::borrow::Cow;
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
    /// The chunk after the last game, already read.
    pending: Option<io::Result<(Block, bool)>>,
}

impl<R: BufRead> Blocks<R> {
    pub fn new(source: R) -> Self {
        Self { source, line: 1, pending: None }
    }

    /// Returns the next game, which is the text up to the next frame tag, if it contains a field, with the
    /// script that follows; `None` at the end of the file.
    pub fn next(&mut self) -> io::Result<Option<Block>> {
        loop {
            let (mut block, has_ended) = self.pending.take().unwrap_or_else(|| self.chunk())?;
            if has_field(&block.bytes) {
                let following = if has_ended { Ok((Block::default(), true)) } else { self.chunk() };
                match following {
                    Ok((script, has_ended)) if contains(&script.bytes, SCRIPT) => {
                        block.bytes.extend(script.bytes);
                        self.pending = Some(Ok((Block::default(), has_ended)));
                    }
                    following => self.pending = Some(following),
                }
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

/// Decodes a game field by field: half a character at the end of one must not take the bracket after it.
pub fn decode(bytes: &[u8], encoding: Encoding) -> Cow<'_, str> {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let is_mark = |bytes: &[u8]| bytes.starts_with(b"[DhtmlXQ") || bytes.starts_with(b"[/DhtmlXQ");
    let marks = (1..bytes.len()).filter(|&at| is_mark(&bytes[at..]));
    let (mut text, mut start) = (String::new(), 0);
    for end in marks.chain([bytes.len()]) {
        text += &encoding.decode_strictly(&bytes[start..end]);
        start = end;
    }
    Cow::Owned(text)
}

/// Returns true if there is a field in the bytes.
pub fn has_field(bytes: &[u8]) -> bool {
    let is_field = |at: usize| {
        let name = bytes[at..].strip_prefix(MARK.as_bytes());
        let end = |name: &[u8]| name.iter().position(|&byte| !byte.is_ascii_alphanumeric() && byte != b'_');
        name.is_some_and(|name| end(name).is_some_and(|end| name[end] == b']'))
    };
    (0..bytes.len()).any(is_field)
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|bytes| bytes == text.as_bytes())
}

/// Returns true if the bytes end with a tag that opens or closes a frame.
fn is_edge(bytes: &[u8]) -> bool {
    let mut before = FRAMES.iter().filter_map(|frame| bytes.strip_suffix(*frame));
    before.any(|before| before.ends_with(b"[") || before.ends_with(b"[/"))
}
