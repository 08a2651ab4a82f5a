// SPDX-License-Identifier: MIT OR Apache-2.0
//! Cuts a file into games, before anything else is known of it: a game is some lines with tags and all other lines up to the
//! next line with a tag. So one that cannot be read, or whose comment is never closed, does no harm to the next.
//!
//! This is done on bytes: in GBK and Big5 the second byte of a character may be a bracket, but neither a line's end nor
//! the first byte of a line.

use std::io::{self, BufRead, Cursor};

const UTF_8_MARK: &[u8] = b"\xef\xbb\xbf";

/// A game's lines.
#[derive(Default)]
pub struct Section {
    /// The number of the first line.
    pub line: usize,
    pub bytes: Vec<u8>,
}

/// The sections of a file.
pub struct Sections<R> {
    source: R,
    /// A file in UTF-16, which is rare, is read as a whole and turned into UTF-8.
    decoded: Option<Cursor<Vec<u8>>>,
    /// The number of lines read.
    lines: usize,
    /// The line that ended the section before.
    pending: Vec<u8>,
}

impl<R: BufRead> Sections<R> {
    pub fn new(source: R) -> Self {
        Self { source, decoded: None, lines: 0, pending: Vec::new() }
    }

    /// The next section in which there is anything; `None` at the file's end.
    pub fn next(&mut self) -> io::Result<Option<Section>> {
        let mut section = Section::default();
        let (mut has_tags, mut has_text, mut is_named) = (false, false, false);
        loop {
            let line = match std::mem::take(&mut self.pending) {
                line if line.is_empty() => self.line()?,
                line => line,
            };
            if line.is_empty() {
                return Ok((has_tags || has_text).then_some(section));
            }
            if is_tag(&line) {
                let names_game = is_first_tag(&line);
                if has_text || is_named && names_game {
                    self.pending = line;
                    return Ok(Some(section));
                }
                has_tags = true;
                is_named |= names_game;
            } else if !is_blank(&line) {
                has_text = true;
            }
            if has_tags || has_text {
                if section.bytes.is_empty() {
                    section.line = self.lines;
                }
                section.bytes.extend(line);
            }
        }
    }

    /// The next line with its end; empty at the file's end.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        match &mut self.decoded {
            Some(text) => text.read_until(b'\n', &mut line)?,
            None => self.source.read_until(b'\n', &mut line)?,
        };
        if self.lines == 0 {
            if line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff") {
                self.source.read_to_end(&mut line)?;
                let encoding = if line[0] == 0xff { encoding_rs::UTF_16LE } else { encoding_rs::UTF_16BE };
                let text = encoding.decode_with_bom_removal(&line).0;
                let mut text = Cursor::new(text.into_owned().into_bytes());
                line.clear();
                text.read_until(b'\n', &mut line)?;
                self.decoded = Some(text);
            } else if line.starts_with(UTF_8_MARK) {
                line.drain(..UTF_8_MARK.len());
                if line.is_empty() {
                    line.push(b'\n');
                }
            }
        }
        self.lines += usize::from(!line.is_empty());
        Ok(line)
    }
}

/// Is there nothing on the line, or only what is meant for other programs?
pub fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || line.starts_with(b"%")
}

/// Does a tag begin here, `[Name "`?
pub fn is_tag(line: &[u8]) -> bool {
    let Some(rest) = line.trim_ascii_start().strip_prefix(b"[") else { return false };
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let end = rest.iter().position(|byte| !is_name(byte)).unwrap_or(rest.len());
    end > 0 && rest[end..].trim_ascii_start().starts_with(b"\"")
}

/// The tag that a game should begin with: games without moves are told apart by it.
fn is_first_tag(line: &[u8]) -> bool {
    let name = line.trim_ascii_start().get(1..5).unwrap_or_default();
    name.eq_ignore_ascii_case(b"Game")
        && !line.trim_ascii_start()[5..].first().is_some_and(u8::is_ascii_alphanumeric)
}
