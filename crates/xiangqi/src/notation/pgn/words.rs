// SPDX-License-Identifier: MIT OR Apache-2.0
//! The tokens of the moves of a game.

use crate::notation::pgn::lines::is_tag;
use crate::notation::text_source::is_space;

/// A token of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    Word(&'a str),
    /// Text in braces or after a semicolon.
    Comment(&'a str),
    Open,
    Close,
}

/// An unclosed brace or parenthesis and its offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unclosed(pub char, pub usize);

/// Tokenizer of a text; `at` can be set back.
pub struct PgnWords<'a> {
    pub text: &'a str,
    /// Offset of the next token.
    pub at: usize,
}

impl<'a> PgnWords<'a> {
    /// Returns the next token and its offset; `None` at the end.
    pub fn next(&mut self) -> Result<Option<(Token<'a>, usize)>, Unclosed> {
        let rest = &self.text[self.at..];
        let start = self.text.len() - rest.trim_start_matches(is_space).len();
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let is_line_start = || start == 0 || self.text[..start].ends_with('\n');
        let (token, length) = match first {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ';' => self.line_comment(start),
            // A line meant for other programs.
            '%' if is_line_start() => self.line_comment(start),
            '{' => {
                let end = rest.find('}').ok_or(Unclosed('{', start))?;
                (Token::Comment(&rest[1..end]), end + 1)
            }
            _ => {
                let is_tag = |at: usize| is_tag(&rest.as_bytes()[at..]);
                let is_end = |at: usize, c| is_space(c) || "{}();".contains(c) || c == '[' && is_tag(at);
                let mut ends = rest.char_indices().skip(1).filter(|&(at, c)| is_end(at, c));
                let end = ends.next().map_or(rest.len(), |(at, _)| at);
                (Token::Word(&rest[..end]), end)
            }
        };
        self.at = start + length;
        Ok(Some((token, start)))
    }

    /// Returns the comment from an offset to the end of the line, without its first byte, and its length.
    fn line_comment(&self, start: usize) -> (Token<'a>, usize) {
        let rest = &self.text[start..];
        let end = rest.find('\n').unwrap_or(rest.len());
        (Token::Comment(&rest[1..end]), end)
    }

    /// Returns the text up to the parenthesis that closes the one just read.
    pub fn parenthesis(&mut self) -> Result<&'a str, Unclosed> {
        let rest = &self.text[self.at..];
        let (mut depth, mut is_comment) = (0, false);
        for (index, character) in rest.char_indices() {
            match character {
                '{' => is_comment = true,
                '}' => is_comment = false,
                _ if is_comment => {}
                '(' => depth += 1,
                ')' if depth > 0 => depth -= 1,
                ')' => {
                    self.at += index + 1;
                    return Ok(&rest[..index]);
                }
                _ => {}
            }
        }
        Err(Unclosed('(', self.at - 1))
    }
}
